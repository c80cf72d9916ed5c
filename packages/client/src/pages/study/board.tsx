import type { Dice, Hop, Player, Situation } from 'bg-rules';
import { useMemo, useState } from 'preact/hooks';
import { Board as WholeBoard } from '../../board/board.tsx';
import type { ShownCube } from '../../board/cube.tsx';
import { describePosition } from '../../board/describe.ts';
import type { Interaction } from '../../board/drag-gesture.ts';
import type { Orientation } from '../../board/geometry.ts';
import { startTurn, swapDice, type Turn, undo, viewTurn } from '../../board/turn.ts';
import { BoardButtons } from '../../play/board-buttons.tsx';
import { useKeys } from '../../play/use-keys.ts';
import { interactionWith } from '../../play/use-turn.ts';
import type { Preferences } from '../../state/preferences.ts';
import { studyTexts as texts } from '../../strings/study.ts';
import { Choices } from '../../ui/fields.tsx';
import { current, played, type Study, withChecker, withoutChecker } from './study.ts';
import type { Opponent } from './use-opponent.ts';

interface BoardProps {
  readonly study: Study;
  readonly preferences: Preferences;
  readonly editing: boolean;
  /** The game against the engine, or null while none is played. */
  readonly opponent: Opponent | null;
  readonly onStudy: (study: Study) => void;
  readonly onSituation: (situation: Situation) => void;
}

/** The board: checkers are set up on it, or the roll is played on it. */
export function Board(props: BoardProps) {
  const { situation } = current(props.study);
  if (props.editing) return <EditedBoard {...props} situation={situation} />;
  if (situation.dice === null || props.opponent?.busy) return <StillBoard {...props} situation={situation} />;
  return (
    <PlayedBoard key={`${props.study.at}-${situation.dice}`} {...props} situation={situation} dice={situation.dice} />
  );
}

const NO_KEYS = {
  go: null,
  back: null,
  double: null,
  premove: null,
  hint: null,
  cancel: null,
  earlier: null,
  later: null,
};
const NO_BUTTONS = { roll: null, double: null, confirm: null, undo: null, swap: null, opening: false, dance: false };

type OneBoardProps = BoardProps & { readonly situation: Situation };

/** A click sets a checker of this player, or takes one away. */
type Tool = Player | 'none';

function EditedBoard({ situation, preferences, onSituation }: OneBoardProps) {
  const [tool, setTool] = useState<Tool>(0);
  const { position } = situation;
  const interaction = useMemo<Interaction>(
    () => ({
      movable: new Set(),
      targets: () => [],
      acts: () => true,
      click: (place, side) => {
        const isTaken = tool === 'none' || side === 'right';
        const next = isTaken ? withoutChecker(position, place, tool === 1 ? 1 : 0) : withChecker(position, place, tool);
        onSituation({ ...situation, position: next, dice: null });
      },
      drop: () => undefined,
    }),
    [situation, tool],
  );
  return (
    <>
      <WholeBoard
        position={position}
        orientation={seenBy(0, preferences)}
        cube={cubeOf(situation)}
        dice={[]}
        lastPlay={null}
        interaction={interaction}
        names={[texts.you, texts.opponent]}
        durationMs={0}
      />
      <Choices
        label={texts.tool}
        hint={texts.editHelp}
        options={[
          { value: 0, label: texts.tools[0] },
          { value: 1, label: texts.tools[1] },
          { value: 'none', label: texts.tools.none },
        ]}
        value={tool}
        onChange={setTool}
      />
    </>
  );
}

function StillBoard({ situation, preferences, opponent }: OneBoardProps) {
  const { position, dice, onRoll } = situation;
  const { roll = null, double = null } = opponent ?? {};
  // the buttons belong to the player on roll, as in a match
  const orientation = seenBy(roll ? onRoll : 0, preferences);
  const cube = cubeOf(situation);
  useKeys({ ...NO_KEYS, go: roll, double });
  const shown = dice ? viewTurn(startTurn(position, onRoll, dice)).dice : null;
  return (
    <>
      <WholeBoard
        position={position}
        orientation={orientation}
        cube={cube}
        dice={shown ? [{ owner: onRoll, dice: shown, roll: 1, aside: false }] : []}
        lastPlay={null}
        interaction={null}
        names={[texts.you, texts.opponent]}
        durationMs={0}
      >
        <BoardButtons {...NO_BUTTONS} orientation={orientation} shownCube={cube} roll={roll} double={double} />
      </WholeBoard>
      <Description situation={situation} />
    </>
  );
}

function PlayedBoard({ study, situation, dice, preferences, onStudy }: OneBoardProps & { readonly dice: Dice }) {
  const { position, onRoll } = situation;
  const [turn, setTurn] = useState(() => startTurn(position, onRoll, dice));
  const view = useMemo(() => viewTurn(turn), [turn]);
  const interaction = useMemo(() => interactionWith(turn, (next: Turn | null) => next && setTurn(next)), [turn]);
  const play = (hops: readonly Hop[]) => {
    const next = played(study, hops);
    if (next) onStudy(next);
  };
  const confirm = view.complete && view.hops.length > 0 ? () => play(view.hops) : null;
  const back = turn.steps.length > 0 ? () => setTurn(undo(turn)) : null;
  const swap = turn.steps.length === 0 ? () => setTurn(swapDice(turn)) : null;
  useKeys({ ...NO_KEYS, go: confirm, back, cancel: back });
  const orientation = seenBy(onRoll, preferences);
  const cube = cubeOf(situation);
  return (
    <>
      <WholeBoard
        position={view.position}
        orientation={orientation}
        cube={cube}
        dice={[{ owner: onRoll, dice: view.dice, roll: 1, aside: view.complete }]}
        lastPlay={null}
        interaction={interaction}
        durationMs={0}
      >
        <BoardButtons
          {...NO_BUTTONS}
          orientation={orientation}
          confirm={confirm}
          undo={back}
          swap={swap}
          shownCube={cube}
        />
      </WholeBoard>
      <Description situation={situation} />
    </>
  );
}

function Description({ situation }: { readonly situation: Situation }) {
  const { position } = situation;
  const names = [texts.you, texts.opponent] as const;
  return <p class="visually-hidden">{describePosition(position, 0, names, cubeOf(situation))}</p>;
}

/** White stays at the bottom: for Black's moves the board is seen by Black with the sides exchanged. */
function seenBy(viewer: Player, { mirrored, flipped }: Preferences): Orientation {
  return { viewer, mirrored, flipped: viewer === 0 ? flipped : !flipped };
}

function cubeOf({ cube, length, crawford, rules }: Situation): ShownCube | null {
  return length === 1 || crawford || !rules.cube ? null : { ...cube, offeredTo: null };
}
