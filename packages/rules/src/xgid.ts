import { BAR, checkPosition, fromOwnView, ownView, requirePosition } from './position.ts';
import { checkSituation, isPostCrawford, requireStanding, type Situation } from './situation.ts';
import { type Cube, type Dice, opponent, type Player, type Position, type Result, type Rules } from './types.ts';

// XGID=position:cube:owner:turn:dice:score:score:rules:length:largest cube, with X as player 0 and O as player 1.
const PREFIX = 'XGID=';
const MAX_TEXT = 100;
const MAX_LOG2 = 15;
const USUAL_MAX_CUBE_LOG2 = 10;

/**
 * Returns the XGID of a situation as eXtreme Gammon and GNU Backgammon read it. Player 0 is X, the lower
 * player. An open double is written D, a beaver B. An XGID cannot contain resignations or the way a game
 * ended. The larger die comes first.
 */
export function makeXgid(situation: Situation): string {
  requireStanding(situation);
  requirePosition(situation.position);
  const { cube, onRoll, score, length, rules, crawford } = situation;
  const log2 = Math.log2(cube.value);
  const fields = [
    ownView(situation.position, 0).map(letterOf).join(''),
    log2,
    cube.owner === null ? 0 : signOf(cube.owner),
    signOf(onRoll),
    makeDice(situation),
    ...score,
    length > 0 ? Number(crawford) : Number(rules.jacoby) + 2 * Number(rules.beavers),
    length,
    Math.max(log2, USUAL_MAX_CUBE_LOG2),
  ];
  return PREFIX + fields.join(':');
}

function signOf(player: Player): 1 | -1 {
  return player === 0 ? 1 : -1;
}

function letterOf(count: number): string {
  if (count === 0) return '-';
  return String.fromCharCode(count > 0 ? 64 + count : 96 - count);
}

function makeDice({ dice, doubled, toAct, onRoll, resigned }: Situation): string {
  // While a resignation waits, toAct is the opponent. The player who had to act before distinguishes a double
  // from a beaver.
  const answering = resigned === 0 ? toAct : opponent(toAct);
  if (doubled) return answering === onRoll ? 'B' : 'D';
  return dice ? `${Math.max(...dice)}${Math.min(...dice)}` : '00';
}

/**
 * Parses an XGID, with or without its prefix and largest cube. Refuses other letters, impossible positions,
 * cubes above 32768, numbers out of range, and a score that does not fit the length or the Crawford game. A match is
 * taken to have the Crawford rule: if a player needs one point and the XGID does not say that this is the Crawford
 * game, that game is over.
 */
export function parseXgid(text: string): Result<Situation, 'bad-xgid'> {
  const situation = typeof text === 'string' && text.length <= MAX_TEXT ? readXgid(text.trim()) : null;
  if (situation && checkSituation(situation).ok) return { ok: true, value: situation };
  return { ok: false, code: 'bad-xgid', message: 'This is not an XGID.' };
}

const FORM =
  /^(?:XGID=)?([-A-Oa-o]{26}):(\d{1,2}):(-1|0|1):(-1|1):(00|[1-6]{2}|D|B):(\d{1,5}):(\d{1,5}):([0-3]):(\d{1,5})(?::\d{1,2})?$/;

function readXgid(text: string): Situation | null {
  const [, places = '', log2, owner, turn, dice = '', mine, theirs, flag, length] = FORM.exec(text) ?? [];
  const position = readPosition(places);
  const cube = readCube(Number(log2), Number(owner));
  if (position === null || cube === null) return null;
  const onRoll = turn === '1' ? 0 : 1;
  const points = Number(length);
  const rules = readRules(Number(flag), points > 0);
  if (rules === null) return null;
  const score = [Number(mine), Number(theirs)] as const;
  const crawford = points > 0 && flag === '1';
  return {
    position,
    cube,
    onRoll,
    toAct: dice === 'D' ? opponent(onRoll) : onRoll,
    dice: readDice(dice),
    doubled: dice === 'D' || dice === 'B',
    resigned: 0,
    score,
    length: points,
    rules,
    crawford,
    postCrawford: isPostCrawford({ length: points, score, rules, crawford }),
    status: 'playing',
  };
}

function readPosition(letters: string): Position | null {
  if (letters.length !== BAR + 1) return null;
  const position = fromOwnView([...letters].map(countOf), 0);
  return checkPosition(position).ok && ownView(position, 0).map(letterOf).join('') === letters ? position : null;
}

function countOf(letter: string): number {
  if (letter === '-') return 0;
  return letter < 'a' ? letter.charCodeAt(0) - 64 : 96 - letter.charCodeAt(0);
}

function readCube(log2: number, owner: number): Cube | null {
  if (!(log2 <= MAX_LOG2)) return null;
  return { value: 2 ** log2, owner: owner === 0 ? null : owner === 1 ? 0 : 1 };
}

function readDice(text: string): Dice | null {
  return /^[1-6]{2}$/.test(text) ? [Number(text[0]), Number(text[1])] : null;
}

function readRules(flag: number, match: boolean): Rules | null {
  if (!match) return { cube: true, crawford: false, jacoby: flag % 2 === 1, beavers: flag > 1 };
  return flag > 1 ? null : { cube: true, crawford: true, jacoby: false, beavers: false };
}
