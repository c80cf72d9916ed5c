import {
  fromOwnView,
  makeSituation,
  type Player,
  parseGnuId,
  parsePositionId,
  parseXgid,
  type Situation,
} from 'bg-rules';
import type { ImportCode, ImportNote, NoteCode } from './imported.ts';
import { snowieIn } from './snowie.ts';

export type IdFormat = 'xgid' | 'ogid' | 'gnu-id' | 'position-id' | 'snowie';

/** A single position that a text names. */
export interface ImportedPosition {
  readonly format: IdFormat;
  readonly situation: Situation;
  readonly notes: readonly ImportNote[];
}

/** An id in a text, or the reason why it cannot be read. */
export type FoundId =
  | { readonly ok: true; readonly value: ImportedPosition }
  | { readonly ok: false; readonly code: Extract<ImportCode, 'bad-id' | 'raccoon'>; readonly message: string };

/** Longer texts are match files, or no ids. */
const LONGEST = 20_000;

/**
 * Finds the first position that a text names: an XGID, an OGID, a position id or a match id of GNU Backgammon, or a position of
 * Snowie. The id may stand within a sentence, a link or a board that is drawn with letters, with percent signs, with the dashes of a
 * forum, or on two lines. Returns null if there is none.
 */
export function findId(text: string): FoundId | null {
  if (text.length > LONGEST) return null;
  const plain = plainOf(text);
  return xgidIn(plain) ?? ogidIn(plain) ?? gnuIdIn(plain) ?? snowiePosition(plain);
}

/** Returns the text without percent signs, invisible characters and long blanks, in which the search takes time with the square of their length. */
function plainOf(text: string): string {
  const bare = text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '').replace(/&#45;|&minus;/g, '-');
  const decoded = bare.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
  return decoded.replace(/\s{9,}/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/** The dashes that forums and word processors write for one or more hyphens. */
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212';
const FIELD = `[-A-Oa-o${DASHES}]{10,26}`;
const MINUS = `[-${DASHES}]`;
const XGID = new RegExp(
  `(?:xgid\\s*[=:]?\\s*|(?<![-\\w${DASHES}]))(${FIELD})\\s*:\\s*(\\d{1,5})\\s*:\\s*(${MINUS}?\\d)\\s*:\\s*(${MINUS}?\\d)\\s*:\\s*(\\w{1,2})\\s*:\\s*(\\d{1,5})\\s*:\\s*(\\d{1,5})\\s*:\\s*(\\d)\\s*:\\s*(\\d{1,5})(?:\\s*:\\s*(\\d{1,5}))?`,
  'i',
);

function xgidIn(text: string): FoundId | null {
  const found = XGID.exec(text);
  if (!found) return /xgid\s*=/i.test(text) ? refused('bad-id', 'The XGID is not complete.') : null;
  const [
    ,
    letters = '',
    cube = '',
    owner = '',
    turn = '',
    dice = '',
    mine = '',
    theirs = '',
    flag = '',
    length = '',
    most,
  ] = found;
  if (/^r/i.test(dice)) return refused('raccoon', 'The XGID waits for the answer to a raccoon.');
  const notes: ImportNote[] = [];
  const note = (code: NoteCode) => notes.push({ code, game: null, line: 1 });
  const [side, seat] = [hyphened(owner), hyphened(turn)];
  if (seat === '0') note('turn-assumed');
  const log2 = most === undefined ? logOf(Number(cube), side, note) : Number(cube);
  const roll = dice === '0' ? '00' : dice.toUpperCase();
  const tail = `${log2}:${side}:${seat === '0' ? '-1' : seat}:${roll}:${mine}:${theirs}:${flag}:${length}:${Math.max(log2, 10)}`;
  const read = placesOf(letters).flatMap((places) => {
    const one = parseXgid(`XGID=${places}:${tail}`);
    return one.ok ? [one.value] : [];
  });
  const [situation] = read;
  if (!situation || read.length > 1) return refused('bad-id', 'The XGID is damaged, or shows an impossible position.');
  return { ok: true, value: { format: 'xgid', situation, notes } };
}

function refused(code: 'bad-id' | 'raccoon', message: string): FoundId {
  return { ok: false, code, message };
}

function hyphened(text: string): string {
  return text.replace(new RegExp(`[${DASHES}]`, 'g'), '-');
}

/**
 * BGBlitz writes nine fields, and the cube as a value. Others leave out the tenth field and write a power of two. A centred cube of
 * 1 and an owned cube of 0 or 1 have one meaning each; for other numbers the value of BGBlitz is assumed.
 */
function logOf(cube: number, owner: string, note: (code: NoteCode) => void): number {
  const log = Math.log2(cube);
  if (cube === 0 || !Number.isInteger(log)) return cube;
  if (cube === 1) return owner === '0' ? 0 : 1;
  note('cube-as-value');
  return log;
}

/** The numbers of hyphens that a short and a long dash may stand for. */
const LENGTHS: readonly (readonly [short: number, long: number])[] = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 2],
  [2, 3],
  [2, 4],
];

/** Returns the position fields of 26 letters that a text with dashes may stand for. */
function placesOf(letters: string): string[] {
  const fields = LENGTHS.map(([short, long]) =>
    letters
      .replace(/[\u2014\u2015]/g, '-'.repeat(long))
      .replace(/[\u2010-\u2013\u2212]/g, (dash) => '-'.repeat(dash === '\u2013' ? short : 1)),
  );
  return [...new Set(fields)].filter((field) => field.length === 26);
}

const OGID =
  /(?:ogid\s*[=:]\s*)?(?<![0-9a-z])([0-9a-p]{0,15}):([0-9a-p]{0,15}):([NWBD?])(\d)([NOTP]):(\d{0,2}):([WB])(?::([A-Z]{0,3})(?::(\d{1,5})(?::(\d{1,5})(?::(\d{1,5})([LCG]?)\d*(?::\d*(?::(\d+))?)?)?)?)?)?/;
const PIPS = '0123456789abcdefghijklmnop';
/** Actions of the cube: a double is open, or taken, or passed. */
const OPEN = 'O';

/**
 * White is player 0. The pips of a checker count the other way round than White's points. The fifth field names the player who acted last,
 * except before the opening roll.
 */
function ogidIn(text: string): FoundId | null {
  const found = OGID.exec(text);
  if (!found) return null;
  const [
    ,
    white = '',
    black = '',
    owner,
    log2,
    action,
    dice = '',
    last,
    state = 'IW',
    mine,
    theirs,
    length = '0',
    mark,
    checkers,
  ] = found;
  const onRoll: Player = (state === 'IW' && dice === '') || last === 'B' ? 0 : 1;
  const view = new Array<number>(26).fill(0);
  for (const [pips, sign] of [
    [white, 1],
    [black, -1],
  ] as const)
    for (const letter of pips) {
      const place = 25 - PIPS.indexOf(letter);
      view[place] = (view[place] ?? 0) + sign;
    }
  const doubled = action === OPEN;
  const points = Number(length);
  const crawford = mark === 'C';
  // the player who answers is the one who did not act last
  const doubler = doubled ? (onRoll === 0 ? 1 : 0) : onRoll;
  if ((checkers !== undefined && checkers !== '15') || mark === 'G')
    return refused('bad-id', 'The OGID is of another game.');
  try {
    const situation = makeSituation({
      position: fromOwnView(view, 0),
      onRoll: doubler,
      toAct: onRoll,
      doubled,
      dice: /^[1-6]{2}$/.test(dice) ? [Number(dice[0]), Number(dice[1])] : null,
      cube: { value: 2 ** Number(log2), owner: owner === 'W' ? 0 : owner === 'B' ? 1 : null },
      length: points,
      score: [Number(mine ?? 0), Number(theirs ?? 0)],
      crawford,
      rules: { cube: owner !== 'D', crawford: points > 0, jacoby: false, beavers: points === 0 },
    });
    return { ok: true, value: { format: 'ogid', situation, notes: [] } };
  } catch {
    return refused('bad-id', 'The OGID shows an impossible position.');
  }
}

const BASE64 = '[A-Za-z0-9+/_-]';
const BOTH_IDS = new RegExp(
  `(?<![\\w+/-])(${BASE64}{14})(?:==)?(?:\\s*:\\s*|\\s+(?:match\\s*id\\s*[:=]?\\s*)?)(${BASE64}{12})(?![\\w+/=-])`,
  'i',
);
/** A word of 14 letters may look like a position id, so it must be named, or be the whole text. */
const POSITION_ID = new RegExp(
  `^\\s*(${BASE64}{14})(?:==)?\\s*$|(?:position\\s*id|gnu(?:bg)?\\s*id|[?&#]pos(?:id)?)\\s*[:=]?\\s*(${BASE64}{14})(?:==)?(?![\\w+/=-])`,
  'i',
);

function gnuIdIn(text: string): FoundId | null {
  const both = BOTH_IDS.exec(text);
  if (both) {
    const read = parseGnuId(`${standard(both[1])}:${standard(both[2])}`);
    if (read.ok) return { ok: true, value: { format: 'gnu-id', situation: read.value, notes: [] } };
  }
  const [found, whole, named] = POSITION_ID.exec(text) ?? [];
  const read = parsePositionId(standard(whole ?? named));
  if (read.ok) return { ok: true, value: { format: 'position-id', situation: read.value, notes: [] } };
  if (found && named) return refused('bad-id', 'The id of GNU Backgammon is damaged, or shows an impossible position.');
  return null;
}

/** Returns an id in the usual alphabet. That for addresses has two other signs. */
function standard(id = ''): string {
  return id.replaceAll('-', '+').replaceAll('_', '/');
}

function snowiePosition(text: string): FoundId | null {
  const line = text.trim().split(/\r?\n/).at(0) ?? '';
  const read = snowieIn(line);
  if (!read) return null;
  if (!read.situation) return refused('bad-id', 'The text of Snowie shows an impossible position.');
  return { ok: true, value: { format: 'snowie', situation: read.situation, notes: [] } };
}
