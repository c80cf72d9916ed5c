import { useEffect } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';

const loadQuestion = () => import('./found-question.tsx');

/** Asks the player to accept the opponent that the server has found, and says when a pairing came to nothing. */
export function FoundPanel({ client }: { readonly client: Client }) {
  const found = client.offers.found.value;
  const missed = client.offers.missed.value;
  const isSeeking = client.offers.ownSeek.value !== null;
  useEffect(() => {
    if (!missed) return;
    loadQuestion().then(
      ({ missedText }) => toast(missedText(missed)),
      () => toast(texts.app.notLoaded),
    );
  }, [missed]);
  // Loaded during the search, because the answer to the question has a time limit.
  useEffect(() => {
    if (isSeeking) loadQuestion().catch(() => undefined);
  }, [isSeeking]);
  return found && <OnDemand key={found.pairing} load={loadQuestion} props={{ client, found }} />;
}
