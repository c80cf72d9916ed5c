import type { ReadonlySignal } from '@preact/signals';
import { isViewersTurn, type TurnFacts, type Turns } from 'bg-session';
import { useLocation } from 'preact-iso';
import { texts } from '../strings/main.ts';
import { Icon } from '../ui/icon.tsx';
import { useWaitingInTitle } from '../ui/tab-title.ts';

/** The matches of a player, of which the live one has its session here. */
interface Own {
  readonly matches: {
    readonly current: string | null;
    readonly currentSession: { readonly view: ReadonlySignal<TurnFacts> } | null;
  };
  readonly turns: Pick<Turns, 'waiting'>;
}

/** Returns the matches that wait for the player: the live one if it is their turn or play has stopped there, then those by correspondence. */
export function waitingMatches({ matches, turns }: Own): string[] {
  const { current, currentSession } = matches;
  const view = currentSession?.view.value;
  const isLive = current !== null && view && (isViewersTurn(view) || view.halted !== null);
  return [...(isLive ? [current] : []), ...turns.waiting.map(({ match }) => match)];
}

/** The link in the header of every page to the next match that waits for the player. Absent if there is none. */
export function TurnsLink({ client }: { readonly client: Own }) {
  const { path } = useLocation();
  const others = waitingMatches(client).filter((match) => path !== `/match/${match}`);
  useWaitingInTitle(others.length);
  const [next] = others;
  if (next === undefined) return null;
  const label = texts.app.turns(others.length);
  return (
    <a class="button button--quiet offers-button" href={`/match/${next}`} aria-label={label} title={label}>
      <Icon name="dice" />
      <span class="tabular" aria-hidden="true">
        {others.length}
      </span>
    </a>
  );
}
