import type { EngineName } from '@anchor/analysis';
import type { Player } from 'bg-rules';
import { type Card, makeCard } from '../cards/card.ts';
import type { Choice } from '../engine/judge-card.ts';
import type { Judged } from './judged.ts';
import type { Moment } from './moments.ts';

/** The decisions of a match, judged. */
interface JudgedMatch {
  /** The id of the match. Null for a match that no server has. */
  readonly match: string | null;
  readonly judged: readonly Judged[];
  /** The engine that judged the plays. Null without a report. */
  readonly report: EngineName | null;
}

/**
 * Returns the errors and blunders of a player as new cards, in the order of the match. Inaccuracies stay out: at the depth of the
 * estimate their sign is often wrong.
 */
export function cardsOf({ match, judged, report }: JudgedMatch, player: Player, now = Date.now()): Card[] {
  return judged.flatMap((one) => {
    const { moment, mark, cost } = one;
    const choice = choiceOf(moment);
    if (moment.player !== player || (mark !== 'error' && mark !== 'blunder') || cost === null || !choice) return [];
    const by = one.cube?.by ?? report;
    if (!by) return [];
    const from = match === null ? null : { match, n: moment.n };
    return makeCard({ state: moment.state, player, choice, loss: cost, by, from }, now) ?? [];
  });
}

function choiceOf({ type, hops }: Moment): Choice | null {
  switch (type) {
    case 'play':
      return { type, hops };
    case 'roll':
    case 'double':
    case 'take':
    case 'pass':
    case 'beaver':
      return { type };
    default:
      return null;
  }
}

/** Returns the decision that cost most: of a player, or of both if `player` is null. Null if none cost anything. */
export function costliest(judged: readonly Judged[], player: Player | null): Judged | null {
  const wrong = judged.filter(({ moment, cost }) => (player === null || moment.player === player) && (cost ?? 0) > 0);
  return wrong.reduce<Judged | null>((most, one) => ((one.cost ?? 0) > (most?.cost ?? 0) ? one : most), null);
}
