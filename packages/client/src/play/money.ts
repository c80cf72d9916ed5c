import { scoreAfter } from 'bg-record';
import type { MatchState } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { matchTexts } from '../strings/match.ts';
import { shownName } from './people.ts';

const { money: texts } = matchTexts;

/** The place of a money game in its session. */
interface MoneyStanding {
  /** Number of the game in the session, from 1. */
  readonly game: number;
  /** Points of the session by the seats of this game, those of this game included once it is over. */
  readonly score: readonly [number, number];
}

type Shown = Pick<MatchView, 'header' | 'match'>;

/** Returns null for a match to points. */
export function standingOf({ header, match }: Shown): MoneyStanding | null {
  if (header.length !== 0) return null;
  return { game: header.session?.game ?? 1, score: scoreAfter({ header, points: match.score }) };
}

/** Returns the running score as one side’s lead. */
export function leadText({ header }: Pick<MatchView, 'header'>, [one, other]: readonly [number, number]): string {
  if (one === other) return texts.even;
  return one > other
    ? texts.lead(shownName({ header }, 0), one - other)
    : texts.lead(shownName({ header }, 1), other - one);
}

/** Returns the session after a finished money game in one sentence. */
export function sessionText(view: Shown, { game, score }: MoneyStanding): string {
  return texts.session(game, leadText(view, score));
}

/** Says why a finished money game brought the points that it did. `early` says how it ended if it was not played out. */
export function worthText(match: MatchState, early: string): string {
  const { games } = match;
  const cube = match.rules.cube ? match.cube.value : null;
  const game = games.at(-1);
  const times = Math.max(...match.score) / match.cube.value;
  if (game?.kind === 'resign') return texts.worth(texts.resigned(times), cube);
  if (game) return texts.worth(texts.kinds[game.kind], cube);
  return texts.worth(early, cube, times === 3 ? texts.leftTimes[3] : times === 2 ? texts.leftTimes[2] : '');
}
