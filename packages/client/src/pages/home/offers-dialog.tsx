import './offers.css';
import type { Client } from '../../state/client.ts';
import { offerTexts as texts } from '../../strings/offers.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ReceivedRow, SentRow } from './offer-row.tsx';

interface OffersDialogProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** The invitations that the player has sent and received. */
export default function OffersDialog({ client: { invitations }, onClose }: OffersDialogProps) {
  const { sent, received } = invitations.lists.value;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {sent.length + received.length === 0 && <p class="soft">{texts.none}</p>}
      {received.length > 0 && (
        <section class="offers" aria-label={texts.received}>
          <h3>{texts.received}</h3>
          {received.map((offer) => (
            <ReceivedRow key={offer.code} offer={offer} invitations={invitations} />
          ))}
        </section>
      )}
      {sent.length > 0 && (
        <section class="offers" aria-label={texts.sent}>
          <h3>{texts.sent}</h3>
          {sent.map((offer) => (
            <SentRow key={offer.code} offer={offer} invitations={invitations} />
          ))}
        </section>
      )}
    </Dialog>
  );
}
