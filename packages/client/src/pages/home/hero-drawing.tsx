import { startPosition } from 'bg-rules';
import { SmallBoard } from '../../board/small-board.tsx';

const dice = [
  { value: 3, used: false },
  { value: 1, used: false },
] as const;
const cube = { value: 1, owner: null, offeredTo: null } as const;

/** The match board, at the first roll. */
export default function HeroDrawing() {
  return <SmallBoard position={startPosition()} cube={cube} dice={[{ owner: 0, dice, roll: 1, aside: false }]} />;
}
