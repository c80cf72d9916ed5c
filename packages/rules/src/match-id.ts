import { bitsOf, makeBitText, numberIn, parseBitText } from './bits.ts';
import { makePositionId, readPositionId } from './position-id.ts';
import {
  checkSituation,
  type GameStatus,
  isPostCrawford,
  requireStanding,
  type Situation,
  type Standing,
} from './situation.ts';
import type { Cube, Dice, Player, Result } from './types.ts';

const BYTES = 9;
const USED_BITS = 67;
const CENTRED = 3;
const GAME_STATUSES: readonly GameStatus[] = ['not-started', 'playing', 'over', 'resigned', 'dropped'];

/**
 * Returns GNU Backgammon's match ID, 12 characters, with its player 0 as player 0. It contains cube, dice,
 * score, length and the player to act, but not beavers. Cube values up to 32768, scores and length up to
 * 32767. The larger die comes first.
 */
export function makeMatchId(standing: Standing): string {
  requireStanding(standing);
  const { cube, dice, score } = standing;
  const fields: [value: number, width: number][] = [
    [Math.log2(cube.value), 4],
    [cube.owner ?? CENTRED, 2],
    [standing.onRoll, 1],
    [Number(standing.crawford), 1],
    [GAME_STATUSES.indexOf(standing.status), 3],
    [standing.toAct, 1],
    [Number(standing.doubled), 1],
    [standing.resigned, 2],
    [dice ? Math.max(...dice) : 0, 3],
    [dice ? Math.min(...dice) : 0, 3],
    [standing.length, 15],
    [score[0], 15],
    [score[1], 15],
    [Number(!standing.rules.jacoby), 1],
  ];
  const bits = fields.flatMap(([value, width]) => bitsOf(value, width));
  return makeBitText([...bits, ...new Array<number>(BYTES * 8 - bits.length).fill(0)]);
}

/** Returns position ID and match ID joined by a colon, as GNU Backgammon shows and reads them. */
export function makeGnuId(situation: Situation): string {
  requireStanding(situation);
  return `${makePositionId(situation.position, situation.onRoll)}:${makeMatchId(situation)}`;
}

const GNU_ID = /^(.{14}):(.{12})$/;

/**
 * Parses a position ID and a match ID joined by a colon. Refuses an ID whose position is impossible or whose score does
 * not fit the length or the Crawford game. Beavers, which it does not contain, count as not allowed.
 */
export function parseGnuId(id: string): Result<Situation, 'bad-gnu-id'> {
  const [, positionId = '', matchId = ''] = (typeof id === 'string' && GNU_ID.exec(id.trim())) || [];
  const standing = parseMatchId(matchId);
  const position = standing.ok ? readPositionId(positionId, standing.value.onRoll) : null;
  if (standing.ok && position) {
    const checked = checkSituation({ ...standing.value, position });
    if (checked.ok) return checked;
  }
  return { ok: false, code: 'bad-gnu-id', message: 'This is not a GNU Backgammon ID.' };
}

/**
 * Parses a match ID, which tells everything but the checkers. Refuses other text and impossible values of cube owner,
 * dice or game state. A match is taken to have the Crawford rule.
 */
export function parseMatchId(id: string): Result<Standing, 'bad-match-id'> {
  const bits = parseBitText(id, BYTES);
  const standing = bits && numberIn(bits, USED_BITS, BYTES * 8 - USED_BITS) === 0 ? readStanding(bits) : null;
  if (standing) return { ok: true, value: standing };
  return { ok: false, code: 'bad-match-id', message: 'This is not a GNU Backgammon match ID.' };
}

function readStanding(bits: readonly number[]): Standing | null {
  const cube = readCube(numberIn(bits, 0, 4), numberIn(bits, 4, 2));
  const status = GAME_STATUSES[numberIn(bits, 8, 3)];
  const dice = readDice(numberIn(bits, 15, 3), numberIn(bits, 18, 3));
  if (cube === null || status === undefined || dice === undefined) return null;
  const score = [numberIn(bits, 36, 15), numberIn(bits, 51, 15)] as const;
  const length = numberIn(bits, 21, 15);
  const crawford = bits[7] === 1;
  const rules = { cube: true, crawford: length > 0, jacoby: length === 0 && bits[66] === 0, beavers: false };
  return {
    cube,
    onRoll: playerIn(bits, 6),
    toAct: playerIn(bits, 11),
    dice,
    doubled: bits[12] === 1,
    resigned: RESIGNED[numberIn(bits, 13, 2)] ?? 0,
    score,
    length,
    rules,
    crawford,
    postCrawford: isPostCrawford({ length, score, rules, crawford }),
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
