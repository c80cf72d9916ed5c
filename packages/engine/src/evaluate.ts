import { type Player, POSITION_WORDS, type Position, packPosition } from 'bg-rules';
import type { Chances } from './chances.ts';
import { lookAhead, type Outlook, type Ply } from './look-ahead.ts';

const words = new Int32Array(POSITION_WORDS);

/**
 * Returns the chances of the player on roll before the roll: exact in a bear-off without contact, the result
 * of a finished game, and otherwise the net's output for the position or, with `ply`, its mean over the
 * positions that many rolls later. The result is identical on every machine.
 */
export function evaluate(position: Position, player: Player, ply: Ply = 0): Chances {
  return outlookOf(position, player, ply).chances;
}

/** Searches `ply` rolls ahead from a position in which `player` rolls next. */
export function outlookOf(position: Position, player: Player, ply: Ply): Outlook {
  packPosition(position, player, words);
  return lookAhead(words, 0, ply);
}
