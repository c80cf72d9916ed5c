import { opponent } from 'bg-rules';
import type { MatchView } from 'bg-session';
import type { ComponentChildren } from 'preact';
import type { ShownCube } from '../board/cube.tsx';
import type { ShownDice } from '../board/dice.tsx';
import { type Box, cubeSpot, diceSpot, MIDDLE, type Orientation, percent } from '../board/geometry.ts';
import { matchTexts as texts } from '../strings/match.ts';
import { Icon } from '../ui/icon.tsx';
import type { Step } from './history.ts';
import { shownName, spokenName } from './people.ts';
import { RollProofButton } from './roll-proof.tsx';

/** The actions of the buttons of a turn. A button whose action is null is hidden. */
interface TurnActions {
  readonly roll: (() => void) | null;
  readonly opening: boolean;
  readonly double: (() => void) | null;
  readonly confirm: (() => void) | null;
  readonly undo: (() => void) | null;
}

interface BoardButtonsProps extends TurnActions {
  readonly orientation: Orientation;
  readonly swap: (() => void) | null;
  readonly dance: boolean;
  /** The action of a click on the empty felt of the viewer's half: a roll. */
  readonly felt?: (() => void) | null;
  /** The action of a click on the dice of a complete play: to confirm it. */
  readonly pips?: (() => void) | null;
  /** True if the dice of a complete play lie aside, to make room for the button. */
  readonly aside?: boolean;
  readonly shownCube: ShownCube | null;
}

/** The buttons over the felt: those that continue the game on the right, near the dice, and all others on the left. */
export function BoardButtons(props: BoardButtonsProps) {
  return (
    <>
      <OtherSide {...props} />
      <GoSide {...props} />
    </>
  );
}

/** The buttons of a turn below a board that takes the whole width. Each keeps its side and its place. */
export function ThumbBar({ roll, opening, double, confirm, undo }: TurnActions) {
  return (
    <div class="thumb-bar">
      <div class="thumb-bar__side">
        {double && <FeltButton onClick={double}>{texts.double}</FeltButton>}
        {undo && <UndoButton onClick={undo} />}
      </div>
      <div class="thumb-bar__side">
        {roll && <RollButton opening={opening} onClick={roll} />}
        {confirm && <ConfirmButton onClick={confirm} />}
      </div>
    </div>
  );
}

/** Double, beside the opponent's last roll, or undo. Roll and confirm are never here. */
function OtherSide({ orientation, double, undo, dance, shownCube }: BoardButtonsProps) {
  return (
    <>
      {double && (
        <ButtonArea box={doubleArea(orientation)}>
          <FeltButton onClick={double}>{texts.double}</FeltButton>
        </ButtonArea>
      )}
      {double && shownCube && <CubeButton cube={shownCube} orientation={orientation} onClick={double} />}
      {(undo || dance) && (
        <ButtonArea box={otherArea(orientation)}>
          {dance && <span class="felt-note">{texts.noMove}</span>}
          {undo && <UndoButton onClick={undo} />}
        </ButtonArea>
      )}
    </>
  );
}

function GoSide(props: BoardButtonsProps) {
  const { orientation, roll, opening, confirm, swap, felt = null, pips = null, aside = true } = props;
  const style = percent(diceBox(orientation));
  return (
    <>
      {felt && <Shortcut box={goArea(orientation)} onClick={felt} />}
      {pips && <Shortcut box={playedBox(orientation, aside)} onClick={pips} />}
      {swap && <button type="button" class="board__swap" aria-label={texts.swapDice} style={style} onClick={swap} />}
      {roll && (
        <ButtonArea box={goArea(orientation)}>
          <RollButton opening={opening} onClick={roll} />
        </ButtonArea>
      )}
      {confirm && (
        <ButtonArea box={confirmArea(orientation)}>
          <ConfirmButton onClick={confirm} />
        </ButtonArea>
      )}
    </>
  );
}

interface ShortcutProps extends Pressed {
  readonly box: Box;
}

/** A part of the board that does what a button beside it does. It is for the pointer only: all others have the button. */
function Shortcut({ box, onClick }: ShortcutProps) {
  return (
    <button
      type="button"
      class="board__shortcut"
      aria-hidden="true"
      tabIndex={-1}
      style={percent(box)}
      // The focus stays on the board.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  );
}

type Pressed = { readonly onClick: () => void };

function UndoButton({ onClick }: Pressed) {
  return (
    <FeltButton onClick={onClick}>
      <Icon name="undo" />
      {texts.undo}
    </FeltButton>
  );
}

function RollButton({ opening, onClick }: Pressed & Pick<TurnActions, 'opening'>) {
  return (
    <FeltButton go onClick={onClick}>
      {opening ? texts.openingRoll : texts.roll}
    </FeltButton>
  );
}

function ConfirmButton({ onClick }: Pressed) {
  return (
    <FeltButton go onClick={onClick}>
      {texts.confirm}
    </FeltButton>
  );
}

interface FeltButtonProps {
  /** True for the button that continues the game. */
  readonly go?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

function FeltButton({ go = false, onClick, children }: FeltButtonProps) {
  return (
    <button type="button" class={`felt-button${go ? ' felt-button--go' : ''}`} onClick={onClick}>
      {children}
    </button>
  );
}

interface CubeButtonProps {
  readonly cube: ShownCube;
  readonly orientation: Orientation;
  readonly onClick: () => void;
}

/** A click on the cube doubles too. */
function CubeButton({ cube, orientation, onClick }: CubeButtonProps) {
  const { x, y } = cubeSpot(cube.owner, null, orientation);
  const box = { x: x - 32, y: y - 32, width: 64, height: 64 };
  const label = texts.doubleTo(cube.value * 2);
  return (
    <button type="button" class="board__cube" style={percent(box)} aria-label={label} title={label} onClick={onClick} />
  );
}

function ButtonArea({ box, children }: { readonly box: Box; readonly children: ComponentChildren }) {
  return (
    <div class="board__overlay" style={percent(box)}>
      {children}
    </div>
  );
}

/** A question of the cube on the board, in the half where Roll and Confirm never are. */
export function BoardQuestion({
  orientation,
  children,
}: Pick<BoardButtonsProps, 'orientation'> & { readonly children: ComponentChildren }) {
  return (
    <div class="board__overlay board__question" style={percent(otherArea(orientation))}>
      {children}
    </div>
  );
}

interface BoardSealProps {
  readonly orientation: Orientation;
  readonly dice: ShownDice;
  readonly onOpen: (roll: number) => void;
}

/** The seal of the roll on the board, at the outer edge of its half. */
export function BoardRollProof({ orientation, dice, onOpen }: BoardSealProps) {
  const { x } = diceSpot(dice.owner, orientation);
  const away = dice.owner === orientation.viewer ? 150 : -150;
  // With a key per player, the seal does not move across the board.
  return (
    <div key={dice.owner} class="board__overlay board__overlay--seal" style={percent(areaAt(x + away, 60))}>
      <RollProofButton roll={dice.roll} onOpen={onOpen} />
    </div>
  );
}

interface BannerProps {
  readonly view: MatchView;
  readonly step: Step;
  /** The score of a money session in words. Null for a match to points. */
  readonly session: string | null;
}

/** Shows the winner of the game that has just ended, over its last position. */
export function GameBanner({ view, step, session }: BannerProps) {
  if (!step.ended) return null;
  const { winner, kind, points } = step.ended;
  return (
    <div class="board__banner" role="status">
      <strong>{texts.gameWon(spokenName(view, winner), texts.kinds[kind], points)}</strong>
      <span class="tabular">
        {session ?? texts.finalScore(shownName(view, 0), step.score[0], shownName(view, 1), step.score[1])}
      </span>
    </div>
  );
}

const AREA_HEIGHT = 108;

/** Returns a part of the line on which the dice lie. */
function areaAt(x: number, width: number): Box {
  return { x: x - width / 2, y: MIDDLE - AREA_HEIGHT / 2, width, height: AREA_HEIGHT };
}

/** The area of the viewer's dice. */
function goArea(orientation: Orientation): Box {
  return areaAt(diceSpot(orientation.viewer, orientation).x, 340);
}

/** The area beside the dice, which move aside for it. */
function confirmArea(orientation: Orientation): Box {
  return areaAt(diceSpot(orientation.viewer, orientation).x + 82, 186);
}

/** The area beside the opponent's last roll, away from the viewer's dice. */
function doubleArea(orientation: Orientation): Box {
  return areaAt(diceSpot(opponent(orientation.viewer), orientation).x + 84, 186);
}

/** The other half. */
function otherArea(orientation: Orientation): Box {
  return areaAt(diceSpot(opponent(orientation.viewer), orientation).x, 340);
}

/** The viewer's dice after a complete play. */
function playedBox(orientation: Orientation, aside: boolean): Box {
  const { x } = diceSpot(orientation.viewer, orientation);
  return { ...areaAt(aside ? x - 92 : x, aside ? 156 : 240), y: MIDDLE - 38, height: 76 };
}

/** The viewer's two dice. */
function diceBox(orientation: Orientation): Box {
  return { ...areaAt(diceSpot(orientation.viewer, orientation).x, 150), y: MIDDLE - 38, height: 76 };
}
