import './board.css';
import type { Position } from 'bg-rules';
import type { ComponentChildren, ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import { Checkers } from './checkers.tsx';
import { CubeFace, type ShownCube } from './cube.tsx';
import { Dice, type ShownDice } from './dice.tsx';
import { Frame, type FrameProps } from './frame.tsx';
import { HEIGHT, type Orientation, WIDTH } from './geometry.ts';
import { Paints } from './paints.tsx';
import { arrange } from './pieces.ts';

const USUAL: Orientation = { viewer: 0, mirrored: false, flipped: false };

interface SmallBoardProps {
  readonly position: Position;
  readonly cube: ShownCube | null;
  readonly dice: readonly ShownDice[];
  /** Seen by player 0 unless given. */
  readonly orientation?: Orientation;
  /** The frame with a texture, on a board that is large enough for it. */
  readonly material?: ComponentType<FrameProps> | null;
  /** Drawn below the pieces. */
  readonly children?: ComponentChildren;
}

/** A board without interaction. It is a picture: the text beside it describes it. */
export function SmallBoard({
  position,
  cube,
  dice,
  orientation = USUAL,
  material: Material,
  children,
}: SmallBoardProps) {
  const Ground = Material ?? Frame;
  const pieces = useMemo(() => arrange(position, []), [position]);
  return (
    <div class={Material ? 'board is-made' : 'board'}>
      <svg class="board__drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <Paints />
        <Ground orientation={orientation} />
        {children}
        {cube && <CubeFace cube={cube} orientation={orientation} />}
        {dice.map((shown) => (
          <Dice key={`${shown.roll}-${shown.owner}`} {...shown} orientation={orientation} durationMs={0} />
        ))}
        <Checkers pieces={pieces} orientation={orientation} durationMs={0} lifted={null} />
      </svg>
    </div>
  );
}
