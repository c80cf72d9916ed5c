import { makeBitText, parseBitText } from './bits.ts';
import { BAR, CHECKERS, checkersAt, checkPosition, fromOwnView, requirePosition } from './position.ts';
import { makeSituation, type Situation } from './situation.ts';
import { opponent, type Player, type Position, type Result } from './types.ts';

const BYTES = 10;

/**
 * Returns GNU Backgammon's position ID, 14 characters: for the player not on roll and then the player on
 * roll, from the ace point to the bar, a one for each checker and a zero after each place.
 */
export function makePositionId(position: Position, onRoll: Player = 0): string {
  requirePosition(position);
  const bits = [...makeRun(position, opponent(onRoll)), ...makeRun(position, onRoll)];
  return makeBitText([...bits, ...new Array<number>(BYTES * 8 - bits.length).fill(0)]);
}

function makeRun(position: Position, player: Player): number[] {
  const places = Array.from({ length: BAR }, (_, n) => checkersAt(position, player, n + 1));
  return places.flatMap((checkers) => [...new Array<number>(checkers).fill(1), 0]);
}

/**
 * Parses a position ID. It contains the checkers alone, so the situation is that of a money game before the roll of
 * `onRoll`, with a centred cube. `makeSituation` adds a score or dice to its position.
 */
export function parsePositionId(id: string, onRoll: Player = 0): Result<Situation, 'bad-position-id'> {
  const position = readPositionId(id, onRoll);
  if (position) return { ok: true, value: makeSituation({ position, onRoll }) };
  return { ok: false, code: 'bad-position-id', message: 'This is not a position ID of a possible position.' };
}

/** Returns the position of a position ID, or null. */
export function readPositionId(id: string, onRoll: Player): Position | null {
  const bits = parseBitText(id, BYTES);
  const view = bits && readView(bits);
  const position = view && fromOwnView(view, onRoll);
  // Invalid IDs (two players on one point, too many checkers) decode to a position with another ID.
  return position && checkPosition(position).ok && makePositionId(position, onRoll) === id ? position : null;
}

/**
 * Decodes the counts from the view of the player on roll, the opponent's negative. Returns null if there are
 * too few bits.
 */
function readView(bits: readonly number[]): number[] | null {
  const counts = bits
    .join('')
    .split('0', 2 * BAR)
    .map((ones) => ones.length);
  if (counts.length < 2 * BAR || counts.some((count) => count > CHECKERS)) return null;
  const theirs = counts.slice(0, BAR);
  const mine = counts.slice(BAR);
  return Array.from({ length: BAR + 1 }, (_, place) => (mine[place - 1] ?? 0) - (theirs[BAR - 1 - place] ?? 0));
}
