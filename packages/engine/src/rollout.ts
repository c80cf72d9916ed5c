import {
  ArgumentError,
  type Cube,
  type Dice,
  opponent,
  type Player,
  type Position,
  requireSituation,
  type Situation,
} from 'bg-rules';
import { type Chances, turnedRound } from './chances.ts';
import { worthOnRoll, worthsOfDouble } from './cube-outlook.ts';
import { ENGINE_ID } from './engine-id.ts';
import { outlookOf } from './evaluate.ts';
import { requirePly } from './judge.ts';
import { doubled } from './live-cube.ts';
import { evaluationCount, type Outlook, type Ply } from './look-ahead.ts';
import { rank } from './rank.ts';
import { type MatchScore, type Stakes, stakesOf, toEquity } from './stakes.ts';

/** The options of a rollout. */
export interface RolloutOptions {
  /** Number of games, 1 to 1,000,000. Default 1296. */
  readonly trials?: number;
  /** Search depth in rolls of every decision in the games. Default 0. */
  readonly depth?: Ply;
  /**
   * Number of rolls after which the net's evaluation stands in for the rest of a game, 1 to 1000. Null (the default) plays
   * every game to its end.
   */
  readonly truncation?: number | null;
  /**
   * If true (the default), the luck of each roll is subtracted from the result: the net's value of the roll minus its mean
   * over all rolls. Its mean is zero, so the results stay unbiased, with smaller errors.
   */
  readonly varianceReduction?: boolean;
  /** If true (the default), both players use the cube in the games. Otherwise the cube keeps its value. */
  readonly cubeful?: boolean;
  /**
   * The first decision of the player on roll, if the cube is used: `choose` (the default) doubles if that is better, `roll`
   * does not double, and `double` has doubled and the opponent has taken.
   */
  readonly first?: 'choose' | 'roll' | 'double';
  /** Seed of the dice, an integer from 0 to 4294967295. Default 1. Game n has the same dice whatever the number of games. */
  readonly seed?: number;
  /** The number of the first game, 0 to 1,000,000. Default 0. The games are this one and those that follow it. */
  readonly firstGame?: number;
  /** Called now and then, at the latest after each game that takes long, and at the end. */
  readonly onProgress?: (progress: RolloutProgress) => void;
  /** Stops the rollout: the promise is rejected with the signal's reason. The last progress has the result so far. */
  readonly signal?: AbortSignal;
}

/** The result of the games so far. */
export interface RolloutProgress {
  /** Number of finished games. */
  readonly trials: number;
  /** The chances of the player on roll. A game that ends by a pass counts with the net's chances at the pass. */
  readonly chances: Chances;
  /** The standard error of each chance. */
  readonly chancesError: Chances;
  /**
   * The equity of the player on roll in points of the situation's cube value; normalised in a match, so that winning a
   * single game is 1. It includes cube actions if `cubeful` is true.
   */
  readonly equity: number;
  /** The standard error of the equity. */
  readonly equityError: number;
  /** The equity without any further turn of the cube, from the chances. */
  readonly cubelessEquity: number;
  /** The standard error of the cubeless equity. */
  readonly cubelessError: number;
}

/** The result of a rollout, with everything that is needed to repeat it. */
export interface RolloutResult extends RolloutProgress {
  /** True if `equity` includes cube actions. Beavers are never played. */
  readonly cubeful: boolean;
  readonly depth: Ply;
  readonly truncation: number | null;
  readonly varianceReduction: boolean;
  readonly first: 'choose' | 'roll' | 'double';
  readonly seed: number;
  readonly engineId: string;
}

/** The games of a rollout: its options without progress and abort. */
export type GamesOptions = Omit<RolloutOptions, 'onProgress' | 'signal'>;
type Plan = Required<GamesOptions>;

const DEFAULTS: Plan = {
  trials: 1296,
  depth: 0,
  truncation: null,
  varianceReduction: true,
  cubeful: true,
  first: 'choose',
  seed: 1,
  firstGame: 0,
};

/** The program gets a turn after this many evaluations, less than a tenth of a second. */
const EVALUATIONS_A_TURN = 5_000;
const MOST_GAMES = 1_000_000;
/** No game is longer: the net's evaluation then stands in. Games of sound plays have fewer than 300 rolls. */
const LONGEST_GAME = 1000;

/**
 * Plays games from a situation before a roll and returns the mean result with its standard errors. Both players play by
 * this engine. The same situation, options and engine give the same result on every machine. The games run in turns
 * of less than a tenth of a second, so a page stays usable, though a worker serves it better.
 *
 * Throws an `ArgumentError` for an impossible situation, for one with dice (`bad-dice`), and for options out of range.
 */
export async function rollout(situation: Situation, options: RolloutOptions = {}): Promise<RolloutResult> {
  const { onProgress, signal, ...rest } = options;
  const plan = planOf(situation, rest);
  const game = new Game(situation, plan);
  const tally = new Tally();
  let turn = evaluationCount();
  for (let trial = 0; trial < plan.trials; trial++) {
    signal?.throwIfAborted();
    tally.add(game.play(seeded(plan.seed, plan.firstGame + trial)));
    if (evaluationCount() - turn < EVALUATIONS_A_TURN) continue;
    onProgress?.(tally.result());
    await new Promise((resolve) => setTimeout(resolve));
    turn = evaluationCount();
  }
  signal?.throwIfAborted();
  const result = tally.result();
  onProgress?.(result);
  return resultOf(result, plan);
}

function resultOf(progress: RolloutProgress, { trials: _trials, ...said }: Plan): RolloutResult {
  return { ...progress, ...said, engineId: ENGINE_ID };
}

/** Length of the results of one game: five chances, the equity and the cubeless equity of the player on roll at its start. */
const GAME_NUMBERS = 7;

/**
 * Plays the games of a rollout without adding them up, in one go. Returns seven numbers for each: five chances, the equity and the
 * cubeless equity of the player on roll at its start. With variance reduction a chance may lie outside 0 to 1.
 *
 * Throws like `rollout`.
 */
export function playGames(situation: Situation, options: GamesOptions = {}): Float64Array {
  const plan = planOf(situation, options);
  const game = new Game(situation, plan);
  const results = new Float64Array(GAME_NUMBERS * plan.trials);
  for (let trial = 0; trial < plan.trials; trial++)
    results.set(game.play(seeded(plan.seed, plan.firstGame + trial)), GAME_NUMBERS * trial);
  return results;
}

/** The number of games that are played in one go, by depth: a few tens of milliseconds. It changes no result. */
const GAMES_A_PART = { 0: 12, 1: 3, 2: 1 } as const;
/** The number of parts that are asked for before the first of them is added: enough for all threads of a machine. */
const PARTS_AHEAD = 32;

/**
 * Like `rollout`, with the games played elsewhere, for example by several threads at once: `play` is called for several parts before
 * the first of them is answered, and answers like `playGames`. Its signal says that no more answers are wanted. The games are added in
 * their order, so the result depends neither on who plays them nor on the order of the answers.
 */
export async function rolloutInParts(
  situation: Situation,
  { onProgress, signal, ...rest }: RolloutOptions,
  play: PlayGames,
): Promise<RolloutResult> {
  const plan = planOf(situation, rest);
  signal?.throwIfAborted();
  const stop = new AbortController();
  const tally = new Tally();
  const parts: Promise<Float64Array>[] = [];
  let asked = 0;
  const askOn = () => {
    for (; parts.length < PARTS_AHEAD && asked < plan.trials; asked += GAMES_A_PART[plan.depth]) {
      const trials = Math.min(GAMES_A_PART[plan.depth], plan.trials - asked);
      const part = play(situation, { ...plan, trials, firstGame: plan.firstGame + asked }, stop.signal);
      part.catch(() => undefined);
      parts.push(part);
    }
  };
  try {
    for (askOn(); parts.length > 0; askOn()) {
      const games = await unlessAborted(parts.shift()!, signal);
      for (let at = 0; at < games.length; at += GAME_NUMBERS) tally.add(games.subarray(at, at + GAME_NUMBERS));
      onProgress?.(tally.result());
      signal?.throwIfAborted();
    }
  } finally {
    stop.abort();
  }
  return resultOf(tally.result(), plan);
}

/** Resolves like the promise, or rejects with the signal's reason as soon as it is aborted. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Plays games elsewhere and answers like `playGames`. */
export type PlayGames = (situation: Situation, options: GamesOptions, signal?: AbortSignal) => Promise<Float64Array>;

/**
 * Returns the equity of each of the games from number `from` to before number `to`, for the player on roll at their start. `play` is
 * called for all parts of them at once; the default plays them here, with turns of the program in between.
 */
export async function equitiesOfGames(
  situation: Situation,
  { signal, ...options }: Omit<RolloutOptions, 'onProgress'>,
  from: number,
  to: number,
  play: PlayGames = playInTurn,
): Promise<number[]> {
  const plan = planOf(situation, options);
  const size = GAMES_A_PART[plan.depth];
  const parts: Promise<Float64Array>[] = [];
  for (let at = from; at < to; at += size) {
    const trials = Math.min(size, to - at);
    parts.push(play(situation, { ...plan, trials, firstGame: plan.firstGame + at }, signal));
  }
  const games = await unlessAborted(Promise.all(parts), signal);
  return games.flatMap((part) => [...part].filter((_, n) => n % GAME_NUMBERS === EQUITY));
}

/** Plays games here, in a turn of their own. */
async function playInTurn(situation: Situation, options: GamesOptions, signal?: AbortSignal): Promise<Float64Array> {
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
  return playGames(situation, options);
}

/** Checks the arguments of a rollout. */
function planOf(situation: Situation, options: GamesOptions): Plan {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const plan: Plan = { ...DEFAULTS, ...Object.fromEntries(given) };
  requirePly(plan.depth);
  requireInteger('bad-trials', plan.trials, 1, MOST_GAMES);
  requireInteger('bad-seed', plan.seed, 0, 2 ** 32 - 1);
  requireInteger('bad-first-game', plan.firstGame, 0, MOST_GAMES);
  if (plan.truncation !== null) requireInteger('bad-truncation', plan.truncation, 1, LONGEST_GAME);
  if (!['choose', 'roll', 'double'].includes(plan.first))
    throw new ArgumentError('bad-first', "The first decision is 'choose', 'roll' or 'double'.");
  requireSituation(situation);
  if (situation.dice !== null) throw new ArgumentError('bad-dice', 'A rollout begins before a roll.');
  return plan;
}

function requireInteger(code: string, value: unknown, least: number, most: number): void {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
    throw new ArgumentError(code, `An integer from ${least} to ${most} is expected, not ${value}.`);
}

/** The result of one game for the player on roll at its start. */
interface Outcome {
  /** Five chances; with variance reduction they may lie outside 0 to 1. */
  readonly chances: number[];
  /** The value in the sense of the stakes. */
  readonly worth: number;
}

/** Plays single games from one situation. */
class Game {
  readonly root: Player;
  readonly stakes: Stakes;
  readonly match: MatchScore;
  readonly #start: Position;
  readonly #plan: Plan;

  constructor(situation: Situation, plan: Plan) {
    this.root = situation.onRoll;
    this.match = situation;
    this.stakes = stakesOf(situation);
    this.#start = situation.position;
    this.#plan = plan;
  }

  /** Returns the numbers of one game. */
  play(random: () => number): number[] {
    const { chances, worth } = this.#outcome(random);
    const { root, stakes, match } = this;
    const equity = (value: number) => toEquity(value, stakes, root, match.cube);
    return [...chances, equity(worth), equity(linearWorth(chances, root, match.cube, stakes))];
  }

  #outcome(random: () => number): Outcome {
    const { truncation, varianceReduction, first, depth } = this.#plan;
    const longest = truncation ?? LONGEST_GAME;
    const luck: Outcome & { worth: number } = { chances: [0, 0, 0, 0, 0], worth: 0 };
    let cube = first === 'double' ? doubled(this.match.cube, this.root) : this.match.cube;
    let mover = this.root;
    let position = this.#start;
    for (let rolls = 0; ; rolls++) {
      const seen = outlookOf(position, mover, depth);
      if (seen.kind === 'over' || rolls >= longest)
        return this.#end(seen, mover, this.#worthOf(seen, mover, cube), luck);
      if (rolls > 0 || first === 'choose') {
        const action = this.#cubeAction(seen, mover, cube);
        if (action === 'pass') return this.#end(seen, mover, this.stakes.worth(mover, cube.value), luck);
        if (action === 'take') cube = doubled(cube, mover);
      }
      const dice = roll(random);
      if (varianceReduction) this.#addLuck(luck, depth === 1 ? seen : outlookOf(position, mover, 1), mover, cube, dice);
      const options = { ply: depth, cubeful: this.#plan.cubeful, match: { ...this.match, cube } };
      position = rank(position, mover, dice, options)[0]?.position ?? position;
      mover = opponent(mover);
    }
  }

  /** Returns the value of a position before the roll of `mover`, for `mover`. */
  #worthOf(outlook: Outlook, mover: Player, cube: Cube): number {
    if (this.#plan.cubeful) return worthOnRoll(outlook, mover, cube, this.stakes);
    return linearWorth(outlook.chances, mover, cube, this.stakes);
  }

  #cubeAction(seen: Outlook, mover: Player, cube: Cube): 'none' | 'take' | 'pass' {
    const { stakes } = this;
    if (!this.#plan.cubeful || !stakes.mayDouble(mover, cube)) return 'none';
    const cash = stakes.worth(mover, cube.value);
    const { rolling, taken } = worthsOfDouble(seen, mover, cube, stakes);
    if (Math.min(taken, cash) <= rolling) return 'none';
    return taken > cash ? 'pass' : 'take';
  }

  #end({ chances }: Outlook, mover: Player, worth: number, luck: Outcome): Outcome {
    const own = this.#forRoot(chances, mover);
    const value = mover === this.root ? worth : -worth;
    return { chances: own.map((chance, n) => chance - luck.chances[n]!), worth: value - luck.worth };
  }

  #forRoot(chances: Chances, player: Player): Chances {
    return player === this.root ? chances : turnedRound(chances);
  }

  /** Adds the luck of a roll: its value, played best by the net, minus the mean of all rolls. A function of the roll alone. */
  #addLuck(
    luck: { chances: number[]; worth: number },
    { replies }: Outlook,
    mover: Player,
    cube: Cube,
    dice: Dice,
  ): void {
    const other = opponent(mover);
    const sign = other === this.root ? 1 : -1;
    const rolled = replyIndex(dice);
    for (const [index, { ways, outlook }] of (replies ?? []).entries()) {
      const share = (index === rolled ? 1 : 0) - ways / 36;
      const chances = this.#forRoot(outlook.chances, other);
      for (let n = 0; n < chances.length; n++) luck.chances[n]! += share * chances[n]!;
      luck.worth += share * sign * this.#worthOf(outlook, other, cube);
    }
  }
}

/** Returns the index of a roll among the replies of a search, which are in the order 1-1, 2-1, 2-2, 3-1 and so on. */
function replyIndex([a, b]: Dice): number {
  const larger = Math.max(a, b);
  return (larger * (larger - 1)) / 2 + Math.min(a, b) - 1;
}

/** Returns the value of chances with a dead cube. Linear in each chance, also outside 0 to 1. */
function linearWorth(chances: readonly number[], player: Player, cube: Cube, stakes: Stakes): number {
  const [win = 0, winGammon = 0, winBackgammon = 0, loseGammon = 0, loseBackgammon = 0] = chances;
  const worth = (points: number) => stakes.worth(player, points * cube.value);
  if (!stakes.gammonsCount(cube)) return win * worth(1) + (1 - win) * worth(-1);
  return (
    (win - winGammon) * worth(1) +
    (winGammon - winBackgammon) * worth(2) +
    winBackgammon * worth(3) +
    (1 - win - loseGammon) * worth(-1) +
    (loseGammon - loseBackgammon) * worth(-2) +
    loseBackgammon * worth(-3)
  );
}

const EQUITY = 5;
const CUBELESS = 6;

/** Sums up the numbers of games, each with its squares. */
class Tally {
  readonly #sums = new Float64Array(GAME_NUMBERS);
  readonly #squares = new Float64Array(GAME_NUMBERS);
  #count = 0;

  add(game: ArrayLike<number>): void {
    for (let n = 0; n < GAME_NUMBERS; n++) {
      const value = game[n]!;
      this.#sums[n]! += value;
      this.#squares[n]! += value * value;
    }
    this.#count++;
  }

  result(): RolloutProgress {
    const mean = (n: number) => this.#sums[n]! / this.#count;
    const error = (n: number) => {
      // No power: engines may compute `**` with different last bits.
      const variance = Math.max(this.#squares[n]! / this.#count - mean(n) * mean(n), 0);
      return this.#count > 1 ? Math.sqrt(variance / (this.#count - 1)) : Number.POSITIVE_INFINITY;
    };
    return {
      trials: this.#count,
      chances: [mean(0), mean(1), mean(2), mean(3), mean(4)],
      chancesError: [error(0), error(1), error(2), error(3), error(4)],
      equity: mean(EQUITY),
      equityError: error(EQUITY),
      cubelessEquity: mean(CUBELESS),
      cubelessError: error(CUBELESS),
    };
  }
}

function roll(random: () => number): Dice {
  return [1 + Math.floor(6 * random()), 1 + Math.floor(6 * random())];
}

/** A generator of numbers in [0, 1) for one game (mulberry32), the same on every machine. */
function seeded(seed: number, trial: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(trial + 1, 0xc2b2ae35);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
