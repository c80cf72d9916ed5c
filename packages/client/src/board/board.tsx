import './board.css';
import type { Player, Position } from 'bg-rules';
import type { ComponentChildren, RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Arrow } from './arrows.ts';
import { Checker, Checkers } from './checkers.tsx';
import { CubeFace, type ShownCube } from './cube.tsx';
import type { Names } from './describe.ts';
import { Dice, type ShownDice } from './dice.tsx';
import type { Drag, Interaction } from './drag-gesture.ts';
import { Frame } from './frame.tsx';
import { HEIGHT, type Orientation, WIDTH } from './geometry.ts';
import { ArrowHead, Arrows, Rings, Targets } from './highlights.tsx';
import { useMaterial } from './material.ts';
import { Paints } from './paints.tsx';
import { arrange, type Piece, topPiece } from './pieces.ts';
import { Pips } from './pips.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import { heldAt, useDrag } from './use-drag.ts';
import { WayHome } from './way-home.tsx';

interface BoardProps {
  readonly position: Position;
  readonly orientation: Orientation;
  /** Null without a cube in play. */
  readonly cube: ShownCube | null;
  /** Usually one roll. In the opening, two single dice. */
  readonly dice: readonly ShownDice[];
  /** The last play, in the mover's numbers. */
  readonly lastPlay: { readonly player: Player; readonly arrows: readonly Arrow[] } | null;
  /** True to show the way of the viewer's checkers around the board. False by default. */
  readonly showsWayHome?: boolean;
  /** Null while the viewer cannot move checkers. */
  readonly interaction: Interaction | null;
  /** The players' names for a viewer who plays neither side. Null or absent for a player. */
  readonly names?: Names | null;
  /** The duration of a checker's movement. 0 turns animation off. */
  readonly durationMs: number;
  /** Buttons shown over the board. */
  readonly children?: ComponentChildren;
}

/** The board. It draws a position and reports the viewer's moves. It does not know the rules. */
export function Board(props: BoardProps) {
  const { position, orientation, interaction, durationMs } = props;
  const { viewer, mirrored, flipped } = orientation;
  const [attended, setAttended] = useState<number | null>(null);
  const pieces = usePieces(position);
  const { drag, ghost, handlers } = useDrag(interaction, orientation);
  const Material = useMaterial();
  const ground = useMemo(() => {
    const Ground = Material ?? Frame;
    return (
      <svg class="board__ground" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <Paints />
        <Ground orientation={orientation} />
      </svg>
    );
  }, [Material, viewer, mirrored, flipped]);
  const lifted = drag && topPiece(pieces, viewer, drag.from);
  return (
    <div class={`board${Material ? ' is-made' : ''}${interaction ? ' is-live' : ''}${drag ? ' is-dragging' : ''}`}>
      <div class="board__surface">
        {ground}
        <svg class="board__drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <ArrowHead />
          <Pips position={position} orientation={orientation} />
          {props.showsWayHome && <WayHome orientation={orientation} />}
          {props.lastPlay && <Arrows {...props.lastPlay} position={position} orientation={orientation} />}
          <Still {...props} />
          <Checkers pieces={pieces} orientation={orientation} durationMs={durationMs} lifted={lifted?.id ?? null} />
          <Marks {...props} drag={drag} from={drag?.from ?? attended} />
          {drag && lifted && <Ghost drag={drag} ghost={ghost} player={viewer} />}
        </svg>
        <PlaceButtons
          position={position}
          orientation={orientation}
          interaction={interaction}
          names={props.names ?? null}
          press={handlers}
          onAttend={setAttended}
        />
      </div>
      {props.children}
    </div>
  );
}

interface MarksProps extends BoardProps {
  readonly drag: Drag | null;
  /** The place whose checker the viewer holds, points at or has focused. */
  readonly from: number | null;
}

/** The marks over the checkers: the checkers that can move, and their targets. */
function Marks({ position, orientation, interaction, drag, from }: MarksProps) {
  const spread = { position, orientation };
  return (
    <>
      {interaction && !drag && <Rings places={interaction.movable} {...spread} />}
      {interaction && from !== null && (
        <Targets places={interaction.targets(from)} over={drag?.over ?? null} {...spread} />
      )}
    </>
  );
}

/** The parts of the board below the checkers and above the arrows of the last play. */
function Still({ cube, dice, orientation, durationMs }: BoardProps) {
  return (
    <>
      {cube && <CubeFace cube={cube} orientation={orientation} />}
      {dice.map((shown) => (
        <Dice key={`${shown.roll}-${shown.owner}`} {...shown} orientation={orientation} durationMs={durationMs} />
      ))}
    </>
  );
}

/** Gives checkers the same identity from one position to the next. */
function usePieces(position: Position): readonly Piece[] {
  const last = useRef<readonly Piece[]>([]);
  return useMemo(() => {
    last.current = arrange(position, last.current);
    return last.current;
  }, [position]);
}

interface GhostProps {
  readonly drag: Drag;
  readonly ghost: RefObject<SVGGElement | null>;
  readonly player: Player;
}

/** The checker that the viewer is dragging. */
function Ghost({ drag, ghost, player }: GhostProps) {
  return (
    <g ref={ghost} class="ghost" style={{ transform: heldAt(drag.start) }}>
      <Checker player={player} count={null} />
    </g>
  );
}
