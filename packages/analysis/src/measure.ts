import type { CandidatePlay, JudgedPlay, LossTag } from '@anchor/wire';
import { matchWinningChance } from 'bg-met';
import type { Hop, MatchState, Player } from 'bg-rules';
import { applyPlay, cubelessEquity, opponent, samePosition } from 'bg-rules';
import type { PlayDecision } from './decisions.ts';

/** What a play is found to be worth among those that could have been made. */
export interface Measured {
  /** 1 is the best; plays of equal worth share the better rank. */
  readonly rank: number;
  readonly loss: number;
  readonly tag: LossTag | null;
  /** The five best, best first. */
  readonly best: CandidatePlay[];
}

const SHOWN = 5;
/** Points of the present stake from which on a loss has a name. */
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

/** How plays are compared: a worth, and how much of it makes one point of the present stake. */
interface Scale {
  worth(play: JudgedPlay): number;
  /** The worth as a chance to win the match, where it is one. */
  mwc(play: JudgedPlay): number | null;
  equity(play: JudgedPlay): number;
  readonly point: number;
  /** The worth of neither winning nor losing a point. */
  readonly even: number;
}

/** What the plays are worth in points of the present stake, by the measure of the report: won it is 1, lost −1. */
export function pointsOf(decision: PlayDecision, judged: readonly JudgedPlay[]): number[] {
  const { worth, even, point } = scaleFor(decision, judged);
  return judged.map((play) => (worth(play) - even) / point);
}

/** Rank and loss of the play that was made. The plays judged are all that are legal; they stand in the engine's order. */
export function measurePlay(decision: PlayDecision, judged: readonly JudgedPlay[]): Measured {
  const scale = scaleFor(decision, judged);
  const worths = judged.map((play) => scale.worth(play));
  const best = Math.max(...worths);
  const lossOf = (worth: number) => Math.max(0, (best - worth) / scale.point);
  const made = worths[indexOfMade(decision, judged)];
  if (made === undefined) throw new TypeError(`the play of event ${decision.n} was not judged`);
  const loss = lossOf(made);
  const candidates = judged.map((play, index) => ({ play, worth: worths[index]! })).sort((a, b) => b.worth - a.worth);
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

/** The same hops in any order lead to the same position; only where others lead there, too, the plays must be made to know. */
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

/** One play without a distribution takes it from all: losses on two scales cannot be compared. */
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
  const after = remembering(chanceAfter(state, player));
  const { value } = state.cube;
  const mwc = ({ probs }: JudgedPlay) => (probs ? winningChance(probs, value, after) : Number.NaN);
  const [won, lost] = [after(value), after(-value)];
  return { worth: mwc, mwc, equity: outcomeEquity, point: (won - lost) / 2, even: (won + lost) / 2 };
}

/** The same six scores are asked about for every play. */
function remembering(chanceFor: (points: number) => number): (points: number) => number {
  const known = new Map<number, number>();
  return (points) => {
    const chance = known.get(points) ?? chanceFor(points);
    known.set(points, chance);
    return chance;
  };
}

/** The chance to win the match from what may become of the game: `after` tells it for points won or, negative, lost. */
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

/** A player's chance to win the match once the game in progress was won, or lost, for so many points. */
export function chanceAfter({ length, score, rules, crawford, postCrawford }: MatchState, player: Player) {
  const isOver = !rules.crawford || crawford || postCrawford;
  return (points: number): number => {
    const away = length - score[player] - Math.max(points, 0);
    const other = length - score[opponent(player)] - Math.max(-points, 0);
    // the Crawford game comes once; without the rule, as if it had been
    const flags = { crawford: false, postCrawford: isOver && (away === 1 || other === 1) };
    return matchWinningChance(away, other, flags);
  };
}
