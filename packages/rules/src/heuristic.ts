import { equity, estimate, raceToRun } from './estimate.ts';
import { legalPlays } from './plays.ts';
import { type Dice, type Hop, opponent, type Play, type Player, type Position } from './types.ts';

/** Names this way to rank plays wherever a ranking is stored; any change of a ranking takes a new name. */
export const HEURISTIC_ID = 'builtin-heuristic-1';

/** A legal play with its worth: the points that the player can expect without the cube, to six decimals. */
export interface RankedPlay extends Play {
  readonly score: number;
}

// Enough to tell apart positions that are won or lost anyway, too little to outweigh any chance.
const POINTS_PER_PIP = 1e-4;

/**
 * The legal plays of a roll, best first: each judged by the position that it leads to, one ply deep. Equal scores stand in
 * the order of their hops, so the ranking is the same everywhere. Empty when the player cannot move.
 */
export function rankPlays(position: Position, player: Player, dice: Dice): RankedPlay[] {
  const ranked = legalPlays(position, player, dice).map((play) => ({ ...play, score: scoreOf(play.position, player) }));
  return ranked.sort((a, b) => b.score - a.score || compareHops(a.hops, b.hops));
}

/** Rounded, because machines may differ in the last digit of an exponential. */
function scoreOf(position: Position, player: Player): number {
  const points = equity(estimate(position, player, opponent(player)));
  return Math.round((points - POINTS_PER_PIP * raceToRun(position, player)) * 1e6) / 1e6;
}

function compareHops(a: readonly Hop[], b: readonly Hop[]): number {
  const flat = b.flat();
  const index = a.flat().findIndex((place, at) => place !== flat[at]);
  return index < 0 ? 0 : flat[index]! - a.flat()[index]!;
}
