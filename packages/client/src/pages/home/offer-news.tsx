import './offers.css';
import type { SentOffer } from '@anchor/wire';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';
import { offerTexts as texts } from '../../strings/offers.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { ReceivedRow } from './offer-row.tsx';

/** On every page: a card with the newest challenge, and a message when a friend has answered. */
export default function OfferNews({ client }: { readonly client: Client }) {
  const { invitations, offers, matches } = client;
  const { sent, received } = invitations.lists.value;
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  useAnswers(sent);
  const challenge = received.find(({ code, state }) => state === 'open' && !aside.has(code));
  if (!challenge || offers.found.value || matches.current !== null) return null;
  const { code } = challenge;
  return (
    <section
      class="found"
      aria-label={withoutIsolates(texts.challengeFrom(isolated(challenge.from.name, challenge.from.pub)))}
      role="alert"
    >
      <ReceivedRow key={code} offer={challenge} invitations={invitations}>
        <Button kind="quiet" onClick={() => setAside(new Set([...aside, code]))}>
          {texts.later}
        </Button>
      </ReceivedRow>
    </section>
  );
}

/** Says once when a friend has accepted or declined. */
function useAnswers(sent: readonly SentOffer[]): void {
  const said = useRef(new Set<string>());
  useEffect(() => {
    for (const { code, state, to, friend } of sent) {
      const key = `${code} ${state}`;
      const other = friend ?? to;
      if (state === 'open' || !other || said.current.has(key)) continue;
      said.current.add(key);
      const name = isolated(other.name, other.pub);
      toast(state === 'accepted' ? texts.newAccepted(name) : texts.newDeclined(name));
    }
  }, [sent]);
}
