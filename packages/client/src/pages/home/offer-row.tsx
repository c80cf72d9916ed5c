import type { ReceivedOffer, SentOffer } from '@anchor/wire';
import type { Answer } from 'bg-session';
import type { ComponentChildren } from 'preact';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { dayOf } from '../../strings/forms.ts';
import { isolated } from '../../strings/name-text.ts';
import { offerTexts as texts } from '../../strings/offers.ts';
import { Button } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TermTags } from '../../ui/term-tags.tsx';

type Invitations = Client['invitations'];

/** After these refusals a friend can accept for later. */
const CANNOT_PLAY_NOW: ReadonlySet<string> = new Set(['away', 'not-free']);

interface SentRowProps {
  readonly offer: SentOffer;
  readonly invitations: Invitations;
}

/** An own invitation and what its author can do with it. */
export function SentRow({ offer, invitations }: SentRowProps) {
  const { code, to, friend, state, isPosted } = offer;
  const { busy, failure, send } = useRequest();
  return (
    <Row title={sentTitle(offer)} offer={offer} failure={failure}>
      {state === 'accepted' && friend && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => send(() => invitations.begin(offer))}>
          {texts.begin}
        </Button>
      )}
      {state === 'open' && !to && !isPosted && navigator.clipboard && (
        <Button icon="copy" onClick={() => copy(`${location.origin}/invite/${code}`, texts.copied)}>
          {texts.copy}
        </Button>
      )}
      <Button disabled={busy} onClick={() => send(() => invitations.withdraw(code))}>
        {state === 'declined' ? texts.remove : texts.withdraw}
      </Button>
    </Row>
  );
}

function sentTitle({ to, friend, state, isPosted }: SentOffer): string {
  if (state === 'accepted' && friend) return texts.friendAccepted(isolated(friend.name, friend.pub));
  if (!to) return isPosted ? texts.posted : texts.link;
  const name = isolated(to.name, to.pub);
  return state === 'declined' ? texts.declined(name) : texts.waitsFor(name);
}

interface ReceivedRowProps {
  readonly offer: ReceivedOffer;
  readonly invitations: Invitations;
  /** A further button. */
  readonly children?: ComponentChildren;
}

/** A challenge, or an invitation that the reader has accepted for later. */
export function ReceivedRow({ offer, invitations, children }: ReceivedRowProps) {
  const { code, from, state } = offer;
  const { busy, failure, send } = useRequest();
  const ask = (request: () => Promise<Answer>) => () => void send(request);
  const name = isolated(from.name, from.pub);
  const isOpen = state === 'open';
  return (
    <Row title={isOpen ? texts.challengeFrom(name) : texts.acceptedOf(name)} offer={offer} failure={failure}>
      <Button kind="primary" icon="play" disabled={busy} onClick={ask(() => invitations.begin(offer))}>
        {isOpen ? texts.play : texts.begin}
      </Button>
      {isOpen && failure && CANNOT_PLAY_NOW.has(failure.code) && (
        <Button disabled={busy} title={texts.acceptLaterText} onClick={ask(() => invitations.acceptLater(code))}>
          {texts.acceptLater}
        </Button>
      )}
      <Button disabled={busy} onClick={ask(() => invitations.decline(code))}>
        {isOpen ? texts.decline : texts.takeBack}
      </Button>
      {children}
    </Row>
  );
}

interface RowProps {
  readonly title: string;
  readonly offer: SentOffer | ReceivedOffer;
  readonly failure: { readonly code: string } | null;
  readonly children: ComponentChildren;
}

function Row({ title, offer, failure, children }: RowProps) {
  return (
    <div class="offer">
      <p class="offer__title">{title}</p>
      <p class="offer__terms">
        <TermTags terms={offer} /> <span class="soft small">{texts.until(dayOf(offer.until))}</span>
      </p>
      <FailureNotice failure={failure} />
      <div class="row">{children}</div>
    </div>
  );
}
