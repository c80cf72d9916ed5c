import { afterHops, canHop, landing } from './hops.ts';
import { applyPlay } from './plays.ts';
import { diceToPlay, distinctDice, without } from './progress.ts';
import type { Dice, Hop, Player, Position } from './types.ts';

/** One checker's move as written, by one die or more, in the mover's numbering. */
export type Step = readonly [from: number, to: number];

interface Search {
  readonly player: Player;
  readonly position: Position;
  readonly left: readonly number[];
  readonly steps: readonly Step[];
  readonly hops: readonly Hop[];
}

/** Returns every legal play of the roll, in single hops, that moves checkers as the steps say. */
export function stepSequences(steps: readonly Step[], position: Position, player: Player, dice: Dice): Hop[][] {
  const found = search({ player, position, left: diceToPlay(dice), steps, hops: [] });
  return found.filter((hops) => applyPlay(position, player, dice, hops).ok);
}

/** Continues with each different step and each die that does not move the checker too far. */
function search(state: Search): Hop[][] {
  if (state.steps.length === 0) return [[...state.hops]];
  return state.steps.flatMap(([from, to], n) =>
    state.steps.findIndex((step) => step[0] === from && step[1] === to) < n
      ? []
      : distinctDice(state.left)
          .filter((die) => landing(from, die) >= to && canHop(state.position, state.player, from, die))
          .flatMap((die) => search(advance(state, n, [from, to], die))),
  );
}

function advance(state: Search, n: number, [from, to]: Step, die: number): Search {
  const hop: Hop = [from, landing(from, die)];
  const rest: readonly Step[] = hop[1] === to ? [] : [[hop[1], to]];
  return {
    ...state,
    position: afterHops(state.position, state.player, [hop]),
    left: without(state.left, die),
    steps: state.steps.toSpliced(n, 1, ...rest),
    hops: [...state.hops, hop],
  };
}
