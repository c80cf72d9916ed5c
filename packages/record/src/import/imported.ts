import {
  type Action,
  applyAction,
  type Cube,
  type Dice,
  type Hop,
  type MatchState,
  makeSituation,
  matchFrom,
  opponent,
  type Player,
  type Position,
  type Rules,
  type Situation,
  situationOf,
  startPosition,
} from 'bg-rules';

/** The judgement of a decision that a file brings with it, such as that of eXtreme Gammon. Nothing of it is checked. */
export interface StatedAnalysis {
  /** The program that made it, up to 60 characters, as the file may name it in its own words. Null if the file does not say it. */
  readonly by: string | null;
  /** Normalised equity that the decision lost, 0 or more. */
  readonly loss: number;
  /** The candidate plays, the best first, each with the position that it reaches. Empty for a decision about the cube. */
  readonly plays: readonly { readonly position: Position; readonly equity: number }[];
  /** Equities of the decision to double, from the doubler's side. Null for a play. */
  readonly cube: { readonly noDouble: number; readonly doubleTake: number; readonly doublePass: number } | null;
}

/** One decision of an imported match, in the order of the file. */
export interface ImportedDecision {
  readonly player: Player;
  /**
   * `illegal`: a play that the rules do not allow, after which the file states the position. `raccoon`: the doubler doubles
   * once more after a beaver. The rules of this program have neither, so both change only the situation of the next decision.
   */
  readonly kind: 'play' | 'double' | 'take' | 'pass' | 'beaver' | 'resign' | 'raccoon' | 'illegal';
  /** The situation in which the player decided. */
  readonly situation: Situation;
  /** The play. Empty for any other decision, and if the roll allows no play. */
  readonly hops: readonly Hop[];
  /** The line of the file, from 1. In a binary file the number of the byte. */
  readonly line: number;
  /** The judgement that the file states of this decision. */
  readonly stated?: StatedAnalysis;
  /** The judgement that the file states of rolling instead of doubling, before this play. */
  readonly rolling?: StatedAnalysis;
  /** A comment of the file on this decision: lines of plain text, up to 2,000 characters, without control characters. */
  readonly comment?: string;
  /** A comment on rolling instead of doubling, before this play or resignation, in the same form. */
  readonly rollingComment?: string;
}

/** The judgements that a file states of a decision. */
export type Statements = Pick<ImportedDecision, 'stated' | 'rolling'>;

/** The comments of a file on a decision. */
export type Comment = Pick<ImportedDecision, 'comment' | 'rollingComment'>;

/** Everything that a file says about a decision. */
export type Remarks = Statements & Comment;

/**
 * The way in which a game ended: by the rules, a resignation, on time, by giving up the match, as the file states without
 * the plays that lead there, or not at all.
 */
export type GameEnding = 'rules' | 'resignation' | 'time' | 'forfeit' | 'stated' | 'open';

/** One game of an imported match. Its decisions follow the rules, except for those marked `illegal` and `raccoon`. */
export interface ImportedGame {
  /** The score before the game. */
  readonly score: readonly [number, number];
  readonly crawford: boolean;
  readonly decisions: readonly ImportedDecision[];
  /** Null if the file does not say how the game ended. */
  readonly result: { readonly winner: Player; readonly points: number } | null;
  readonly ending: GameEnding;
  /** The line on which the game begins, or its byte. */
  readonly line: number;
}

/** The codes of a refused file, and of a game that is read up to a fault. */
export const IMPORT_CODES = [
  'too-long',
  'no-match',
  'bad-header',
  'bad-score',
  'bad-move',
  'illegal-action',
  'bad-result',
  'damaged',
  'other-version',
  /** Another game than backgammon, such as Nackgammon. */
  'variation',
  /** A limit of the cube that changes the game. */
  'cube-limit',
  /** A position that was set up. */
  'set-up',
  /** A format that this reader knows by name only. */
  'other-format',
  /** An id whose cube is raccooned: the rules have no such state. */
  'raccoon',
  /** An id that is damaged or shows an impossible position. */
  'bad-id',
] as const;
export type ImportCode = (typeof IMPORT_CODES)[number];

/** The codes of the remarks about a file that was read. The first four end the game at that line. */
export const NOTE_CODES = [
  'bad-move',
  'illegal-action',
  'set-up',
  'bad-score',
  /** An illegal play is marked, and the game goes on from the position that the file states. */
  'illegal-kept',
  /** A game began with a position that was set up, and was read from it. */
  'set-up-read',
  /** A roll was not played: its player gave up. */
  'unplayed-roll',
  /** By the rules the game had another result than the file states. The points are those of the file. */
  'result-differs',
  /** The result of a game follows from the score of the next one only. */
  'result-from-score',
  /** The score of a game does not follow from the game before. */
  'score-jump',
  /** A player lost the match on time. */
  'time',
  /** A player gave up the match. */
  'forfeit',
  /** Automatic doubles: the game began with this cube. */
  'automatic-double',
  /** A raccoon was read. The review skips the decision. */
  'raccoon',
  /** The first game of the file was taken for the Crawford game. */
  'crawford-assumed',
  /** The bytes are no UTF-8 and were read as Windows-1252. */
  'encoding-assumed',
  /** A rule that this reader does not know. */
  'unknown-rule',
  /** The comments of the file are damaged, or too long. They are left out. */
  'comments-unread',
  /** Lines that are no part of a game were skipped. */
  'skipped-lines',
  /** The cube of the id was read as a value, as BGBlitz writes it, not as a power of two. */
  'cube-as-value',
  /** The id names no player on roll. The lower player is taken to be the opponent, as GNU Backgammon does. */
  'turn-assumed',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

/** A remark about something that was left out, added or assumed. */
export interface ImportNote {
  readonly code: NoteCode;
  /** The number of the game in the match, from 1. Null for the file as a whole. */
  readonly game: number | null;
  /** The line, or the byte in a binary file, from 1. */
  readonly line: number;
}

/** Facts about a match that change nothing in it. Each is null if the file does not say it. */
export interface MatchFacts {
  readonly event: string | null;
  /** The day as YYYY-MM-DD. */
  readonly date: string | null;
}

export const NO_FACTS: MatchFacts = { event: null, date: null };

/** A match from another program. Nothing proves its dice, its players or its result. */
export interface ImportedMatch {
  readonly names: readonly [string, string];
  /** Match length in points, 0 for a money session. */
  readonly length: number;
  readonly rules: Rules;
  readonly games: readonly ImportedGame[];
  readonly facts: MatchFacts;
  /** The unit of all `line` members: lines of a text, or bytes of a binary file. */
  readonly unit: 'line' | 'byte';
  /** Everything that was left out or assumed, in the order of the file. */
  readonly notes: readonly ImportNote[];
}

/** A refusal, with the place from which the file cannot be read. */
export interface ImportFailure {
  readonly ok: false;
  readonly code: ImportCode;
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** The unit of `line`: lines of a text, or bytes of a binary file. */
  readonly unit: 'line' | 'byte';
}

/** The matches of a file, in its order. There is at least one. A match may have no decision if no player has made one. */
export type ImportResult = { readonly ok: true; readonly value: readonly ImportedMatch[] } | ImportFailure;

/** No game of sound plays is longer. */
export const MOST_DECISIONS = 4_000;
/** The number of games that a file may have, and of decisions in all of them. A match to 25 points has some 3,000 decisions. */
export const MOST_GAMES = 500;
const MOST_IN_ALL = 50_000;
/** A file with more remarks is no match file. Later ones are dropped. */
const MOST_NOTES = 200;

/** Thrown inside the readers. It never leaves this folder. */
export class Refusal extends Error {
  readonly code: ImportCode;
  readonly line: number;

  constructor(code: ImportCode, message: string, line: number) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

/** Runs a reader and returns its refusal as a value. */
export function refusable(read: () => readonly ImportedMatch[], unit: ImportFailure['unit'] = 'line'): ImportResult {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return refusalOf(error, unit);
  }
}

/** Returns a refusal as a value. Throws every other error. */
export function refusalOf(error: unknown, unit: ImportFailure['unit']): ImportFailure {
  if (!(error instanceof Refusal)) throw error;
  const { code, message, line } = error;
  return { ok: false, code, message, line, unit };
}

/** Longer than any name. */
const MAX_NAME_LENGTH = 400;

/** Refuses a name that is too long. */
export function nameOf(text: string, line: number): string {
  if (text.length > MAX_NAME_LENGTH) throw new Refusal('too-long', 'A name is too long.', line);
  return text;
}

/** Refuses a file with more games or decisions than it may have. */
export function requireRoom(games: readonly Pick<ImportedGame, 'decisions'>[], line: number): void {
  const decisions = games.reduce((sum, game) => sum + game.decisions.length, 0);
  if (games.length >= MOST_GAMES || decisions > MOST_IN_ALL)
    throw new Refusal('too-long', 'The file has too many games.', line);
}

interface Terms {
  readonly length: number;
  readonly score: readonly [number, number];
  readonly crawford: boolean;
  readonly rules: Rules;
}

/** A game that does not begin with the usual position and a cube of 1. */
interface Beginning {
  readonly position?: Position;
  readonly cube?: Cube;
}

/** The faults of a game that leave the games around it readable. */
const WITHIN_GAME: readonly ImportCode[] = ['bad-move', 'illegal-action', 'set-up', 'bad-score'];

/** Collects the games of one match, and the remarks about them. */
export class MatchReader {
  readonly games: ImportedGame[] = [];
  readonly #unit: ImportedMatch['unit'];
  readonly #notes: ImportNote[] = [];
  #fault: Refusal | null = null;

  constructor(unit: ImportedMatch['unit'] = 'line') {
    this.#unit = unit;
  }

  /** Adds a remark about the game that is read next, or about the whole file. */
  note(code: NoteCode, line: number, game: number | null = this.games.length + 1): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push({ code, game, line });
  }

  /** Adds a remark about the file unless it has been made. */
  noteOnce(code: NoteCode, line: number): void {
    if (!this.#notes.some((note) => note.code === code)) this.note(code, line, null);
  }

  /**
   * Runs a part of the reading of a game. Returns false after a fault that spoils this game only, which is noted.
   * Throws every other refusal.
   */
  attempt(part: () => void): boolean {
    try {
      part();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || !WITHIN_GAME.includes(error.code)) throw error;
      this.#fault ??= error;
      this.note(error.code as NoteCode, error.line);
      return false;
    }
  }

  /** Adds a game. It refuses one more than a file may have. */
  add(game: ImportedGame): void {
    requireRoom(this.games, game.line);
    this.games.push(game);
  }

  /** Returns the match. Throws the first fault if no game has a decision. */
  read(head: Pick<ImportedMatch, 'names' | 'length' | 'rules' | 'facts'>): ImportedMatch {
    checkScores(this.games, head.length, this);
    if (this.#fault && !hasDecision(this)) throw this.#fault;
    const notes = this.#notes.toSorted((a, b) => a.line - b.line);
    return { ...head, games: this.games, unit: this.#unit, notes };
  }
}

/** Returns true if a player decided anything. */
export function hasDecision({ games }: Pick<ImportedMatch, 'games'>): boolean {
  return games.some(({ decisions }) => decisions.length > 0);
}

/** Compares the score of each game with the game before, which may lack a result. */
function checkScores(games: ImportedGame[], length: number, reader: MatchReader): void {
  for (const [index, next] of games.entries()) {
    const game = games[index - 1];
    if (!game) continue;
    const [first, second] = [next.score[0] - game.score[0], next.score[1] - game.score[1]];
    const won: ImportedGame['result'] =
      first > 0 && second === 0
        ? { winner: 0, points: first }
        : second > 0 && first === 0
          ? { winner: 1, points: second }
          : null;
    const { result } = game;
    if (result === null && won) {
      games[index - 1] = { ...game, result: won, ending: 'stated' };
      reader.note('result-from-score', next.line, index);
    } else if (result?.winner !== won?.winner || result?.points !== won?.points) {
      // some programs begin each money game at 0
      const isReset = length === 0 && next.score[0] === 0 && next.score[1] === 0;
      if (!isReset) reader.note('score-jump', next.line, index + 1);
    }
  }
}

type Said = Exclude<ImportedDecision['kind'], 'resign' | 'illegal'>;

/** Plays one game of a file by the rules. */
export class GameReader {
  readonly #terms: Terms;
  readonly #line: number;
  readonly #match: MatchReader;
  readonly #beginning: Beginning;
  readonly #decisions: ImportedDecision[] = [];
  #state: MatchState | null = null;
  /** The result that the file adds to what the rules say. */
  #added: ImportedGame['result'] = null;
  #ending: GameEnding = 'open';
  #isCut = false;
  /** The value of the cube before a raccoon that waits for an answer, or null. */
  #beforeRaccoon: number | null = null;

  /**
   * @param line the line of the score
   * @param beginning the position and the cube if they are not the usual ones
   */
  constructor(terms: Terms, line: number, match: MatchReader, beginning: Beginning = {}) {
    this.#terms = terms;
    this.#line = line;
    this.#match = match;
    this.#beginning = beginning;
    const { length, score } = terms;
    if (length > 0 && Math.max(...score) >= length)
      this.refuse('bad-score', 'A player has the points of the match before the game.', line);
  }

  /** True after a fault. The rest of the game is left out, except its result. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The player who must act. Null before the first action, and after the end of the game. */
  get toAct(): Player | null {
    return this.#state === null || this.#hasEnded ? null : this.#state.toAct;
  }

  /** Runs actions of the game. A fault that spoils only this game cuts it there. */
  attempt(act: (game: this) => void): void {
    if (!this.#isCut && !this.#match.attempt(() => act(this))) this.#isCut = true;
  }

  /** Ends the game here by a fault. */
  refuse(code: ImportCode, message: string, line: number): void {
    this.attempt(() => {
      throw new Refusal(code, message, line);
    });
  }

  /** Returns the situation, with the roll, in which `player` plays. */
  roll(player: Player, dice: Dice, line: number): Situation {
    this.#beforeRaccoon = null;
    if (this.#state?.phase === 'beaver') this.#act({ type: 'take', player }, line);
    if (this.#state === null) this.#state = this.#opened(player, dice);
    else {
      this.#act({ type: 'roll', player }, line);
      this.#act({ type: 'dice', dice }, line);
    }
    return situationOf(this.#state);
  }

  /** Adds a decision of the player who must make it. */
  decide(player: Player, said: Said, hops: readonly Hop[], line: number, remarks: Remarks = {}): void {
    if (this.#state === null) this.#state = this.#opened(player, null);
    if (this.#beforeRaccoon !== null) {
      this.#answerRaccoon(player, said, line);
      return;
    }
    const kind = this.#meant(said);
    const decision = { player, kind, situation: situationOf(this.#state), hops, line, ...remarks };
    if (kind === 'raccoon') this.#raccoon(player, line);
    else this.#act(kind === 'play' ? { type: 'play', player, hops } : { type: kind, player }, line);
    this.#add(decision);
  }

  /** A double that answers a double is a beaver, and one that answers a beaver is a raccoon. */
  #meant(said: Said): Said {
    if (said !== 'double') return said;
    if (this.#state?.phase === 'double') return 'beaver';
    return this.#state?.phase === 'beaver' ? 'raccoon' : 'double';
  }

  #add(decision: ImportedDecision): void {
    if (this.#decisions.length >= MOST_DECISIONS) throw new Refusal('too-long', 'The game is too long.', decision.line);
    this.#decisions.push(decision);
  }

  /** The doubler doubles a beaver: the cube is that of a take, twice. */
  #raccoon(player: Player, line: number): void {
    if (this.#state?.phase !== 'beaver') throw new Refusal('illegal-action', 'A raccoon answers a beaver.', line);
    this.#act({ type: 'take', player }, line);
    this.#beforeRaccoon = this.#state.cube.value;
    this.#state = { ...this.#state, cube: { ...this.#state.cube, value: 2 * this.#state.cube.value } };
    this.#match.note('raccoon', line);
  }

  #answerRaccoon(player: Player, said: string, line: number): void {
    const value = this.#beforeRaccoon ?? 1;
    this.#beforeRaccoon = null;
    if (player === this.#state?.turn || (said !== 'take' && said !== 'pass'))
      throw new Refusal('illegal-action', 'A raccoon is taken or passed.', line);
    if (said === 'pass') {
      this.#added = { winner: opponent(player), points: value };
      this.#ending = 'rules';
    }
  }

  /** Marks a play that the rules do not allow, and goes on from the position that the file states. */
  illegal(player: Player, dice: Dice, reached: Position, line: number): void {
    const situation = this.roll(player, dice, line);
    const onRoll = opponent(player);
    try {
      this.#state = matchFrom(
        makeSituation({ ...situation, position: reached, onRoll, toAct: onRoll, dice: null, status: 'playing' }),
      );
    } catch {
      throw new Refusal('bad-move', 'The play is illegal, and the position after it is impossible.', line);
    }
    this.#add({ player, kind: 'illegal', situation, hops: [], line });
    this.#match.note('illegal-kept', line);
  }

  /** Goes on from a position that the file sets up before a roll of `onRoll`. */
  setUp(position: Position, onRoll: Player, line: number): void {
    const from = this.#state ?? this.#opened(onRoll, null);
    try {
      this.#state = matchFrom(
        makeSituation({ ...situationOf(from), position, onRoll, toAct: onRoll, dice: null, status: 'playing' }),
      );
    } catch {
      throw new Refusal('set-up', 'The position that the file sets up is impossible.', line);
    }
    this.#match.note('illegal-kept', line);
  }

  /** Notes a roll that its player did not play. */
  leave(player: Player, dice: Dice, line: number): void {
    this.roll(player, dice, line);
    this.#match.note('unplayed-roll', line);
  }

  /** Notes that a player gave up the match, without a result. */
  forfeit(line: number): void {
    if (this.#hasEnded || this.#isCut) return;
    this.#ending = 'forfeit';
    this.#match.note('forfeit', line);
  }

  /**
   * Takes the result that the file has. If the game has not ended by the rules and `how` does not say otherwise, the loser
   * has resigned, with these comments.
   */
  end(
    winner: Player,
    points: number,
    line: number,
    how: 'resignation' | 'time' | 'forfeit' = 'resignation',
    remarks: Comment = {},
  ): void {
    const ended = this.result;
    if (ended) this.#compare(ended, winner, points, line);
    else if (this.#isCut) {
      this.#added = { winner, points };
      this.#ending = 'stated';
    } else if (how === 'resignation') this.#resign(winner, points, line, remarks);
    else {
      this.#added = { winner, points };
      this.#ending = how;
      this.#match.note(how, line);
    }
  }

  #compare(ended: { winner: Player; points: number }, winner: Player, points: number, line: number): void {
    if (ended.winner === winner && ended.points === points) return;
    const isJacoby = this.#terms.length === 0 && this.#state?.cube.owner === null && points === this.#state.cube.value;
    this.#added = { winner: ended.winner, points };
    // programs that do not write the Jacoby rule apply it all the same
    if (ended.winner !== winner || !isJacoby) this.#match.note('result-differs', line);
    if (ended.winner !== winner) this.#added = ended;
  }

  #resign(winner: Player, points: number, line: number, remarks: Comment): void {
    const loser = opponent(winner);
    const state = this.#state ?? this.#opened(loser, null);
    // an open double does not count, and a raccoon that was not taken neither
    const cube = this.#beforeRaccoon ?? state.cube.value;
    this.#added = { winner, points };
    if ([1, 2, 3].includes(points / cube)) {
      this.#add({ player: loser, kind: 'resign', situation: situationOf(state), hops: [], line, ...remarks });
      this.#ending = 'resignation';
      return;
    }
    this.#ending = 'forfeit';
    const { length, score } = this.#terms;
    const isMatch = length > 0 && score[winner] + points >= length;
    this.#match.note(isMatch ? 'forfeit' : 'result-differs', line);
  }

  get #hasEnded(): boolean {
    return this.#added !== null || (this.#state !== null && this.#state.games.length > 0);
  }

  /** The result so far, or null. */
  get result(): { readonly winner: Player; readonly points: number } | null {
    const won = this.#state?.games.at(-1);
    return this.#added ?? (won ? { winner: won.winner, points: won.points } : null);
  }

  /** The value of the cube. An open double does not change it until it is taken, but a beaver does. */
  get cube(): number {
    return this.#state?.cube.value ?? this.#beginning.cube?.value ?? 1;
  }

  /** The length of the match, 0 for a money game. */
  get length(): number {
    return this.#terms.length;
  }

  get position(): Position {
    return this.#state?.position ?? this.#beginning.position ?? startPosition();
  }

  /** The value to which the next double goes: a beaver and a raccoon double what waits for an answer. */
  get nextCube(): number {
    const isOpen = this.#state?.phase === 'double' || this.#state?.phase === 'beaver';
    return (isOpen ? 4 : 2) * this.cube;
  }

  /** Returns the game. */
  read(): ImportedGame {
    const { score, crawford } = this.#terms;
    const ending = this.#ending === 'open' && this.result ? 'rules' : this.#ending;
    return { score, crawford, decisions: this.#decisions, result: this.result, ending, line: this.#line };
  }

  #act(action: Action, line: number): void {
    const before = this.#state;
    if (this.#hasEnded || before === null) throw new Refusal('illegal-action', 'The game has ended.', line);
    const after = applyAction(before, action);
    if (!after.ok) throw new Refusal(action.type === 'play' ? 'bad-move' : 'illegal-action', after.message, line);
    this.#state = after.value;
  }

  #opened(player: Player, dice: Dice | null): MatchState {
    try {
      const { position, cube } = this.#beginning;
      return matchFrom(
        makeSituation({ ...this.#terms, ...(position && { position }), ...(cube && { cube }), onRoll: player, dice }),
      );
    } catch {
      throw new Refusal('bad-score', 'The score or the position does not fit the match.', this.#line);
    }
  }
}

/**
 * Returns true if the next game is the Crawford game: the first in which a player needs one point. A file that begins
 * later may say so by a double.
 */
export function isCrawford(
  { length, rules }: Pick<Terms, 'length' | 'rules'>,
  score: readonly [number, number],
  earlier: readonly Pick<ImportedGame, 'score'>[],
): boolean {
  const isLast = (points: readonly [number, number]) => points.includes(length - 1);
  return length > 1 && rules.crawford && isLast(score) && !earlier.some((game) => isLast(game.score));
}

/** Returns the score after the last game of a match. */
export function scoreOfImport({ games }: Pick<ImportedMatch, 'games'>): readonly [number, number] {
  const last = games.at(-1);
  const score: [number, number] = [...(last?.score ?? [0, 0])];
  if (last?.result) score[last.result.winner] += last.result.points;
  return score;
}
