import { type Hop, type MatchState, opponent, type Player, swapPlayers } from 'bg-rules';
import type { EvaluatedPlay, MovesRequest } from '../../src/engine/types.ts';
import type { Kind } from './kinds.ts';

/** A puzzle in its stored form. The player to move is always player 0. */
export interface Puzzle extends Omit<MovesRequest, 'onRoll' | 'plies'> {
  readonly kind: Kind;
  /** The choice of the built-in heuristic. */
  readonly natural: readonly Hop[];
  /** Every legal play, sorted by its hops, so that the order reveals nothing about the evaluation. */
  readonly plays: readonly {
    readonly hops: readonly Hop[];
    readonly equity: number;
    readonly chances: readonly number[];
  }[];
}

const DIGITS = 5;

/** Returns the decision of a match state, turned so that the player to move is player 0. */
export function decisionOf(state: MatchState, player: Player): Omit<MovesRequest, 'plies'> {
  const { position, cube, score, length, crawford, rules, dice } = state;
  const turned = player === 1;
  const owner = cube.owner === null ? null : cube.owner === player ? 0 : 1;
  return {
    position: turned ? swapPlayers(position) : position,
    onRoll: 0,
    dice: dice!,
    cube: { value: cube.value, owner },
    score: [score[player], score[opponent(player)]],
    length,
    crawford,
    jacoby: rules.jacoby,
    beavers: rules.beavers,
  };
}

export function makePuzzle(
  { onRoll: _, ...decision }: Omit<MovesRequest, 'plies'>,
  kind: Kind,
  natural: readonly Hop[],
  plays: readonly EvaluatedPlay[],
): Puzzle {
  const listed = plays.map(({ hops, equity, chances }) => ({
    hops,
    equity: round(equity),
    chances: chances.map(round),
  }));
  return { kind, ...decision, natural, plays: listed.sort((a, b) => compareHops(a.hops, b.hops)) };
}

function round(x: number): number {
  return Math.round(x * 10 ** DIGITS) / 10 ** DIGITS;
}

/** Sorts plays that move checkers from higher points first. */
function compareHops(a: readonly Hop[], b: readonly Hop[]): number {
  const [flatA, flatB] = [a.flat(), b.flat()];
  const index = flatA.findIndex((place, at) => place !== flatB[at]);
  return index < 0 ? flatA.length - flatB.length : (flatB[index] ?? -1) - flatA[index]!;
}
