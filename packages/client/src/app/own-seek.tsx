import { PAIRING } from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';

const { pairing } = texts;

/** The own seek in the header of every page: how long it has waited, how far it reaches, and a way to withdraw it. */
export function OwnSeek({ client: { offers, connection } }: { readonly client: Client }) {
  const own = offers.ownSeek.value;
  const now = useNow(own !== null, () => connection.time.now());
  if (!own || offers.found.value) return null;
  const isOffline = connection.status.value !== 'online';
  const waitedMs = Math.max(0, now - own.since);
  const seconds = Math.floor(waitedMs / 1000);
  const width = pairing.width(own.terms.range ?? null, toleranceAfter(waitedMs));
  return (
    <section class="own-seek" aria-label={pairing.own}>
      <span class="spinner" aria-hidden="true" />
      <span class="own-seek__text" title={isOffline ? pairing.offline : width}>
        <span role="status">
          {isOffline ? pairing.offlineShort : pairing.looking}
          {isOffline && <span class="visually-hidden"> {pairing.offline}</span>}
        </span>
        {/* Outside the status, which would be spoken again every second. */}
        {!isOffline && <span class="visually-hidden"> {width}</span>}
        <span class="soft tabular" aria-hidden="true">
          {pairing.waited(seconds)}
        </span>
      </span>
      <Button kind="quiet" onClick={() => offers.unseek()}>
        {texts.home.withdraw}
      </Button>
    </section>
  );
}

/** Points by which the ratings may differ after a wait. Null: by any number. */
function toleranceAfter(waitedMs: number): number | null {
  const { tolerance, perSecond, unlimitedMs } = PAIRING;
  return waitedMs >= unlimitedMs ? null : tolerance + perSecond * Math.floor(waitedMs / 1000);
}

/** The time, renewed every second while it is shown. */
export function useNow(isShown: boolean, now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!isShown) return;
    setAt(now());
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, [isShown]);
  return at;
}
