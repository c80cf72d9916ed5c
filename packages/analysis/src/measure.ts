import type { CandidatePlay, JudgedPlay, LossTag } from '@anchor/wire';
import { matchWinningChance } from 'bg-met';
import type { Hop, MatchState, Player } from 'bg-rules';
import { applyPlay, compareEqualPlays, cubelessEquity, opponent, samePosition } from 'bg-rules';
import type { PlayDecision } from './decisions.ts';

/** The evaluation of a play among its alternatives. */
export interface Measured {
  /** Rank of the play; 1 is the best. Plays of equal value share the better rank. */
  readonly rank: number;
  readonly loss: number;
  readonly tag: LossTag | null;
  /** The five best plays, best first. */
  readonly best: CandidatePlay[];
}

const SHOWN = 5;
/** Losses with a name, in points of the current stake. */
const TAGS: readonly (readonly [least: number, tag: LossTag])[] = [
  [0.08, 'blunder'],
  [0.04, 'error'],
  [0.02, 'inaccuracy'],
];

export function tagOf(loss: number): LossTag | null {
  return TAGS.find(([least]) => loss >= least)?.[1] ?? null;
}

/** Win, win a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon. */
type Chances = NonNullable<JudgedPlay['probs']>;

/** The value by which plays are compared, and its unit. */
interface Scale {
  worth(play: JudgedPlay): number;
  /** The value as a match winning chance. Null on other scales. */
  mwc(play: JudgedPlay): number | null;
  equity(play: JudgedPlay): number;
  /** Value of one point of the current stake. */
  readonly point: number;
  /** The value of neither winning nor losing a point. */
  readonly even: number;
}

/** Returns the values of plays in points of the current stake: winning it is 1, losing it −1. */
export function pointsOf(decision: PlayDecision, judged: readonly JudgedPlay[]): number[] {
  const { worth, even, point } = scaleFor(decision, judged);
  return judged.map((play) => (worth(play) - even) / point);
}

/**
 * Returns rank and loss of the play that was made. `judged` contains every legal play, in the engine's order.
 * Throws a TypeError if the play made is missing.
 */
export function measurePlay(decision: PlayDecision, judged: readonly JudgedPlay[]): Measured {
  const scale = scaleFor(decision, judged);
  const judgedPlays = judged.map((play) => ({ play, worth: scale.worth(play) }));
  const worths = judgedPlays.map(({ worth }) => worth);
  const best = Math.max(...worths);
  const lossOf = (worth: number) => Math.max(0, (best - worth) / scale.point);
  const made = worths[indexOfMade(decision, judged)];
  if (made === undefined) throw new TypeError(`the play of event ${decision.n} was not judged`);
  const loss = lossOf(made);
  const candidates = judgedPlays.sort((a, b) => b.worth - a.worth || compareEqualPlays(a.play.hops, b.play.hops));
  return {
    rank: 1 + worths.filter((worth) => worth > made).length,
    loss,
    tag: tagOf(loss),
    best: candidates.slice(0, SHOWN).map(({ play, worth }) => ({
      hops: play.hops,
      equity: scale.equity(play),
      mwc: scale.mwc(play),
      loss: lossOf(worth),
      probs: play.probs ?? null,
    })),
  };
}

/**
 * Finds the play that was made. It first compares hops in any order. Other hops can reach the same position,
 * so it then compares positions.
 */
function indexOfMade(decision: PlayDecision, judged: readonly JudgedPlay[]): number {
  const { hops = [] } = decision.plays.find(({ position }) => samePosition(position, decision.reached)) ?? {};
  const name = nameOf(hops);
  const index = judged.findIndex((play) => nameOf(play.hops) === name);
  return index === -1 ? judged.findIndex((play) => isMade(decision, play)) : index;
}

function nameOf(hops: readonly Hop[]): string {
  return hops
    .map(([from, to]) => 32 * from + to)
    .sort()
    .join();
}

function isMade({ state, player, dice, reached }: PlayDecision, { hops }: JudgedPlay): boolean {
  const position = applyPlay(state.position, player, dice, hops);
  return position.ok && samePosition(position.value, reached);
}

/**
 * If any play lacks a distribution, all are compared by equity, because losses on different scales are not
 * comparable.
 */
function scaleFor({ state, player }: PlayDecision, judged: readonly JudgedPlay[]): Scale {
  if (judged.some(({ probs }) => probs === undefined)) return byEquity;
  return state.length === 0 ? byOutcomes : byMatch(state, player);
}

const byEquity: Scale = {
  worth: (play) => play.equity,
  mwc: () => null,
  equity: (play) => play.equity,
  point: 1,
  even: 0,
};
const outcomeEquity = ({ probs, equity }: JudgedPlay) => (probs ? cubelessEquity(probs) : equity);
const byOutcomes: Scale = { worth: outcomeEquity, mwc: () => null, equity: outcomeEquity, point: 1, even: 0 };

function byMatch(state: MatchState, player: Player): Scale {
  const after = memoised(chanceAfter(state, player));
  const { value } = state.cube;
  const mwc = ({ probs }: JudgedPlay) => (probs ? winningChance(probs, value, after) : Number.NaN);
  const [won, lost] = [after(value), after(-value)];
  return { worth: mwc, mwc, equity: outcomeEquity, point: (won - lost) / 2, even: (won + lost) / 2 };
}

/** Caches the values: every play needs the same six scores. */
function memoised(chanceFor: (points: number) => number): (points: number) => number {
  const known = new Map<number, number>();
  return (points) => {
    const chance = known.get(points) ?? chanceFor(points);
    known.set(points, chance);
    return chance;
  };
}

/**
 * Returns the match winning chance from the outcome probabilities of a game. `after` gives it for points won
 * or, if negative, lost.
 */
export function winningChance(probs: Chances, cube: number, after: (points: number) => number): number {
  const [win, gammon, backgammon, lostGammon, lostBackgammon] = probs;
  return (
    (win - gammon) * after(cube) +
    (gammon - backgammon) * after(2 * cube) +
    backgammon * after(3 * cube) +
    (1 - win - lostGammon) * after(-cube) +
    (lostGammon - lostBackgammon) * after(-2 * cube) +
    lostBackgammon * after(-3 * cube)
  );
}

/**
 * Returns a function that gives a player's match winning chance after the current game is won (or lost, if
 * negative) by this many points.
 */
export function chanceAfter({ length, score, rules, crawford, postCrawford }: MatchState, player: Player) {
  const isOver = !rules.crawford || crawford || postCrawford;
  return (points: number): number => {
    const away = length - score[player] - Math.max(points, 0);
    const other = length - score[opponent(player)] - Math.max(-points, 0);
    // The Crawford game is played once. Without the rule it counts as played.
    const flags = { crawford: false, postCrawford: isOver && (away === 1 || other === 1) };
    return matchWinningChance(away, other, flags);
  };
}
