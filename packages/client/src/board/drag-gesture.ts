import { HEIGHT, type Orientation, placeAt, type Spot, WIDTH } from './geometry.ts';
import type { Side } from './turn.ts';

/** The viewer's possible checker actions, in their own numbers. */
export interface Interaction {
  readonly movable: ReadonlySet<number>;
  targets(from: number): readonly number[];
  /** True if a click on the place, with the left die first, changes something. */
  acts(place: number): boolean;
  click(place: number, side: Side): void;
  drop(from: number, to: number): void;
}

/** A checker that the viewer is dragging. */
export interface Drag {
  readonly from: number;
  /** The place below the checker. */
  readonly over: number | null;
  readonly start: Spot;
}

/** The part of a pointer event that `DragGesture` uses. */
export type Touch = Pick<
  PointerEvent,
  'pointerId' | 'pointerType' | 'button' | 'clientX' | 'clientY' | 'currentTarget'
>;

/** The part of a click event that `DragGesture` uses. */
export type Click = Pick<MouseEvent, 'detail' | 'shiftKey'>;

/** The present board and turn on which `DragGesture` works. */
interface Reach {
  readonly interaction: Interaction | null;
  readonly orientation: Orientation;
}

/** Shows the state of a `DragGesture`. */
interface DragView {
  show(drag: Drag | null): void;
  /** Moves the dragged checker with the pointer without redrawing the board. */
  follow(spot: Spot): void;
}

interface Press {
  readonly pointerId: number;
  readonly place: number;
  readonly side: Side;
  readonly x: number;
  readonly y: number;
  readonly drag: Drag | null;
}

const LONG_PRESS_MS = 450;
/** A pointer that moved farther than this (in screen pixels) is dragging. */
const SLOP = 5;

/** Turns the events of one pointer into clicks, long presses and drops, and passes on clicks without a pointer. */
export class DragGesture {
  #press: Press | null = null;
  /** True after the pointer has pressed, until the click event at the end of that press. */
  #isPointed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #reach: () => Reach;
  readonly #view: DragView;

  constructor(reach: () => Reach, view: DragView) {
    this.#reach = reach;
    this.#view = view;
  }

  down(event: Touch): void {
    this.#isPointed = true;
    const { interaction } = this.#reach();
    const place = this.#placeOf(event);
    if (!interaction || place === null || (event.button !== 0 && event.button !== 2)) return;
    const side: Side = event.button === 2 ? 'right' : 'left';
    this.#press = { pointerId: event.pointerId, place, side, x: event.clientX, y: event.clientY, drag: null };
    if (event.pointerType !== 'mouse') this.#timer = setTimeout(() => this.#longPress(place), LONG_PRESS_MS);
  }

  move(event: Touch): void {
    const press = this.#press;
    const spot = spotOf(event);
    if (!press || !spot || press.pointerId !== event.pointerId) return;
    if (press.drag) this.#carry(press, press.drag, spot);
    else if (this.#begins(press, event)) this.#lift(press, event, spot);
  }

  up(event: Touch): void {
    const press = this.#press;
    const { interaction } = this.#reach();
    const place = this.#placeOf(event);
    this.release();
    if (!press || place === null) return;
    if (press.drag && place !== press.place) interaction?.drop(press.place, place);
    else if (!press.drag && place === press.place) interaction?.click(place, press.side);
  }

  /**
   * Answers a click event on a place, or on none, if no pointer made it: a key, assistive technology or a script did. Its detail, the
   * count of presses, is then 0, or no press came before it.
   */
  click(event: Click, place: number | null): void {
    const isPointers = event.detail > 0 && this.#isPointed;
    this.#isPointed = false;
    if (!isPointers && place !== null) this.#reach().interaction?.click(place, event.shiftKey ? 'right' : 'left');
  }

  /** Call this when a key is pressed: the click that follows belongs to the key. */
  keyed(): void {
    this.#isPointed = false;
  }

  /** Ends a drag without dropping the checker. */
  release(): void {
    clearTimeout(this.#timer);
    this.#press = null;
    this.#view.show(null);
  }

  #longPress(place: number): void {
    this.#press = null;
    this.#reach().interaction?.click(place, 'right');
  }

  #begins(press: Press, event: Touch): boolean {
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP;
    if (isFar) clearTimeout(this.#timer);
    return isFar && press.side === 'left' && (this.#reach().interaction?.movable.has(press.place) ?? false);
  }

  #lift(press: Press, event: Touch, start: Spot): void {
    // The pointer may leave the board while it is dragging a checker.
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    this.#hold(press, { from: press.place, over: null, start });
  }

  #carry(press: Press, drag: Drag, spot: Spot): void {
    this.#view.follow(spot);
    const over = placeAt(spot, this.#reach().orientation);
    if (over !== drag.over) this.#hold(press, { ...drag, over });
  }

  #hold(press: Press, drag: Drag): void {
    this.#press = { ...press, drag };
    this.#view.show(drag);
  }

  #placeOf(event: Touch): number | null {
    const spot = spotOf(event);
    return spot && placeAt(spot, this.#reach().orientation);
  }
}

/** Returns the place of an event in the drawing. */
function spotOf({ currentTarget, clientX, clientY }: Touch): Spot | null {
  if (!(currentTarget instanceof Element)) return null;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  if (width === 0) return null;
  return { x: ((clientX - left) / width) * WIDTH, y: ((clientY - top) / height) * HEIGHT };
}
