import { applyPlay, type Cube, type Dice, type Hop, type Position } from 'bg-rules';
import { useMemo, useState } from 'preact/hooks';
import { arrowsOf } from '../board/arrows.ts';
import { Board } from '../board/board.tsx';
import type { ShownCube } from '../board/cube.tsx';
import { describePosition } from '../board/describe.ts';
import { startTurn, swapDice, undo, viewTurn } from '../board/turn.ts';
import type { Preferences } from '../state/preferences.ts';
import { puzzleTexts as texts } from '../strings/puzzle.ts';
import { BoardButtons } from './board-buttons.tsx';
import { useKeys } from './use-keys.ts';
import { interactionWith } from './use-turn.ts';

/** A roll to be played by player 0. */
interface Solvable {
  readonly position: Position;
  readonly dice: Dice;
  readonly cube: Cube;
  readonly length: number;
  readonly crawford: boolean;
}

interface BoardProps {
  readonly puzzle: Solvable;
  readonly preferences: Preferences;
}

interface SolvingBoardProps extends BoardProps {
  /** Null while an answer is being sent. */
  readonly onConfirm: ((hops: readonly Hop[]) => void) | null;
}

/** The board on which the puzzle is solved. Checkers can be moved until the play is confirmed. */
export function SolvingBoard({ puzzle, preferences, onConfirm }: SolvingBoardProps) {
  const [turn, setTurn] = useState(() => startTurn(puzzle.position, 0, puzzle.dice));
  const view = useMemo(() => viewTurn(turn), [turn]);
  const interaction = useMemo(() => interactionWith(turn, (next) => next && setTurn(next)), [turn]);
  const confirm = view.complete && onConfirm ? () => onConfirm(view.hops) : null;
  const back = turn.steps.length > 0 && onConfirm ? () => setTurn(undo(turn)) : null;
  const swap = turn.steps.length === 0 ? () => setTurn(swapDice(turn)) : null;
  useKeys({ go: confirm, back, double: null, premove: null, hint: null, cancel: back, earlier: null, later: null });
  const cube = cubeOf(puzzle);
  const orientation = orientationOf(preferences);
  const dice = [{ owner: 0 as const, dice: view.dice, roll: 1, aside: view.complete }];
  return (
    <>
      <Board
        orientation={orientation}
        cube={cube}
        dice={dice}
        interaction={onConfirm ? interaction : null}
        position={view.position}
        lastPlay={null}
        durationMs={0}
      >
        <BoardButtons
          orientation={orientation}
          confirm={confirm}
          undo={back}
          swap={swap}
          shownCube={cube}
          roll={null}
          double={null}
          opening={false}
          dance={false}
        />
      </Board>
      <p class="visually-hidden">{describePosition(puzzle.position, 0, [texts.solver, texts.opponent], cube)}</p>
    </>
  );
}

interface AnswerBoardProps extends BoardProps {
  /** The play to show, or null for the position before it. */
  readonly hops: readonly Hop[] | null;
}

/** The board after a play selected from the list. */
export function AnswerBoard({ puzzle, preferences, hops }: AnswerBoardProps) {
  const after = useMemo(() => hops && applyPlay(puzzle.position, 0, puzzle.dice, hops), [puzzle, hops]);
  const view = viewTurn(startTurn(puzzle.position, 0, puzzle.dice));
  return (
    <Board
      position={after?.ok ? after.value : puzzle.position}
      orientation={orientationOf(preferences)}
      cube={cubeOf(puzzle)}
      dice={[{ owner: 0, dice: view.dice, roll: 1, aside: false }]}
      lastPlay={hops && { player: 0, arrows: arrowsOf(hops) }}
      interaction={null}
      durationMs={0}
    />
  );
}

export function orientationOf({ mirrored, flipped }: Preferences) {
  return { viewer: 0 as const, mirrored, flipped };
}

function cubeOf({ cube, length, crawford }: Solvable): ShownCube | null {
  return length === 1 || crawford ? null : { ...cube, offeredTo: null };
}
