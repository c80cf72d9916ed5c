// The deepest level: a search of 2 plies, and where it finds a decision close, short rollouts of what is left. All candidates have the same
// dice, and what counts is the difference game by game, so luck that they share cancels out. The number of games follows from the games
// alone, in their order and in batches of a fixed size, with additions, multiplications, divisions and square roots only: the same situation
// and seed give the same answer on every machine, however many workers play the games.
import { ArgumentError, opponent, requireSituation, type Situation } from 'bg-rules';
import { type Answer, actionOf, type CubeDecision } from './cube-decision.ts';
import { outlookOf } from './evaluate.ts';
import { afterPlay, answerDouble, decideDouble, rank } from './judge.ts';
import type { RankedPlay } from './rank.ts';
import { equitiesOfGames, type RolloutOptions } from './rollout.ts';

/** Plays at most this much worse than the best at 2 plies are rolled out, in points of the cube, and at most this many. */
const CLOSE_PLAYS = 0.06;
const MOST_PLAYS = 4;
/** Cube decisions closer than this are rolled out. */
const CLOSE_CUBE = 0.1;
const PLY = 2;
/** Rolls of a game, after which the net stands in. */
const TRUNCATION = 11;
/** Games before the first comparison, between comparisons, and at most. */
const LEAST_GAMES = 216;
const BATCH = 36;
const MOST_GAMES = 360;
/** A difference of this many standard errors decides. */
const ENOUGH = 2;

/** Plays the games from number `from` to before `to` and returns their equities in this order, as `equitiesOfGames` does. */
export type GamesOf = (
  ...given: [situation: Situation, options: Omit<RolloutOptions, 'onProgress'>, from: number, to: number]
) => Promise<number[]>;

export interface DecideOptions {
  /** Seed of the dice, an integer from 0 to 4294967295. Default 1. */
  readonly seed?: number;
  /** Stops the rollouts: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Plays games, for example some in each of several workers. Default: here. */
  readonly games?: GamesOf;
}

/** The extent of the rollouts of a choice. */
interface Rolled {
  /** Number of its games; 0 if it was not rolled out. */
  readonly games: number;
  /** Standard error of the difference of its equity from that of the best choice; 0 for the best. */
  readonly error: number;
}

/** The equity is that of the rollouts unless `games` is 0; the chances are those of the search. */
export type RolledPlay = RankedPlay & Rolled;

/** `games` is the number of games of each side of the double. `error` is the standard error of the difference between them. */
export type RolledDouble = CubeDecision & Rolled;

/**
 * Returns the legal plays of the situation's dice, best first: those that were rolled out, then the others in the order of the search. Empty
 * if the player cannot move. Throws an `ArgumentError` for an impossible situation or one without dice.
 */
export async function rankByRollouts(situation: Situation, options: DecideOptions = {}): Promise<RolledPlay[]> {
  const ranked = rank(situation, { ply: PLY }).map((play): RolledPlay => ({ ...play, games: 0, error: 0 }));
  const close = closePlays(ranked, situation);
  if (close.length < 2) return ranked;
  const race = new Comparison(close.length);
  const afters = close.map((play) => afterPlay(situation, play));
  // Every game is worth to the player the opposite of what it is to the opponent, who rolls first.
  await race.run(
    async (candidate, from, to) => (await gamesOf(afters[candidate]!, options, {}, from, to)).map((equity) => -equity),
    () => race.drop(),
  );
  const rolled = close.map((play, n) => ({ ...play, ...race.resultOf(n) }));
  const order = race.order();
  return [...order.map((n) => rolled[n]!), ...ranked.filter((play) => !close.includes(play))];
}

/** Returns the plays that need rollouts to be told apart. The values of the last rolls of a bear-off are exact. */
function closePlays(ranked: readonly RolledPlay[], { onRoll }: Situation): RolledPlay[] {
  const [best] = ranked;
  if (!best) return [];
  const close = ranked.filter(({ ply, equity }) => ply === PLY && best.equity - equity <= CLOSE_PLAYS);
  const isExact = ({ position }: RolledPlay) => {
    const { end, kind } = outlookOf(position, opponent(onRoll), 0);
    return end !== undefined || kind === 'over';
  };
  return close.every(isExact) ? [] : close.slice(0, MOST_PLAYS);
}

const NO_DOUBLE = 0;
const DOUBLE_TAKE = 1;

/**
 * Evaluates a double by the player on roll. Returns null if the player may not double, cannot gain by it, or the game is over. The dice
 * do not matter.
 */
export async function decideDoubleByRollouts(
  situation: Situation,
  options: DecideOptions = {},
): Promise<RolledDouble | null> {
  const before = { ...situation, dice: null };
  const searched = decideDouble(before, { ply: PLY });
  if (searched === null) return null;
  const isExact = outlookOf(before.position, before.onRoll, 0).end !== undefined;
  if (isExact || !isClose(searched)) return { ...searched, games: 0, error: 0 };
  const race = new Comparison(2);
  await race.run(
    (candidate, from, to) => gamesOf(before, options, { first: candidate === NO_DOUBLE ? 'roll' : 'double' }, from, to),
    () => isDecided(race),
  );
  const [noDouble, doubleTake] = [race.mean(NO_DOUBLE), race.mean(DOUBLE_TAKE)];
  const action = actionOf(noDouble, doubleTake, before);
  const { error } = race.difference(NO_DOUBLE, DOUBLE_TAKE);
  return { ...searched, action, noDouble, doubleTake, games: race.gamesOf(NO_DOUBLE), error };
}

/** Returns true if either the double or the answer to it is close. */
function isClose({ noDouble, doubleTake }: CubeDecision): boolean {
  const double = doubleTake < 1 ? doubleTake : 1;
  return Math.abs(double - noDouble) < CLOSE_CUBE || Math.abs(doubleTake - 1) < CLOSE_CUBE;
}

function isDecided(race: Comparison): boolean {
  const answer = race.differenceFrom(DOUBLE_TAKE, 1);
  const double = answer.mean < 0 ? race.difference(DOUBLE_TAKE, NO_DOUBLE) : race.differenceFrom(NO_DOUBLE, 1);
  return isBeyond(answer) && isBeyond(double);
}

/**
 * Returns the best answer of the opponent to a double of the player on roll. The cube is the one before the double. The search decides
 * about beavers.
 */
export async function answerDoubleByRollouts(situation: Situation, options: DecideOptions = {}): Promise<Answer> {
  const searched = answerDouble(situation, { ply: PLY });
  if (searched === 'beaver') return searched;
  const decision = await decideDoubleByRollouts(situation, options);
  if (decision === null || decision.games === 0) return searched;
  return decision.doubleTake > 1 ? 'pass' : 'take';
}

function gamesOf(
  situation: Situation,
  { seed = 1, signal, games = equitiesOfGames }: DecideOptions,
  more: Pick<RolloutOptions, 'first'>,
  from: number,
  to: number,
): Promise<number[]> {
  requireSituation(situation);
  return games(
    situation,
    { trials: MOST_GAMES, truncation: TRUNCATION, seed, ...(signal && { signal }), ...more },
    from,
    to,
  );
}

interface Difference {
  readonly mean: number;
  readonly error: number;
}

function isBeyond({ mean, error }: Difference): boolean {
  return (mean < 0 ? -mean : mean) > ENOUGH * error;
}

/** Equities of candidates, game by game. */
class Comparison {
  readonly #equities: number[][];
  /** Candidates that still play, in the order of the search. */
  #left: number[];

  constructor(candidates: number) {
    this.#equities = Array.from({ length: candidates }, () => []);
    this.#left = this.#equities.map((_, n) => n);
  }

  /** Plays games until `isDone` or the most games. Each candidate that is left plays the same number. */
  async run(
    play: (candidate: number, from: number, to: number) => Promise<number[]>,
    isDone: () => boolean,
  ): Promise<void> {
    for (let from = 0, to = LEAST_GAMES; to <= MOST_GAMES; from = to, to += BATCH) {
      for (const candidate of this.#left) {
        const equities = await play(candidate, from, to);
        if (equities.length !== to - from) throw new ArgumentError('bad-games', 'A worker returned too few games.');
        this.#equities[candidate]!.push(...equities);
      }
      if (isDone()) return;
    }
  }

  /** Drops candidates that are worse than the best beyond doubt. Returns true if one is left. */
  drop(): boolean {
    const best = this.#best();
    this.#left = this.#left.filter((one) => one === best || !isBeyond(this.difference(best, one)));
    return this.#left.length === 1;
  }

  /** Returns the candidate with the highest mean of those that are left, the first of equals. */
  #best(): number {
    return this.#left.reduce((best, one) => (this.mean(one) > this.mean(best) ? one : best));
  }

  gamesOf(candidate: number): number {
    return this.#equities[candidate]!.length;
  }

  mean(candidate: number): number {
    return statisticsOf(this.#equities[candidate]!).mean;
  }

  /** Returns the mean of one candidate minus another over the games that both played. */
  difference(one: number, other: number): Difference {
    const [first, second] = [this.#equities[one]!, this.#equities[other]!];
    const games = Math.min(first.length, second.length);
    return statisticsOf(first.slice(0, games).map((equity, n) => equity - second[n]!));
  }

  differenceFrom(candidate: number, value: number): Difference {
    return statisticsOf(this.#equities[candidate]!.map((equity) => equity - value));
  }

  /** Returns the equity by the difference from the best, which is not above the best's. */
  resultOf(candidate: number): Rolled & { readonly equity: number } {
    const best = this.#best();
    const games = this.gamesOf(candidate);
    if (candidate === best) return { equity: this.mean(best), games, error: 0 };
    const { mean, error } = this.difference(best, candidate);
    return { equity: this.mean(best) - Math.max(mean, 0), games, error };
  }

  /** Returns all candidates, best first. */
  order(): number[] {
    const best = this.#best();
    const equities = this.#equities.map((_, n) => this.resultOf(n).equity);
    return equities
      .map((_, n) => n)
      .sort((a, b) => Number(b === best) - Number(a === best) || equities[b]! - equities[a]! || a - b);
  }
}

/** Returns the mean of a sample with its standard error, summed up in its order. */
function statisticsOf(sample: readonly number[]): Difference {
  const count = sample.length;
  let sum = 0;
  for (const value of sample) sum += value;
  const mean = sum / count;
  let squares = 0;
  for (const value of sample) squares += (value - mean) * (value - mean);
  return { mean, error: Math.sqrt(squares / (count - 1) / count) };
}
