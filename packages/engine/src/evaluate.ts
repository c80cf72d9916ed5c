import { type Player, POSITION_WORDS, type Position, packPosition } from 'bg-rules';
import type { Chances } from './chances.ts';
import { lookAhead, type Outlook, type Ply } from './look-ahead.ts';

/** Names what `evaluate` answers wherever an answer is stored; any change of an answer takes a new name. */
export const ENGINE_ID = 'anchor-net-1';

const words = new Int32Array(POSITION_WORDS);

/**
 * The chances of the player on roll, before he rolls: in a bear-off without contact exact, of a finished game the result, otherwise what
 * the net says of the position itself or, with `ply`, on the mean of those so many rolls later. The same numbers on every machine.
 */
export function evaluate(position: Position, player: Player, ply: Ply = 0): Chances {
  return outlookOf(position, player, ply).chances;
}

/** What looking so many rolls ahead from a position finds; `player` rolls next. */
export function outlookOf(position: Position, player: Player, ply: Ply): Outlook {
  packPosition(position, player, words);
  return lookAhead(words, 0, ply);
}
