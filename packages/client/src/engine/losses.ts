import { type PlayDecision, pointsOf, tagOf } from '@anchor/analysis';
import type { LossTag } from '@anchor/wire';
import { type Hop, legalPlays, type MatchState, options, type Position, situationOf } from 'bg-rules';
import { judgePlay, REVIEW_PLY } from './instant.ts';
import { type Choice, judgeCube } from './judge-card.ts';

/** The cost of a choice by the measure of the review. */
interface Cost {
  /** In points at the cube’s present value; normalised in a match. */
  readonly loss: number;
  readonly mark: LossTag | null;
}

/** A legal play with the position that it leads to. */
export interface CostOfPlay extends Cost {
  readonly hops: readonly Hop[];
  readonly position: Position;
}

type CubeType = Exclude<Choice['type'], 'play'>;

export interface CostOfCube extends Cost {
  readonly type: CubeType;
}

/** The cost of everything that the player may choose, the best choice first. */
export type Losses =
  | { readonly kind: 'play'; readonly choices: readonly CostOfPlay[] }
  | { readonly kind: 'cube'; readonly choices: readonly CostOfCube[] };

/** So many plays are searched two rolls ahead: the best at first sight. Some doubles have hundreds. */
export const SEARCHED = 50;
const CUBE_TYPES: readonly CubeType[] = ['roll', 'double', 'take', 'pass', 'beaver'];

/**
 * Returns what every choice of the player to act costs, so that the answer is there before the player has chosen. Null where there is
 * nothing to choose, and for resignations and the answer to a beaver.
 */
export function lossesOf(state: MatchState): Losses | null {
  const { actions } = options(state);
  if (actions.includes('play')) return lossesOfPlays(state);
  const types = CUBE_TYPES.filter((type) => actions.includes(type));
  if (types.length < 2 || state.phase === 'beaver') return null;
  const { losses } = judgeCube(
    state,
    situationOf(state),
    types.map((type) => ({ type })),
  );
  return { kind: 'cube', choices: ordered(types.map((type, n) => ({ type, ...costOf(losses[n] ?? 0) }))) };
}

function lossesOfPlays(state: MatchState): Losses | null {
  const { position: before, toAct: player, dice } = state;
  if (player === null || !dice) return null;
  const plays = legalPlays(before, player, dice);
  if (plays.length < 2) return null;
  const decision: PlayDecision = { kind: 'play', n: 0, player, state, dice, hops: [], reached: before, plays };
  const atSight = pointsOf(
    decision,
    plays.map((play) => judgePlay(play, player, 0)),
  );
  const order = [...plays.keys()].sort((a, b) => (atSight[b] ?? 0) - (atSight[a] ?? 0));
  const searched = order.slice(0, SEARCHED).flatMap((n) => plays[n] ?? []);
  const points = pointsOf(
    decision,
    searched.map((play) => judgePlay(play, player, REVIEW_PLY)),
  );
  const best = Math.max(...points);
  const chosen = order[points.indexOf(best)] ?? 0;
  // The others are compared with the best play as both look at first sight.
  const lossOf = (n: number, place: number) =>
    place < SEARCHED ? best - (points[place] ?? best) : Math.max(0, (atSight[chosen] ?? 0) - (atSight[n] ?? 0));
  const choices = order.flatMap((n, place) => {
    const play = plays[n];
    return play ? { hops: play.hops, position: play.position, ...costOf(lossOf(n, place)) } : [];
  });
  return { kind: 'play', choices: ordered(choices) };
}

function costOf(loss: number): Cost {
  return { loss, mark: tagOf(loss) };
}

function ordered<Choice extends Cost>(choices: readonly Choice[]): Choice[] {
  return [...choices].sort((a, b) => a.loss - b.loss);
}
