// kernel/cube.h is the same in WebAssembly: a change here is a change there.

import { type Cube, opponent, type Player } from 'bg-rules';
import { worthInEnd } from './bearoff-ends.ts';
import { cubefulWorth, cubeLife, deadWorth, doubled } from './live-cube.ts';
import { type Outlook, searchedCube } from './look-ahead.ts';
import type { Stakes } from './stakes.ts';

/** Returns the value for the player on roll without a double. The opponent may double after each roll. */
export function worthOfRolling(outlook: Outlook, player: Player, cube: Cube, stakes: Stakes): number {
  const { chances, kind, replies, end } = outlook;
  if (end) return worthInEnd(end, player, cube, stakes);
  const searched = searchedCube(outlook);
  if (searched) return searched.cube.worthOfRolling(searched.ply, player, cube, stakes);
  if (kind === 'over') return deadWorth(chances, player, cube, stakes);
  if (replies === null) return cubefulWorth(chances, player, cube, stakes, cubeLife(kind));
  let worth = 0;
  for (const reply of replies) worth -= (reply.ways * worthOnRoll(reply.outlook, opponent(player), cube, stakes)) / 36;
  return worth;
}

/** Returns the value for the player on roll, who doubles if that is better. */
export function worthOnRoll(outlook: Outlook, player: Player, cube: Cube, stakes: Stakes): number {
  const searched = searchedCube(outlook);
  if (searched) return searched.cube.worthOnRoll(searched.ply, player, cube, stakes);
  const rolling = worthOfRolling(outlook, player, cube, stakes);
  if (outlook.kind === 'over' || !stakes.mayDouble(player, cube)) return rolling + 0;
  const taken = worthOfRolling(outlook, player, doubled(cube, player), stakes);
  // Never a negative zero, as in `kernel.ts`.
  return Math.max(rolling, Math.min(taken, stakes.worth(player, cube.value))) + 0;
}

/** Less than any difference that matters and more than rounding. */
const TIE = 1e-9;

/** The two sides of a doubling decision, for the doubler. */
interface DoubleWorths {
  readonly rolling: number;
  /** After a double and a take. */
  readonly taken: number;
}

/**
 * Returns the values of rolling and of a double that is taken. A player who doubles at the first opportunity gains nothing by
 * waiting, so where the values are equal rolling counts as the worse of the two.
 */
export function worthsOfDouble(outlook: Outlook, player: Player, cube: Cube, stakes: Stakes): DoubleWorths {
  const rolling = worthOfRolling(outlook, player, cube, stakes);
  const taken = worthOfRolling(outlook, player, doubled(cube, player), stakes);
  const best = Math.min(taken, stakes.worth(player, cube.value));
  const isTie = stakes.doublesAtOnce(cube) === player && Math.abs(rolling - best) < TIE;
  return { rolling: isTie ? best - TIE : rolling, taken };
}
