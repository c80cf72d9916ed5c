import type { LiveView } from '@anchor/wire';
import type { Matches } from 'bg-session';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Countries } from '../../state/countries.ts';
import { texts } from '../../strings/main.ts';
import { LinkButton } from '../../ui/button.tsx';
import { TrustedDice } from '../../ui/trusted-dice.tsx';
import type { LiveBoard } from './live-board.tsx';
import { watchLabel } from './live-matches.ts';
import { Person } from './person.tsx';

interface LiveRowProps {
  readonly live: LiveView;
  readonly matches: Matches;
  readonly countries: Countries;
  readonly followed: boolean;
  readonly onSeen: (match: string, isSeen: boolean) => void;
}

/** A live match with its players and terms and, while it is followed, its board. */
export function LiveRow({ live, matches, countries, followed, onSeen }: LiveRowProps) {
  const { match, players, length, score, dice, watchers } = live;
  const row = useSeen((isSeen) => onSeen(match, isSeen));
  const Board = useBoard(followed);
  const [one, other] = players;
  return (
    <li ref={row} class="list__row live">
      <div class="live__board">{followed && Board && <Board match={match} matches={matches} />}</div>
      <div class="list__what">
        <span class="list__who">
          <Person person={one} countries={countries} /> – <Person person={other} countries={countries} />
        </span>
        <span class="tags">
          {(length > 0 || score.some(Boolean)) && <span class="tag tabular">{texts.home.score(...score)}</span>}
          <span class="tag">{texts.terms.points(length)}</span>
          {dice && <TrustedDice />}
          {watchers > 0 && <span class="tag tabular">{texts.home.watchers(watchers)}</span>}
        </span>
      </div>
      <LinkButton kind="soft" href={`/match/${match}`} aria-label={watchLabel(live)}>
        {texts.home.watch}
      </LinkButton>
    </li>
  );
}

/** A board this close to the window is already loaded, so that it is there when the user scrolls to it. */
const NEAR = '200px';

/** Reports when an element comes near the window and when it leaves it. */
function useSeen(onSeen: (isSeen: boolean) => void) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const tell = ([entry]: IntersectionObserverEntry[]) => entry && onSeen(entry.isIntersecting);
    const observer = new IntersectionObserver(tell, { rootMargin: NEAR });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      onSeen(false);
    };
  }, []);
  return element;
}

/** Loads the board component when the first board is needed. If it cannot be loaded, the list has no boards. */
function useBoard(wanted: boolean): typeof LiveBoard | null {
  const [loaded, setLoaded] = useState<{ readonly board: typeof LiveBoard } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    import('./live-board.tsx').then(
      ({ LiveBoard: board }) => setLoaded({ board }),
      () => undefined,
    );
  }, [wanted]);
  return loaded?.board ?? null;
}
