import { useState } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';
import { OnDemand } from '../ui/on-demand.tsx';

const loadDialog = () => import('../pages/home/offers-dialog.tsx');
const loadNews = () => import('../pages/home/offer-news.tsx');
const loadChallenge = () => import('../pages/home/challenge-dialog.tsx');

/** The button in the header of every page that leads to the player's invitations. Absent if there are none. */
export function OffersButton({ client }: { readonly client: Client }) {
  const [open, setOpen] = useState(false);
  const { sent, received } = client.invitations.lists.value;
  const count = sent.length + received.length;
  const label = texts.app.invitations(count);
  return (
    <>
      {count > 0 && (
        <Button
          kind="quiet"
          icon="people"
          class="offers-button"
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        >
          <span class="tabular" aria-hidden="true">
            {count}
          </span>
        </Button>
      )}
      {open && <OnDemand load={loadDialog} props={{ client, onClose: () => setOpen(false) }} />}
    </>
  );
}

/** Says on every page what is new about the invitations, and asks for the terms of a challenge. */
export function OfferNews({ client }: { readonly client: Client }) {
  const { lists, challenged } = client.invitations;
  const [isNeeded, setIsNeeded] = useState(false);
  const { sent, received } = lists.value;
  if (!isNeeded && sent.length + received.length > 0) setIsNeeded(true);
  return (
    <>
      {isNeeded && <OnDemand load={loadNews} props={{ client }} />}
      {challenged.value && (
        <OnDemand key={challenged.value.pub} load={loadChallenge} props={{ client, player: challenged.value }} />
      )}
    </>
  );
}
