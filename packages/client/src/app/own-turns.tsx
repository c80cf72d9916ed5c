import type { Turns } from 'bg-session';
import { useLocation } from 'preact-iso';
import { texts } from '../strings/main.ts';
import { Icon } from '../ui/icon.tsx';
import { useWaitingInTitle } from '../ui/tab-title.ts';

/** The link in the header of every page to the next match that waits for the player. Absent if there is none. */
export function TurnsLink({ turns }: { readonly turns: Pick<Turns, 'waiting'> }) {
  const { path } = useLocation();
  const others = turns.waiting.filter(({ match }) => path !== `/match/${match}`);
  useWaitingInTitle(others.length);
  const [next] = others;
  if (!next) return null;
  const label = texts.app.turns(others.length);
  return (
    <a class="button button--quiet offers-button" href={`/match/${next.match}`} aria-label={label} title={label}>
      <Icon name="dice" />
      <span class="tabular" aria-hidden="true">
        {others.length}
      </span>
    </a>
  );
}
