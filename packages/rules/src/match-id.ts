import { bitsOf, makeBitText, numberIn, parseBitText } from './bits.ts';
import type { GameStatus, Situation } from './diagram.ts';
import { makePositionId } from './position-id.ts';
import type { Cube, Dice, Player, Position, Result } from './types.ts';

const BYTES = 9;
const USED_BITS = 67;
const CENTRED = 3;
const GAME_STATUSES: readonly GameStatus[] = ['not-started', 'playing', 'over', 'resigned', 'dropped'];

/**
 * Returns GNU Backgammon's match ID, 12 characters, with its player 0 as player 0. It contains cube, dice,
 * score, length and the player to act, but not beavers. Cube values up to 32768, scores and length up to
 * 32767. The larger die comes first.
 */
export function makeMatchId(situation: Situation): string {
  const { cube, dice, score } = situation;
  const fields: [value: number, width: number][] = [
    [Math.log2(cube.value), 4],
    [cube.owner ?? CENTRED, 2],
    [situation.onRoll, 1],
    [Number(situation.crawford), 1],
    [GAME_STATUSES.indexOf(situation.status), 3],
    [situation.toAct, 1],
    [Number(situation.doubled), 1],
    [situation.resigned, 2],
    [dice ? Math.max(...dice) : 0, 3],
    [dice ? Math.min(...dice) : 0, 3],
    [situation.length, 15],
    [score[0], 15],
    [score[1], 15],
    [Number(!situation.jacoby), 1],
  ];
  const bits = fields.flatMap(([value, width]) => bitsOf(value, width));
  return makeBitText([...bits, ...new Array<number>(BYTES * 8 - bits.length).fill(0)]);
}

/** Returns position ID and match ID joined by a colon, as GNU Backgammon shows and reads them. */
export function makeGnuId(diagram: Situation & { readonly position: Position }): string {
  return `${makePositionId(diagram.position, diagram.onRoll)}:${makeMatchId(diagram)}`;
}

/** Parses a match ID. Refuses other text and impossible values of cube owner, dice or game state. */
export function parseMatchId(id: string): Result<Situation, 'bad-match-id'> {
  const bits = parseBitText(id, BYTES);
  const situation = bits && numberIn(bits, USED_BITS, BYTES * 8 - USED_BITS) === 0 ? readSituation(bits) : null;
  if (situation) return { ok: true, value: situation };
  return { ok: false, code: 'bad-match-id', message: 'This is not a GNU Backgammon match ID.' };
}

function readSituation(bits: readonly number[]): Situation | null {
  const cube = readCube(numberIn(bits, 0, 4), numberIn(bits, 4, 2));
  const status = GAME_STATUSES[numberIn(bits, 8, 3)];
  const dice = readDice(numberIn(bits, 15, 3), numberIn(bits, 18, 3));
  if (cube === null || status === undefined || dice === undefined) return null;
  return {
    cube,
    onRoll: playerIn(bits, 6),
    toAct: playerIn(bits, 11),
    dice,
    doubled: bits[12] === 1,
    resigned: RESIGNED[numberIn(bits, 13, 2)] ?? 0,
    score: [numberIn(bits, 36, 15), numberIn(bits, 51, 15)],
    length: numberIn(bits, 21, 15),
    crawford: bits[7] === 1,
    jacoby: bits[66] === 0,
    status,
  };
}

const RESIGNED = [0, 1, 2, 3] as const;

function playerIn(bits: readonly number[], at: number): Player {
  return bits[at] === 1 ? 1 : 0;
}

function readCube(log2: number, owner: number): Cube | null {
  const value = 2 ** log2;
  if (owner === CENTRED) return { value, owner: null };
  return owner === 0 || owner === 1 ? { value, owner } : null;
}

/** Returns null before the roll, and undefined for impossible dice. */
function readDice(first: number, second: number): Dice | null | undefined {
  if (first === 0 && second === 0) return null;
  return first >= 1 && first <= 6 && second >= 1 && second <= 6 ? [first, second] : undefined;
}
