import { type Dice, type Hop, legalPlays, opponent, type Player, type Rules } from 'bg-rules';
import { ACTION, hopOf, LAST_ROLL, mostSteps, rollOf } from '../ogxm/actions.ts';
import {
  GameReader,
  type ImportCode,
  type ImportedGame,
  type ImportedMatch,
  type ImportResult,
  isCrawford,
  MatchReader,
  NO_FACTS,
  nameOf,
  Refusal,
  refusable,
} from './imported.ts';
import { isNoCube } from './mat.ts';
import { analysesOf } from './ogxm-analysis.ts';
import type { ByteReader, RecordReader } from './ogxm-bytes.ts';
import { sectionsOf } from './ogxm-file.ts';
import { notesOf } from './ogxm-notes.ts';
import { withStatements } from './ogxm-stated.ts';

/**
 * Parses a match in the format OGXM 2 (OpenGammon, HedgeHog), which is binary. Its analyses and notes are kept as the file's own,
 * and times and signatures are skipped. Every game is played by the rules. A refusal names a byte of the file instead of a line. Never throws.
 */
export function parseOgxm(bytes: Uint8Array): ImportResult {
  return refusable(() => readOgxm(bytes), 'byte');
}

function readOgxm(bytes: Uint8Array): readonly ImportedMatch[] {
  const file = sectionsOf(bytes);
  const head = headOf(file.match);
  const { names, length } = head;
  // some programs do not state this rule
  const beavers = head.rules.beavers || (length === 0 && file.games.some(hasBeaver));
  const rules = { ...head.rules, beavers };
  const match = new MatchReader('byte');
  let { score } = head;
  for (const reader of file.games) {
    const terms = { length, rules, score };
    const crawford = !head.isAfterCrawford && isCrawford(terms, score, match.games);
    const { game, result } = readGame(reader.again(), { ...terms, crawford }, match);
    match.add(game);
    if (result) score = scoreAfter(score, result);
  }
  if (match.games.length === 0) throw new Refusal('no-match', 'The file has no game.', 1);
  const read = match.read({ names, length, rules, facts: NO_FACTS });
  if (file.analyses.length === 0 && file.notes.length === 0) return [read];
  return [withStatements(read, placesOf(file.games), analysesOf(file.analyses), notesOf(file.notes))];
}

/** Returns the place of each action of the match, in their order: by its index the other parts of the file name an action. */
function placesOf(games: readonly ByteReader[]): number[] {
  const places: number[] = [];
  for (const game of games) {
    const reader = game.again();
    reader.record();
    while (!reader.isAtEnd) places.push(plyOf(reader).place);
  }
  return places;
}

function hasBeaver(game: ByteReader): boolean {
  const reader = game.again();
  reader.record();
  while (!reader.isAtEnd) if (plyOf(reader).action === ACTION.beaver) return true;
  return false;
}

interface Terms {
  readonly length: number;
  readonly rules: Rules;
  readonly score: readonly [number, number];
}

interface Head extends Terms {
  readonly names: [string, string];
  /** True if the Crawford game was played before the first game of the file. */
  readonly isAfterCrawford: boolean;
}

/** Names of the optional fields of a match. */
const MATCH = { white: 0, black: 1, rules: 2, cubeLimit: 3, score: 4, afterCrawford: 11 } as const;

/** The length of the longest match that a position can tell. */
const MAX_LENGTH = 32_767;

function headOf(reader: ByteReader): Head {
  const { place } = reader;
  const record = reader.record();
  const length = record.varint();
  if (length > MAX_LENGTH) throw new Refusal('bad-header', 'The match has no possible length.', place);
  if (record.varint() !== 0) throw new Refusal('variation', 'The game is a variant of backgammon.', place);
  const names: [string, string] = [
    record.has(MATCH.white) ? nameOf(record.text(), place) : '',
    record.has(MATCH.black) ? nameOf(record.text(), place) : '',
  ];
  const said = record.has(MATCH.rules) ? record.varint() : 0;
  const rules: Rules = {
    // a cube that may not pass 1 is never turned
    cube: !record.has(MATCH.cubeLimit) || !isNoCube(record.varint(), length, place),
    crawford: length > 0 && said % 2 === 1,
    jacoby: length === 0 && (said & 2) > 0,
    beavers: length === 0 && (said & 4) > 0,
  };
  const score: [number, number] = record.has(MATCH.score) ? [record.varint(), record.varint()] : [0, 0];
  return { names, length, rules, score, isAfterCrawford: record.has(MATCH.afterCrawford) };
}

interface Result {
  readonly winner: Player;
  readonly points: number;
}

function scoreAfter(score: Terms['score'], { winner, points }: Result): [number, number] {
  const after: [number, number] = [...score];
  after[winner] += points;
  return after;
}

/** Names of the optional fields of a game. */
const GAME = { winner: 0, points: 1, board: 3, cube: 4, owner: 5, autoDoubles: 6 } as const;
const CENTRED = 2;

/** Returns a game, and its result: that of the rules, or else the one that the file states, as for a forfeit. */
function readGame(
  content: ByteReader,
  terms: Terms & { readonly crawford: boolean },
  match: MatchReader,
): { readonly game: ImportedGame; readonly result: Result | null } {
  const { place } = content;
  const record = content.record();
  const stated = resultOf(record);
  const cube = record.has(GAME.board) ? null : cubeOf(record, terms.length);
  if (cube !== null && cube > 1) match.note('automatic-double', place);
  const reader = new GameReader(terms, place, match, { cube: { value: cube ?? 1, owner: null } });
  if (cube === null) reader.refuse('set-up', 'The game begins with a position or a cube that was set up.', place);
  new PlyReader(content, reader, stated).read();
  const game = reader.read();
  return { game, result: game.result ?? stated };
}

/** Returns the cube with which a game begins, centred after automatic doubles. Null for one that a player owns, or that is impossible. */
function cubeOf(record: RecordReader, length: number): number | null {
  const value = record.has(GAME.cube) ? record.varint() : 1;
  const owner = record.has(GAME.owner) ? record.varint() : CENTRED;
  const doubles = record.has(GAME.autoDoubles) ? record.varint() : 0;
  const cube = value === 1 && doubles <= 6 ? 2 ** doubles : value;
  if (length > 0 && cube !== 1) return null;
  const isPossible = owner === CENTRED && cube >= 1 && cube <= 64 && Number.isInteger(Math.log2(cube));
  return isPossible ? cube : null;
}

function resultOf(record: RecordReader): Result | null {
  const { place } = record;
  const winner = record.has(GAME.winner) ? record.varint() : null;
  const points = record.has(GAME.points) ? record.varint() : 0;
  if (winner === null) return null;
  if (winner !== 0 && winner !== 1) throw new Refusal('bad-result', 'The game has no possible winner.', place);
  return { winner, points };
}

interface Ply {
  readonly place: number;
  readonly action: number;
  readonly player: Player;
  readonly dice: Dice | null;
  readonly hops: readonly Hop[];
  /** The factor that a resignation offers. 0 if it does not say so, and for other actions. */
  readonly factor: number;
}

/** Reads the actions of one game. */
class PlyReader {
  readonly #reader: ByteReader;
  readonly #game: GameReader;
  readonly #result: Result | null;
  /** A roll without a play. The next action tells if the player danced, or resigned instead of playing. */
  #unplayed: Ply | null = null;
  /** The player who has to answer a beaver. The file has no action for a take. */
  #beavered: Player | null = null;
  /** True if a player has resigned or lost by forfeit. */
  #isGivenUp = false;
  /** The place where a player gave up the match, or null. */
  #forfeited: number | null = null;

  constructor(reader: ByteReader, game: GameReader, result: Result | null) {
    this.#reader = reader;
    this.#game = game;
    this.#result = result;
  }

  read(): void {
    let place = this.#reader.place;
    while (!this.#reader.isAtEnd) {
      const ply = plyOf(this.#reader);
      place = ply.place;
      if (!MARKERS.includes(ply.action)) this.#game.attempt(() => this.#take(ply));
    }
    this.#game.attempt(() => this.#leave());
    // Only a resignation of the game tells how much was lost.
    if (this.#result && (this.#game.isCut || !this.#isGivenUp)) this.#end(this.#result, 0, place);
    else if (this.#forfeited !== null) {
      if (this.#result) this.#game.end(this.#result.winner, this.#result.points, this.#forfeited, 'forfeit');
      else this.#game.forfeit(this.#forfeited);
    }
  }

  #take(ply: Ply): void {
    const { action, player, dice, place } = ply;
    if (this.#isGivenUp) throw new Refusal('illegal-action', 'The game has ended.', place);
    this.#settle(ply);
    if (dice !== null && ply.hops.length === 0) this.#unplayed = ply;
    else if (dice !== null) this.#play(ply);
    else if (action === ACTION.resignGame) this.#resign(ply);
    else if (action === ACTION.resignMatch || action === ACTION.forfeit) {
      this.#isGivenUp = true;
      this.#forfeited = place;
    } else {
      const kind = DECISIONS[action];
      if (!kind) throw new Refusal(CODES[action] ?? 'bad-move', REASONS[action] ?? 'The action is unknown.', place);
      this.#game.decide(player, kind, [], place);
      this.#beavered = kind === 'beaver' ? opponent(player) : null;
    }
  }

  /** Plays a roll without a play as a dance, unless the player gives up next. */
  #settle(next: Ply): void {
    const roll = this.#unplayed;
    this.#unplayed = null;
    if (roll && !(next.player === roll.player && ENDS.includes(next.action))) this.#play(roll);
  }

  /** A file may end with a roll that was never played. */
  #leave(): void {
    const { dice, player, place } = this.#unplayed ?? {};
    if (!dice || player === undefined || place === undefined) return;
    this.#beavered = null;
    const { position } = this.#game.roll(player, dice, place);
    if (legalPlays(position, player, dice).length === 0) this.#game.decide(player, 'play', [], place);
  }

  #play({ player, dice, hops, place }: Ply): void {
    if (dice === null) return;
    this.#beavered = null;
    this.#game.roll(player, dice, place);
    this.#game.decide(player, 'play', hops, place);
  }

  #resign({ player, factor, place }: Ply): void {
    this.#isGivenUp = true;
    if (this.#result === null) return;
    if (this.#result.winner === player) throw new Refusal('illegal-action', 'A player resigned and won.', place);
    if (this.#game.result) throw new Refusal('illegal-action', 'The game has ended.', place);
    this.#end(this.#result, factor, place);
  }

  /** Ends the game. A beaver counts as taken, unless a resignation is worth the cube before the take. */
  #end({ winner, points }: Result, factor: number, place: number): void {
    const beavered = this.#beavered;
    if (beavered !== null && points !== factor * this.#game.cube)
      this.#game.attempt((game) => game.decide(beavered, 'take', [], place));
    this.#game.end(winner, points, place);
  }
}

/** Actions that tell nothing about the game. */
const MARKERS: readonly number[] = [ACTION.gameOver, ACTION.matchOver, ACTION.final, ACTION.none];
const ENDS: readonly number[] = [ACTION.resignGame, ACTION.resignMatch, ACTION.forfeit];
const DECISIONS: Readonly<Record<number, 'double' | 'take' | 'pass' | 'beaver' | 'raccoon'>> = {
  [ACTION.double]: 'double',
  [ACTION.take]: 'take',
  [ACTION.drop]: 'pass',
  [ACTION.beaver]: 'beaver',
  [ACTION.raccoon]: 'raccoon',
};
const CODES: Readonly<Record<number, ImportCode>> = { [ACTION.setPosition]: 'set-up', 36: 'set-up' };
const REASONS: Readonly<Record<number, string>> = {
  [ACTION.setPosition]: 'A position that was set up within a game, or an illegal play, cannot be imported.',
  34: 'A settlement cannot be imported.',
  36: 'A cube that was set by hand cannot be imported.',
  37: 'A turn whose roll is not known cannot be imported.',
};

/** Reads the bits of an action, the steps of a play, and of what an action has besides the factor of a resignation. */
function plyOf(reader: ByteReader): Ply {
  const { place } = reader;
  const first = reader.byte();
  const action = first % 64;
  const player: Player = (first & 64) === 0 ? 0 : 1;
  const dice = action <= LAST_ROLL ? rollOf(action) : null;
  const hops = dice === null ? [] : hopsOf(reader, player, mostSteps(dice));
  const factor = first >= 128 ? factorIn(reader.record()) : 0;
  return { place, action, player, dice, hops, factor };
}

/** The field of a resignation. The field before it, dice, is one of other actions. */
const FACTOR = 1;

function factorIn(extras: RecordReader): number {
  return extras.has(FACTOR) ? extras.varint() : 0;
}

function hopsOf(reader: ByteReader, player: Player, most: number): Hop[] {
  const hops: Hop[] = [];
  for (let step = 0; step < most; step++) {
    const { place } = reader;
    const byte = reader.byte();
    if (byte === 0) break;
    const hop = hopOf(byte, player);
    if (!hop) throw new Refusal('bad-move', 'A step is not a move of a checker.', place);
    hops.push(hop);
  }
  return hops;
}
