import { opponent, ownView } from 'bg-rules';
import type { Decision } from './types.ts';

/** Encodes a decision for gnubg_engine.py, from the view of the player on roll. */
export function stateOf({ position, onRoll, cube, score, length, crawford, jacoby, beavers }: Decision) {
  const money = length === 0;
  return {
    points: ownView(position, onRoll),
    matchTo: length,
    score: money ? [0, 0] : [score[onRoll], score[opponent(onRoll)]],
    cube: cube.value,
    owner: cube.owner === null ? null : cube.owner === onRoll ? 'me' : 'opp',
    crawford: !money && crawford,
    jacoby: money && jacoby,
    beavers: money && beavers,
  };
}
