import {
  BAR,
  type Cube,
  checkPosition,
  type Dice,
  fromOwnView,
  legalPlays,
  opponent,
  type Player,
  type Position,
  type Rules,
  samePosition,
  startPosition,
} from 'bg-rules';
import { decodeWindows } from './decode.ts';
import {
  type Comment,
  GameReader,
  type ImportedMatch,
  type ImportResult,
  type MatchFacts,
  MatchReader,
  nameOf,
  Refusal,
  type Remarks,
  refusalOf,
  type Statements,
} from './imported.ts';
import { isNoCube } from './mat.ts';
import { type XgParts, xgParts } from './xg-archive.ts';
import { XgComments } from './xg-comments.ts';

/**
 * Parses a match (.xg) or a position with its decision (.xgp) of eXtreme Gammon, by the layout that its maker published in 2013. Every game
 * is played by the rules; an illegal play is marked, and the game goes on from the position that the file states. The
 * equities and the comments of the file are kept as its own. Never rejects.
 */
export async function parseXg(bytes: Uint8Array): Promise<ImportResult> {
  try {
    return { ok: true, value: [readXg(await xgParts(bytes))] };
  } catch (error) {
    return refusalOf(error, 'byte');
  }
}

const RECORD_SIZE = 2_560;
const KIND = { match: 0, game: 1, cube: 2, move: 3, gameEnd: 4, matchEnd: 5 } as const;
/** No file has more records: each turn has two. */
const MOST_RECORDS = 25_000;

/** One record of 2,560 bytes. */
class Entry {
  readonly #view: DataView;
  /** The number of its first byte among the records, from 1. */
  readonly place: number;

  constructor(records: Uint8Array, index: number) {
    this.#view = new DataView(records.buffer, records.byteOffset + index * RECORD_SIZE, RECORD_SIZE);
    this.place = index * RECORD_SIZE + 1;
  }

  get kind(): number {
    return this.byte(8);
  }

  byte(at: number): number {
    return this.#view.getUint8(at);
  }

  short(at: number): number {
    return this.#view.getInt16(at, true);
  }

  int(at: number): number {
    return this.#view.getInt32(at, true);
  }

  float(at: number): number {
    return this.#view.getFloat32(at, true);
  }

  double(at: number): number {
    return this.#view.getFloat64(at, true);
  }

  /** A text in UTF-16 that ends with a zero, or at `length` characters. */
  text(at: number, length: number): string {
    let text = '';
    for (let n = 0; n < length; n++) {
      const code = this.#view.getUint16(at + 2 * n, true);
      if (code === 0) break;
      text += String.fromCharCode(code);
    }
    return text;
  }

  /** A text of one byte a character behind its length. */
  shortText(at: number, most: number): string {
    const length = Math.min(this.byte(at), most);
    const bytes = Uint8Array.from({ length }, (_, n) => this.byte(at + 1 + n));
    return decodeWindows(bytes);
  }

  /** Counts from the opposing bar to the own bar, as `fromOwnView` takes them. */
  counts(at: number): number[] {
    return Array.from({ length: BAR + 1 }, (_, n) => this.#view.getInt8(at + n) || 0);
  }

  /** Returns player 0 for 1, and player 1 for -1. */
  player(at: number): Player {
    const value = this.int(at);
    if (value !== 1 && value !== -1) throw new Refusal('damaged', 'A record names no player.', this.place + at);
    return value === 1 ? 0 : 1;
  }
}

function readXg({ records, comments }: XgParts): ImportedMatch {
  const count = Math.floor(records.length / RECORD_SIZE);
  if (count > MOST_RECORDS) throw new Refusal('too-long', 'The file has too many records.', 1);
  const [head, ...entries] = Array.from({ length: count }, (_, index) => new Entry(records, index));
  if (!head || head.kind !== KIND.match) throw new Refusal('no-match', 'The file has no match.', 1);
  const match = new MatchReader('byte');
  if (comments === 'damaged') match.note('comments-unread', 1, null);
  const known = new XgComments(comments instanceof Uint8Array ? comments : new Uint8Array());
  const { version, ...terms } = headOf(head);
  let game: XgGame | null = null;
  for (const entry of entries) {
    if (entry.kind === KIND.game) {
      if (game) match.add(game.read());
      game = new XgGame(entry, version, terms, match, known);
    } else if (game) game.take(entry);
  }
  if (game) match.add(game.read());
  return match.read(terms);
}

type Head = Omit<ImportedMatch, 'games' | 'notes' | 'unit'> & { readonly version: number };

/** The length that stands for a session without an end. */
const UNLIMITED = 99_999;
const MAX_LENGTH = 32_767;
/** The versions that have long texts and the limit of the cube. */
const LONG_TEXTS = 24;

function headOf(entry: Entry): Head {
  const version = entry.int(552);
  const stated = entry.int(92);
  const length = stated === UNLIMITED ? 0 : stated;
  if (length < 0 || length > MAX_LENGTH) throw new Refusal('bad-header', 'The match has no possible length.', 93);
  if (entry.int(96) !== 0) throw new Refusal('variation', 'The game is a variant of backgammon.', 97);
  const isLong = version >= LONG_TEXTS;
  const name = (long: number, short: number) =>
    nameOf((isLong ? entry.text(long, 129) : '') || entry.shortText(short, 40), long + 1);
  const limit = isLong ? entry.int(612) : 10;
  const rules: Rules = {
    cube: limit < 0 || limit > 15 || !isNoCube(2 ** limit, length, 613),
    crawford: length > 0 && entry.byte(100) !== 0,
    jacoby: length === 0 && entry.byte(101) !== 0,
    beavers: length === 0 && entry.byte(102) !== 0,
  };
  return { names: [name(880, 9), name(1138, 50)], length, rules, facts: factsOf(entry, isLong), version };
}

/** Days are counted from 30 December 1899. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

function factsOf(entry: Entry, isLong: boolean): MatchFacts {
  const event = (isLong ? entry.text(622, 129) : '') || entry.shortText(136, 128);
  const days = entry.double(128);
  const date =
    days > 0 && days < 100_000 ? new Date(DAY_0 + Math.floor(days) * DAY_MS).toISOString().slice(0, 10) : null;
  return { event: event || null, date };
}

/** Reads the records of one game. */
class XgGame {
  readonly #game: GameReader;
  readonly #comments: XgComments;
  /** A roll that was not played, until its game ends. */
  #isOver = false;
  /** The remarks of the file on the decision to roll. The play or the resignation that follows gets them. */
  #rolling: Remarks = {};

  constructor(
    entry: Entry,
    version: number,
    { length, rules }: Omit<Head, 'version'>,
    match: MatchReader,
    comments: XgComments,
  ) {
    this.#comments = comments;
    const score = [entry.int(12), entry.int(16)] as const;
    const doubles = version >= 26 && length === 0 ? entry.int(64) : 0;
    const counts = entry.counts(21);
    const position = counts.every((n) => n === 0) ? startPosition() : fromOwnView(counts, 0);
    const cube: Cube = { value: 2 ** Math.min(Math.max(doubles, 0), 6), owner: null };
    const crawford = length > 1 && rules.crawford && entry.byte(20) !== 0;
    const terms = { length, rules, score, crawford };
    const isSetUp = !samePosition(position, startPosition());
    this.#game = new GameReader(terms, entry.place, match, { cube, ...(isSetUp && { position }) });
    if (cube.value > 1) match.note('automatic-double', entry.place);
    if (isSetUp) match.note('set-up-read', entry.place);
  }

  take(entry: Entry): void {
    if (entry.kind === KIND.gameEnd) this.#end(entry);
    else if (entry.kind === KIND.cube) this.#game.attempt(() => this.#cube(entry));
    else if (entry.kind === KIND.move) this.#game.attempt(() => this.#move(entry));
  }

  read() {
    return this.#game.read();
  }

  /** Double: 1 if the player doubled. Take: 0 for a pass, 1 for a take, 2 for a beaver, which is then taken, passed or raccooned. */
  #cube(entry: Entry): void {
    const { place } = entry;
    this.#rolling = {};
    const comment = this.#comments.keep(entry.int(292));
    if (entry.int(16) !== 1) {
      this.#rolling = { ...cubeAnalysis(entry, 'rolling', 200), ...(comment && { rollingComment: comment }) };
      return;
    }
    const player = entry.player(12);
    const other = opponent(player);
    const [answer, beaver, raccoon] = [entry.int(20), entry.int(24), entry.int(28)];
    const doubled = { ...cubeAnalysis(entry, 'stated', 200), ...(comment && { comment }) };
    this.#game.decide(player, 'double', [], place, doubled);
    const stated = cubeAnalysis(entry, 'stated', 216);
    if (answer === 0) this.#game.decide(other, 'pass', [], place, stated);
    else if (answer === 1) this.#game.decide(other, 'take', [], place, stated);
    else if (answer === 2) {
      this.#game.decide(other, 'beaver', [], place, stated);
      if (beaver === 0) this.#game.decide(player, 'pass', [], place);
      else if (beaver === 2) {
        this.#game.decide(player, 'raccoon', [], place);
        if (raccoon === 0) this.#game.decide(other, 'pass', [], place);
      }
    }
  }

  #move(entry: Entry): void {
    const { place } = entry;
    const rolling = this.#rolling;
    const comment = this.#comments.keep(entry.int(2_524));
    this.#rolling = {};
    if (this.#isOver) throw new Refusal('illegal-action', 'The game goes on behind a roll that was not played.', place);
    const player = entry.player(64);
    const dice: Dice = [entry.int(100), entry.int(104)];
    if (!dice.every((die) => die >= 1 && die <= 6)) throw new Refusal('bad-move', 'A roll is none.', place + 100);
    // the position before is player 0's view, and that after is the mover's
    const before = fromOwnView(entry.counts(9), 0);
    const reached = fromOwnView(entry.counts(35), player);
    if (!samePosition(before, this.#game.position))
      throw new Refusal('set-up', 'The game goes on from a position that is set up here.', place + 9);
    const plays = legalPlays(before, player, dice);
    const play = plays.find(({ position }) => samePosition(position, reached));
    const isStill = samePosition(before, reached);
    if (play || (isStill && plays.length === 0)) {
      this.#game.roll(player, dice, place);
      const played = { ...rolling, ...moveAnalysis(entry, player), ...(comment && { comment }) };
      this.#game.decide(player, 'play', play?.hops ?? [], place, played);
    } else if (isStill || !checkPosition(reached).ok) {
      this.#game.leave(player, dice, place);
      this.#isOver = true;
      this.#rolling = { ...commentsOf(rolling), ...(comment && { comment }) };
    } else this.#game.illegal(player, dice, reached, place);
  }

  /** The end of a game: winner, points, and how it ended: from 100 a resignation. */
  #end(entry: Entry): void {
    const winner = entry.int(24);
    const points = entry.int(28);
    if ((winner !== 1 && winner !== -1) || points <= 0) return;
    this.#game.end(winner === 1 ? 0 : 1, points, entry.place, 'resignation', commentsOf(this.#rolling));
  }
}

function commentsOf({ comment, rollingComment }: Remarks): Comment {
  return { ...(comment && { comment }), ...(rollingComment && { rollingComment }) };
}

const BY = 'eXtreme Gammon';
/** The loss of a decision that was not analysed. */
const NOT_ANALYSED = -900;
const MOST_PLAYS = 32;
const MOST_SHOWN = 5;

/** The levels of analysis by their numbers in a file, deeper ones later: plies, of which 12 is the reduced third, XG Roller, rollout, opening books. */
const LEVELS = [0, 1, 12, 2, 3, 4, 5, 6, 1_000, 1_001, 1_002, 100, 999, 998];

/** The judgement of a decision about the cube: the loss at `at`, and three equities. */
function cubeAnalysis(entry: Entry, of: keyof Statements, at: number): Statements {
  const loss = entry.double(at);
  const [noDouble, doubleTake, doublePass] = [152, 156, 160].map((place) => entry.float(place));
  if (!isLoss(loss) || noDouble === undefined || doubleTake === undefined || doublePass === undefined) return {};
  if (![noDouble, doubleTake, doublePass].every(Number.isFinite)) return {};
  return { [of]: { by: BY, loss: Math.abs(loss), plays: [], cube: { noDouble, doubleTake, doublePass } } };
}

function moveAnalysis(entry: Entry, player: Player): Statements {
  const loss = entry.double(2_312);
  if (!isLoss(loss)) return {};
  const count = Math.min(Math.max(entry.int(188), 0), MOST_PLAYS);
  const read = Array.from({ length: count }, (_, n) => {
    const position: Position = fromOwnView(entry.counts(192 + n * 26), player);
    return { position, equity: entry.float(1_408 + n * 28 + 24), depth: LEVELS.indexOf(entry.short(1_280 + n * 4)) };
  }).filter(({ position, equity }) => Number.isFinite(equity) && checkPosition(position).ok);
  // a play that only a shallow look rates high is not the best
  const plays = read.toSorted((a, b) => b.depth - a.depth || b.equity - a.equity).slice(0, MOST_SHOWN);
  const shown = plays.map(({ position, equity }) => ({ position, equity }));
  return { stated: { by: BY, loss: Math.abs(loss), plays: shown, cube: null } };
}

function isLoss(loss: number): boolean {
  return Number.isFinite(loss) && loss > NOT_ANALYSED && Math.abs(loss) < 100;
}
