import type { Player } from 'bg-rules';
import { cubeSpot, type Orientation } from './geometry.ts';

/** The doubling cube on the board. */
export interface ShownCube {
  readonly value: number;
  readonly owner: Player | null;
  /** The player who must answer an open double. The cube then shows the offered value. */
  readonly offeredTo: Player | null;
}

/** The doubling cube. A centred cube at 1 shows 64, like a real cube. */
export function CubeFace({ cube, orientation }: { readonly cube: ShownCube; readonly orientation: Orientation }) {
  const { x, y } = cubeSpot(cube.owner, cube.offeredTo, orientation);
  const scale = cube.offeredTo === null ? 1 : 1.35;
  const face = cube.value === 1 ? 64 : cube.value;
  return (
    <g
      class={`cube${cube.value === 1 ? ' is-unturned' : ''}`}
      style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
    >
      <rect class="die-shadow" x="-23" y="-19" width="48" height="48" rx="9" />
      <rect class="cube-body" x="-24" y="-24" width="48" height="48" rx="9" />
      <rect class="cube-face" x="-20" y="-20" width="40" height="40" rx="10" />
      <text class="cube-value" y="1.5" style={{ fontSize: `${fontSize(face)}px` }}>
        {face}
      </text>
    </g>
  );
}

function fontSize(value: number): number {
  if (value < 100) return 25;
  return value < 1000 ? 19 : 15;
}
