import { type Dice, fromOwnView, opponent, type Player, parsePlay, type Rules } from 'bg-rules';
import {
  GameReader,
  type ImportedGame,
  type ImportedMatch,
  type ImportResult,
  isCrawford,
  type MatchFacts,
  MatchReader,
  MOST_DECISIONS,
  Refusal,
  refusable,
  requireRoom,
} from './imported.ts';
import { type Head, headOf, isHead, orderOf, type Tags, tagIn } from './mat-head.ts';
import { type Cell, cellsOf, isLoose, type Row, withoutTabs } from './mat-row.ts';
import { snowieIn } from './snowie.ts';

/** A long match has some 60 kB. A file may have several. */
const MAX_MAT_LENGTH = 2_000_000;

/** A line with two plays has some 70 characters. */
const MAX_LINE_LENGTH = 400;

/** No archive has more matches in a file of this size. */
const MOST_MATCHES = 100;

const LENGTH = /^\s*(\d{1,5})\s+points?\s+(?:match|game)|^\s*match\s+(?:of|to)\s+(\d{1,5})(?:\s+points?)?\s*$/i;
const MONEY = /^\s*(?:money|unlimited)\s+(?:game|session|match)\s*$/i;
const GAME = /^\s*game\s+\d+\s*$/i;

/**
 * Parses matches in the .mat format (Jellyfish) and its kin as GNU Backgammon, eXtreme Gammon, Backgammon Galaxy, GamesGrid,
 * OpenGammon and HedgeHog write it. Every game is played by the rules. A game with a fault is read up to it, which is noted.
 * Never throws.
 */
export function parseMat(text: string): ImportResult {
  return refusable(() => readMat(text));
}

/** The lines of one game. */
interface GameText {
  readonly line: number;
  head: Head | null;
  readonly rows: Row[];
}

/** The lines of one match. */
interface MatchText {
  readonly line: number;
  readonly length: number;
  readonly tags: Tags;
  readonly games: GameText[];
  /** The first line that is no part of a game, or 0. */
  skipped: number;
}

function readMat(text: string): readonly ImportedMatch[] {
  if (text.length > MAX_MAT_LENGTH) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  return matchesIn(text).map(readMatch);
}

/** Splits a file into its matches and their games. */
function matchesIn(text: string): MatchText[] {
  const matches: MatchText[] = [];
  let tags: Tags = new Map();
  let match: MatchText | null = null;
  let game: GameText | null = null;
  let first = 0;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const at = index + 1;
    const bare = line.trim();
    const tag = tagIn(bare, at);
    const expected: GameText | null = game?.head === null ? game : null;
    if (expected && line.length <= MAX_LINE_LENGTH && isHead(withoutTabs(line)))
      expected.head = headOf(withoutTabs(line), at, match?.tags ?? tags);
    else if (tag) {
      // the tags of the next match of the file stand before its length
      if (match) [match, game, tags] = [null, null, new Map()];
      if (tags.size < 100) tags.set(...tag);
    } else if (bare === '' || bare.startsWith(';') || bare.startsWith('#')) continue;
    else if (line.length > MAX_LINE_LENGTH) {
      if (match) throw new Refusal('too-long', 'The line is too long.', at);
      first ||= at;
    } else if (LENGTH.test(line) || MONEY.test(line)) {
      if (matches.length === MOST_MATCHES) throw new Refusal('too-long', 'The file has too many matches.', at);
      match = { line: at, length: lengthIn(line), tags, games: [], skipped: 0 };
      matches.push(match);
      [game, tags] = [null, new Map()];
    } else if (match === null) {
      // a title, or another format
      first ||= at;
    } else if (GAME.test(line)) {
      requireRoom(
        match.games.map(() => ({ decisions: [] })),
        at,
      );
      game = { line: at, head: null, rows: [] };
      match.games.push(game);
    } else if (game === null) {
      if (/^\s*\d+\)/.test(line)) throw new Refusal('bad-header', 'A game begins with its number and the players.', at);
      match.skipped ||= at;
    } else if (game.head === null) game.head = headOf(withoutTabs(line), at, match.tags);
    else {
      const row = cellsOf(line, at);
      if (game.rows.length === MOST_DECISIONS) throw new Refusal('too-long', 'The game is too long.', at);
      if (row) game.rows.push(row);
      else match.skipped ||= at;
    }
  }
  if (matches.length === 0)
    throw new Refusal('no-match', 'A match begins with its length, such as "7 point match".', first || 1);
  return matches;
}

function lengthIn(line: string): number {
  const [, before, behind] = LENGTH.exec(line) ?? [];
  return Number(before ?? behind ?? 0);
}

function readMatch({ line, length, tags, games, skipped }: MatchText): ImportedMatch {
  const match = new MatchReader();
  const rules = rulesOf(length, tags, match, line);
  if (skipped > 0) match.noteOnce('skipped-lines', skipped);
  let names: readonly [string, string] | null = null;
  for (const [index, text] of games.entries()) {
    const { head } = text;
    if (!head) continue;
    names ??= head.names;
    const isSwapped = orderOf(head.names, names) === 'swapped';
    match.add(readGame({ ...text, head }, { names, length, rules, isSwapped, isFirst: index === 0 }, match));
  }
  if (names === null) throw new Refusal('no-match', 'The file has no game of a match.', line);
  return match.read({ names, length, rules, facts: factsOf(tags) });
}

/** Games that change more than these rules. */
const VARIATIONS: readonly string[] = ['variation', 'variant', 'game type', 'gametype'];
/** The limit above which a cube limit changes no decision of a money game that anyone has met. */
const HARMLESS_LIMIT = 64;

function rulesOf(length: number, tags: Tags, match: MatchReader, line: number): Rules {
  const tagOf = (name: string) => tags.get(name)?.value.trim().toLowerCase();
  const is = (name: string, word: string) => tagOf(name) === word;
  const money = length === 0;
  for (const name of VARIATIONS) {
    const value = tagOf(name)?.replace(/[\s-]/g, '');
    if (value !== undefined && value !== '' && value !== 'backgammon' && value !== 'standard')
      throw new Refusal('variation', 'The game is a variant of backgammon.', tags.get(name)?.line ?? line);
  }
  for (const name of ['crawford', 'jacoby', 'beaver', 'beavers']) {
    const value = tagOf(name);
    if (value !== undefined && value !== 'on' && value !== 'off')
      match.note('unknown-rule', tags.get(name)?.line ?? line, null);
  }
  const automatic = ['autodouble', 'autodoubles', 'automatic doubles'].find((name) => (tagOf(name) ?? 'off') !== 'off');
  const limit = tags.get('cubelimit');
  const isLimit = /^\d{1,6}$/.test(limit?.value.trim() ?? '1');
  // where automatic doubles are in force, only a double tells the cube
  if (automatic !== undefined) match.note('unknown-rule', tags.get(automatic)?.line ?? line, null);
  if (!isLimit) match.note('unknown-rule', limit?.line ?? line, null);
  return {
    cube: limit === undefined || !isLimit || !isNoCube(Number(limit.value), length, limit.line),
    crawford: !money && !is('crawford', 'off'),
    jacoby: money && is('jacoby', 'on'),
    // most programs do not write the rule of beavers
    beavers: money && !is('beaver', 'off') && !is('beavers', 'off'),
  };
}

/** Returns true if a limit forbids the cube. Refuses a limit that changes the game in another way. */
export function isNoCube(limit: number, length: number, line: number): boolean {
  if (limit === 1) return true;
  // beyond the length of the match, and beyond 64 for money, a limit changes nothing
  if (limit === 0 || limit >= HARMLESS_LIMIT || (length > 0 && limit >= length)) return false;
  throw new Refusal('cube-limit', `A cube that may not pass ${limit} is another game.`, line);
}

function factsOf(tags: Tags): MatchFacts {
  const event = tags.get('event')?.value.trim() || null;
  const date = /^(\d{4})[.-](\d\d)[.-](\d\d)$/.exec((tags.get('eventdate') ?? tags.get('date'))?.value.trim() ?? '');
  return { event: event?.slice(0, 200) ?? null, date: date && `${date[1]}-${date[2]}-${date[3]}` };
}

interface GameTerms {
  readonly names: readonly [string, string];
  readonly length: number;
  readonly rules: Rules;
  /** True if the players have changed columns since the first game. */
  readonly isSwapped: boolean;
  readonly isFirst: boolean;
}

function readGame(text: GameText & { head: Head }, terms: GameTerms, match: MatchReader): ImportedGame {
  const { head, rows } = text;
  const { length, rules } = terms;
  const score = terms.isSwapped ? ([head.score[1], head.score[0]] as const) : head.score;
  const isDoubled = rows.some(({ cells }) => cells.some(({ kind }) => kind === 'double'));
  let crawford = isCrawford({ length, rules }, score, match.games);
  if (crawford && terms.isFirst && Math.max(...score) > 0) {
    if (isDoubled) crawford = false;
    else match.note('crawford-assumed', head.line);
  }
  const cube = cubeAtStart(rows, length);
  if (cube > 1) match.note('automatic-double', head.line);
  const game = new GameReader(
    { length, rules, score, crawford },
    head.line,
    match,
    cube > 1 ? { cube: { value: cube, owner: null } } : {},
  );
  new RowReader(game, rows, { middle: (LEFT + head.right) / 2, ...terms }).read();
  return game.read();
}

/** The column of the left player's cells. */
const LEFT = 5;

/** Returns the cube with which a money game began: the first double says to what it goes. */
function cubeAtStart(rows: readonly Row[], length: number): number {
  const first = rows.flatMap(({ cells }) => cells).find(({ kind }) => kind === 'double');
  const value = (first?.number ?? 2) / 2;
  return length === 0 && Number.isInteger(Math.log2(value)) && value >= 1 && value <= 64 ? value : 1;
}

interface Columns {
  /** The column between the players. */
  readonly middle: number;
  readonly names: readonly [string, string];
  readonly isSwapped: boolean;
}

/** Reads the rows of one game. */
class RowReader {
  readonly #game: GameReader;
  readonly #rows: readonly Row[];
  readonly #middle: number;
  readonly #names: readonly [string, string];
  readonly #isSwapped: boolean;
  /** True if columns do not tell the players apart. */
  readonly #isLoose: boolean;
  /** The player who has given up, and how. */
  #lost: { readonly player: Player; readonly how: 'resignation' | 'time' | 'forfeit'; readonly line: number } | null =
    null;
  /** A roll without a play. The next cell says if its player gave up. */
  #unplayed: { readonly player: Player; readonly dice: Dice; readonly line: number } | null = null;
  /** The points of a loser, if no line says what the winner won. */
  #points = 0;

  constructor(game: GameReader, rows: readonly Row[], { middle, names, isSwapped }: Columns) {
    this.#game = game;
    this.#rows = rows;
    this.#middle = middle;
    this.#names = names;
    this.#isSwapped = isSwapped;
    this.#isLoose = isLoose(rows);
  }

  read(): void {
    let last = 1;
    for (const [index, row] of this.#rows.entries()) {
      last = row.line;
      this.#takeRow(row, index);
    }
    const lost = this.#lost;
    this.#leave();
    if (lost && this.#game.result === null && this.#points > 0)
      this.#game.end(opponent(lost.player), this.#points, last, lost.how);
  }

  #takeRow(row: Row, index: number): void {
    const { line, cells } = row;
    if (row.unread !== null) this.#game.refuse('bad-move', `The line has no move of a player: ${row.unread}`, line);
    for (const [n, cell] of cells.entries()) {
      const player = cells.length > 1 ? this.#seat(n === 1) : this.#only(cell, row, index);
      this.#take(cell, player, line);
    }
  }

  #seat(isRight: boolean): Player {
    return isRight !== this.#isSwapped ? 1 : 0;
  }

  /** Returns the player of the only cell of a row. */
  #only(cell: Cell, row: Row, index: number): Player {
    const byColumn = this.#seat(cell.column > this.#middle);
    if (cell.kind === 'wins') {
      const winner = this.#game.result?.winner ?? (this.#lost ? opponent(this.#lost.player) : null);
      return winner ?? byColumn;
    }
    if (!this.#isLoose) return byColumn;
    const { toAct } = this.#game;
    if (toAct !== null) return this.#unplayed && cell.kind !== 'roll' ? this.#unplayed.player : toAct;
    // a single cell on the first of several rows is the right player's, because the left one would have another player's beside it
    const isMore = this.#rows.slice(index + 1).some(({ isNumbered }) => isNumbered);
    return row.isNumbered && isMore ? this.#seat(true) : byColumn;
  }

  #take(cell: Cell, player: Player, line: number): void {
    switch (cell.kind) {
      case 'wins':
        this.#leave();
        this.#win(cell, player, line);
        break;
      case 'losses':
        this.#give(player, 'resignation', line);
        this.#points = cell.number ?? 0;
        break;
      case 'resign':
      case 'time':
      case 'forfeit':
        this.#give(player, cell.kind === 'resign' ? 'resignation' : cell.kind, line);
        break;
      default:
        this.#game.attempt(() => this.#act(cell, player, line));
    }
  }

  #give(player: Player, how: 'resignation' | 'time' | 'forfeit', line: number): void {
    if (this.#unplayed?.player !== player) this.#leave();
    this.#lost = { player, how, line };
  }

  #win({ number }: Cell, player: Player, line: number): void {
    if (number === null) return;
    this.#game.end(player, number, line, this.#lost?.how);
    this.#lost = null;
  }

  /** A roll without a play is the last of its game. */
  #leave(): void {
    const roll = this.#unplayed;
    this.#unplayed = null;
    if (roll) this.#game.attempt((game) => game.leave(roll.player, roll.dice, roll.line));
  }

  #act(cell: Cell, player: Player, line: number): void {
    const game = this.#game;
    if (this.#unplayed) {
      const { line: at } = this.#unplayed;
      this.#unplayed = null;
      throw new Refusal('bad-move', 'The roll is not played.', at);
    }
    if (this.#lost) this.#answer(cell, player, line);
    else if (cell.unread !== null) throw new Refusal('bad-move', `The words are unknown: ${cell.unread}`, line);
    else if (cell.kind === 'roll' && cell.dice) this.#play(cell.text, cell.dice, player, line);
    else {
      const kind = ACTIONS[cell.kind];
      if (!kind) throw new Refusal('bad-move', 'The line has no move of a player.', line);
      const { number } = cell;
      if (kind === 'double' && number !== null && number !== game.nextCube)
        throw new Refusal('illegal-action', `The cube is at ${game.cube} before this double.`, line);
      game.decide(player, kind, [], line);
    }
  }

  /** The answer to a resignation. */
  #answer(cell: Cell, player: Player, line: number): void {
    if (player === this.#lost?.player || this.#lost?.how !== 'resignation')
      throw new Refusal('illegal-action', 'The game has ended.', line);
    if (cell.kind === 'pass') this.#lost = null;
    else if (cell.kind !== 'take') throw new Refusal('illegal-action', 'The game has ended.', line);
  }

  #play(text: string, dice: Dice, player: Player, line: number): void {
    const position = POSITION.exec(text)?.[1];
    const play = playIn(text);
    if (position !== undefined) this.#setUp(position, dice, player, line);
    else if (play === null) this.#unplayed = { player, dice, line };
    else {
      const situation = this.#game.roll(player, dice, line);
      const read = parsePlay(play, { position: situation.position, player, dice });
      if (read.ok) this.#game.decide(player, 'play', read.value, line);
      // a roll after which the player resigned has no move
      else if (text !== '') throw new Refusal('bad-move', read.message, line);
    }
  }

  /**
   * Snowie writes an illegal play as the whole position after it, from the side of the player on roll: usually the opponent,
   * before or after the next roll.
   */
  #setUp(text: string, dice: Dice, player: Player, line: number): void {
    const read = snowieIn(text);
    const next = opponent(player);
    const own = this.#names[player];
    if (!read?.situation || (read.names[0] === own && read.names[1] !== own))
      throw new Refusal('set-up', 'The line sets up a position that is impossible or not the next.', line);
    this.#game.illegal(player, dice, fromOwnView(read.view, next), line);
  }
}

const ACTIONS: Readonly<Record<string, 'double' | 'take' | 'pass' | 'beaver' | 'raccoon'>> = {
  double: 'double',
  take: 'take',
  pass: 'pass',
  beaver: 'beaver',
  raccoon: 'raccoon',
};

const POSITION = /^illegal play\s*\((.*)\)$/i;

/** The words of programs for a roll without a play. */
const NO_PLAY =
  /^\(?(?:cannot move|can ?not move|can't move|no (?:legal )?(?:moves?|plays?)|dances?|danced|fans|forced pass|pass|-+)\)?[.!]*$/i;

/** Returns a play in the notation of `parsePlay`. Null for a roll that was not played, which eXtreme Gammon writes as question marks. */
function playIn(text: string): string | null {
  if (/^\?{3,}$/.test(text)) return null;
  const bare = text.replace(/\s*[?!]+(?=\s|$)/g, '').trim();
  if (NO_PLAY.test(bare)) return '';
  return bare
    .replace(/\b(\d{1,2}|bar|b)-(?=\d|off|o\b)/gi, '$1/')
    .replace(/\bb\//gi, 'bar/')
    .replace(/\/o(?=\s|\*|\(|$)/gi, '/off')
    .replace(/\((\d)\)\*/g, '*($1)')
    .replace(/[,;]+/g, ' ');
}
