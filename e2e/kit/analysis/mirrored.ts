import { type MatchState, opponent, swapPlayers } from 'bg-rules';

/** The same state with the seats exchanged. */
export function mirrored(state: MatchState): MatchState {
  const { position, cube, score, turn, toAct } = state;
  const swap = (player: MatchState['turn']) => (player === null ? null : opponent(player));
  return {
    ...state,
    position: swapPlayers(position),
    score: [score[1], score[0]],
    turn: swap(turn),
    toAct: swap(toAct),
    cube: { value: cube.value, owner: swap(cube.owner) },
  };
}
