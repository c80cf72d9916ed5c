import {
  type Action,
  applyAction,
  type Dice,
  type Hop,
  type MatchState,
  makeSituation,
  matchFrom,
  opponent,
  type Player,
  type Rules,
  type Situation,
  situationOf,
} from 'bg-rules';

/** One decision of an imported match, in the order of the file. */
export interface ImportedDecision {
  readonly player: Player;
  readonly kind: 'play' | 'double' | 'take' | 'pass' | 'beaver' | 'resign';
  /** The situation in which the player decided. */
  readonly situation: Situation;
  /** The play. Empty for any other decision, and if the roll allows no play. */
  readonly hops: readonly Hop[];
  /** The line of the file, from 1. In a binary file the number of the byte. */
  readonly line: number;
}

/** One game of an imported match. Its decisions follow the rules. */
export interface ImportedGame {
  /** The score before the game. */
  readonly score: readonly [number, number];
  readonly crawford: boolean;
  readonly decisions: readonly ImportedDecision[];
  /** Null if the file ends before the game does. */
  readonly result: { readonly winner: Player; readonly points: number } | null;
}

/** A match from another program. Nothing proves its dice, its players or its result. */
export interface ImportedMatch {
  readonly names: readonly [string, string];
  /** Match length in points, 0 for a money session. */
  readonly length: number;
  readonly rules: Rules;
  readonly games: readonly ImportedGame[];
}

/** The codes of a refused match file. */
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
] as const;
export type ImportCode = (typeof IMPORT_CODES)[number];

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

export type ImportResult = { readonly ok: true; readonly value: ImportedMatch } | ImportFailure;

/** No game of sound plays is longer. */
export const MOST_DECISIONS = 4_000;
/** The number of games that a file may have, and of decisions in all of them. A match to 25 points has some 3,000 decisions. */
export const MOST_GAMES = 500;
const MOST_IN_ALL = 50_000;

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
export function refusable(read: () => ImportedMatch, unit: ImportFailure['unit'] = 'line'): ImportResult {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, line } = error;
    return { ok: false, code, message, line, unit };
  }
}

/** Longer than any name. */
const MAX_NAME_LENGTH = 400;

/** Refuses a name that is too long. */
export function nameOf(text: string, line: number): string {
  if (text.length > MAX_NAME_LENGTH) throw new Refusal('too-long', 'A name is too long.', line);
  return text;
}

/** Refuses a file with more games or decisions than it may have. */
export function requireRoom(games: readonly ImportedGame[], line: number): void {
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

/** Plays one game of a file by the rules. */
export class GameReader {
  readonly #terms: Terms;
  readonly #line: number;
  readonly #decisions: ImportedDecision[] = [];
  #state: MatchState | null = null;
  /** The result that the file adds to what the rules say. */
  #added: ImportedGame['result'] = null;

  /** @param line the line of the score */
  constructor(terms: Terms, line: number) {
    const { length, score } = terms;
    if (length > 0 && Math.max(...score) >= length)
      throw new Refusal('bad-score', 'A player has the points of the match before the game.', line);
    this.#terms = terms;
    this.#line = line;
  }

  /** Returns the situation, with the roll, in which `player` plays. */
  roll(player: Player, dice: Dice, line: number): Situation {
    if (this.#state?.phase === 'beaver') this.#act({ type: 'take', player }, line);
    if (this.#state === null) this.#state = this.#opened(player, dice);
    else {
      this.#act({ type: 'roll', player }, line);
      this.#act({ type: 'dice', dice }, line);
    }
    return situationOf(this.#state);
  }

  /** Adds a decision of the player who must make it. */
  decide(player: Player, said: Exclude<ImportedDecision['kind'], 'resign'>, hops: readonly Hop[], line: number): void {
    if (this.#state === null) this.#state = this.#opened(player, null);
    // a double that answers a double is a beaver
    const kind = said === 'double' && this.#state.phase === 'double' ? 'beaver' : said;
    if (this.#decisions.length >= MOST_DECISIONS) throw new Refusal('too-long', 'The game is too long.', line);
    this.#decisions.push({ player, kind, situation: situationOf(this.#state), hops, line });
    this.#act(kind === 'play' ? { type: 'play', player, hops } : { type: kind, player }, line);
  }

  /** Takes the result that the file has. If the game has not ended by the rules, the loser has resigned. */
  end(winner: Player, points: number, line: number): void {
    const ended = this.result;
    if (ended) {
      const isJacoby =
        this.#terms.length === 0 && this.#state?.cube.owner === null && points === this.#state.cube.value;
      // programs that do not write the Jacoby rule apply it all the same
      if (isJacoby && ended.winner === winner) this.#added = { winner, points };
      else if (ended.winner !== winner || ended.points !== points)
        throw new Refusal('bad-result', `By the rules the game was worth ${ended.points}.`, line);
      return;
    }
    const loser = opponent(winner);
    const state = this.#state ?? this.#opened(loser, null);
    const factor = points / state.cube.value;
    if (![1, 2, 3].includes(factor)) throw new Refusal('bad-result', 'No resignation is worth these points.', line);
    this.#decisions.push({ player: loser, kind: 'resign', situation: situationOf(state), hops: [], line });
    this.#added = { winner, points };
  }

  /** The result so far, or null. */
  get result(): ImportedGame['result'] {
    const won = this.#state?.games.at(-1);
    return this.#added ?? (won ? { winner: won.winner, points: won.points } : null);
  }

  /** The value of the cube. An open double does not change it until it is taken, but a beaver does. */
  get cube(): number {
    return this.#state?.cube.value ?? 1;
  }

  /** Returns the game. */
  read(): ImportedGame {
    const { score, crawford } = this.#terms;
    return { score, crawford, decisions: this.#decisions, result: this.result };
  }

  #act(action: Action, line: number): void {
    if (this.#added || this.#state === null) throw new Refusal('illegal-action', 'The game has ended.', line);
    if (this.#state.games.length > 0) throw new Refusal('illegal-action', 'The game has ended.', line);
    const after = applyAction(this.#state, action);
    if (!after.ok) throw new Refusal('illegal-action', after.message, line);
    this.#state = after.value;
  }

  #opened(player: Player, dice: Dice | null): MatchState {
    try {
      return matchFrom(makeSituation({ ...this.#terms, onRoll: player, dice }));
    } catch {
      throw new Refusal('bad-score', 'The score does not fit the match.', this.#line);
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
  earlier: readonly ImportedGame[],
): boolean {
  const isLast = (points: readonly [number, number]) => points.includes(length - 1);
  return length > 1 && rules.crawford && isLast(score) && !earlier.some((game) => isLast(game.score));
}
