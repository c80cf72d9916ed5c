import { type EngineName, measureCube, type PlayDecision, pointsOf, tagOf } from '@anchor/analysis';
import type { CubeEvaluation, JudgedPlay, LossTag } from '@anchor/wire';
import { decideDouble, ENGINE_ID } from 'bg-engine';
import {
  applyPlay,
  compareEqualPlays,
  type Hop,
  legalPlays,
  type MatchState,
  matchFrom,
  options,
  type Player,
  type Situation,
  samePosition,
} from 'bg-rules';
import { judgePlay, REVIEW_PLY } from './instant.ts';

/** The choice of a player in a decision. */
export type Choice =
  | { readonly type: 'play'; readonly hops: readonly Hop[] }
  | { readonly type: 'roll' | 'double' | 'take' | 'pass' | 'beaver' };

/** A decision of a player, and the choices whose losses are asked for. */
export interface CardQuestion {
  readonly situation: Situation;
  readonly choices: readonly Choice[];
}

/** A play with its value for the player who makes it. */
export interface CardPlay {
  readonly hops: readonly Hop[];
  /** Rank among the legal plays; plays of equal value share the better rank. */
  readonly rank: number;
  /** In points of the cube's value, without later turns of the cube; normalised in a match. */
  readonly equity: number;
  readonly loss: number;
  readonly probs: JudgedPlay['probs'];
}

export interface JudgedCard {
  readonly engine: EngineName;
  /** The loss of each choice asked about, in points at the cube's value. */
  readonly losses: readonly number[];
  /** The mark of each loss in a review. */
  readonly marks: readonly (LossTag | null)[];
  /** The five best plays and those asked about, best first. Null for a decision about the cube. */
  readonly plays: readonly CardPlay[] | null;
  /** The place of each play that was asked about in `plays`. Different hops may be one play. */
  readonly places: readonly number[];
  /** The number of plays that lead to different positions. 0 for a decision about the cube. */
  readonly of: number;
  /** The doubling decision that is made or answered. Null for a play. */
  readonly evaluation: CubeEvaluation | null;
}

const SHOWN = 5;

/**
 * Judges choices of a decision by the measure of the review. Unlike the review, which searches only close plays two rolls
 * ahead, it searches all plays of the table so far. Throws for a choice that the rules do not allow.
 */
export function judgeCard({ situation, choices }: CardQuestion): JudgedCard {
  const engine = { engineId: ENGINE_ID, ply: REVIEW_PLY } as const;
  const state = matchFrom(situation);
  const judged =
    situation.dice === null
      ? { plays: null, places: [], of: 0, ...judgeCube(state, situation, choices) }
      : { evaluation: null, ...judgePlays(decisionOf(state, situation.toAct), choices) };
  return { engine, marks: judged.losses.map(tagOf), ...judged };
}

function decisionOf(state: MatchState, player: Player): PlayDecision {
  const { position, dice } = state;
  if (!dice) throw new TypeError('a play needs dice');
  const plays = legalPlays(position, player, dice);
  return { kind: 'play', n: 0, player, state, dice, hops: [], reached: position, plays };
}

type JudgedPlays = Pick<JudgedCard, 'losses' | 'plays' | 'places' | 'of'>;

function judgePlays(decision: PlayDecision, choices: readonly Choice[]): JudgedPlays {
  const { plays, player } = decision;
  const judged = plays.map((play) => judgePlay(play, player, 0));
  const asked = choices.map((choice) => indexOf(decision, choice));
  const deep = new Set<number>();
  for (let next: number | undefined = asked[0]; next !== undefined; next = unsearched(decision, judged, asked, deep)) {
    const play = plays[next];
    if (!play) throw new TypeError('there is no such play');
    judged[next] = judgePlay(play, player, REVIEW_PLY);
    deep.add(next);
  }
  const points = pointsOf(decision, judged);
  const best = Math.max(...points);
  const listed = orderOf(decision, judged).filter((n, place) => place < SHOWN || asked.includes(n));
  const lines = listed.map((n): CardPlay => {
    const equity = points[n] ?? best;
    const rank = 1 + points.filter((other) => other > equity).length;
    return { hops: judged[n]?.hops ?? [], rank, equity, loss: best - equity, probs: judged[n]?.probs };
  });
  const losses = asked.map((n) => best - (points[n] ?? best));
  return { losses, plays: lines, places: asked.map((n) => listed.indexOf(n)), of: plays.length };
}

/** Returns a play that was asked about or is among the best, and has not been searched yet. */
function unsearched(
  decision: PlayDecision,
  judged: readonly JudgedPlay[],
  asked: readonly number[],
  deep: ReadonlySet<number>,
): number | undefined {
  const order = orderOf(decision, judged);
  return [...asked, ...order.slice(0, SHOWN)].find((n) => !deep.has(n));
}

/** Returns the indexes of the plays of a decision, the best first. */
function orderOf(decision: PlayDecision, judged: readonly JudgedPlay[]): number[] {
  const values = pointsOf(decision, judged);
  const tied = (a: number, b: number) => compareEqualPlays(judged[a]?.hops ?? [], judged[b]?.hops ?? []);
  return [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || tied(a, b));
}

function indexOf({ plays, state, player, dice }: PlayDecision, choice: Choice): number {
  const made = choice.type === 'play' ? applyPlay(state.position, player, dice, choice.hops) : null;
  if (!made?.ok) throw new TypeError('the rules do not allow this play');
  return plays.findIndex(({ position }) => samePosition(position, made.value));
}

/** Judges choices of a decision about the cube. Throws for one that the rules do not allow. */
export function judgeCube(
  state: MatchState,
  situation: Situation,
  choices: readonly Choice[],
): Pick<JudgedCard, 'losses' | 'evaluation'> {
  if (state.phase === 'beaver') throw new TypeError('no card asks for the answer to a beaver');
  const { onRoll } = situation;
  const before: Situation = { ...situation, doubled: false, toAct: onRoll };
  const decision = decideDouble(before, { ply: REVIEW_PLY, evenIfPointless: true });
  if (!decision) throw new TypeError('there is no game to double');
  const { noDouble, doubleTake, doublePass, action } = decision;
  const evaluation = { noDouble, doubleTake, doublePass, action };
  const allowed: readonly string[] = options(state).actions;
  const losses = choices.map(({ type }) => {
    if (type === 'play' || !allowed.includes(type)) throw new TypeError('the rules do not allow this action');
    return measureCube({ kind: type, state }, evaluation).loss;
  });
  return { losses, evaluation };
}
