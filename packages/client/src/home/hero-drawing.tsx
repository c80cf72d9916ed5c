import '../board/board.css';
import { startPosition } from 'bg-rules';
import { Checkers } from '../board/checkers.tsx';
import { CubeFace } from '../board/cube.tsx';
import { Dice } from '../board/dice.tsx';
import { Frame } from '../board/frame.tsx';
import { HEIGHT, WIDTH } from '../board/geometry.ts';
import { Paints } from '../board/paints.tsx';
import { arrange } from '../board/pieces.ts';

const orientation = { viewer: 0, mirrored: false, flipped: false } as const;
const pieces = arrange(startPosition(), []);
const dice = [
  { value: 3, used: false },
  { value: 1, used: false },
] as const;

/** The board that matches are played on, at the first roll. */
export default function HeroDrawing() {
  return (
    <div class="board">
      <svg class="board__drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <Paints />
        <Frame orientation={orientation} />
        <CubeFace cube={{ value: 1, owner: null, offeredTo: null }} orientation={orientation} />
        <Dice owner={0} dice={dice} roll={1} aside={false} orientation={orientation} durationMs={300} />
        <Checkers pieces={pieces} orientation={orientation} durationMs={0} lifted={null} />
      </svg>
    </div>
  );
}
