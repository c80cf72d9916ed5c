import { BAR, OFF, type Position } from 'bg-rules';
import { useRef, useState } from 'preact/hooks';
import { boardTexts as texts } from '../strings/board.ts';
import { withoutIsolates } from '../strings/name-text.ts';
import { describePlace, type Names } from './describe.ts';
import type { Interaction } from './drag-gesture.ts';
import { column, type Orientation, percent, placeBox } from './geometry.ts';
import type { PressHandlers } from './use-drag.ts';

const PLACES = [...Array.from({ length: 24 }, (_, index) => index + 1), BAR, OFF];

interface PlaceButtonsProps {
  readonly position: Position;
  readonly orientation: Orientation;
  readonly interaction: Interaction | null;
  /** The players' names for a viewer who plays neither side. */
  readonly names: Names | null;
  readonly press: PressHandlers;
  /** Reports the place that is pointed at or focused. */
  readonly onAttend: (place: number | null) => void;
}

/**
 * A button over every place, for keyboard, screen reader and voice. The board is one tab stop, and arrow keys move between
 * places.
 */
export function PlaceButtons({ position, orientation, interaction, names, press, onAttend }: PlaceButtonsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const { at, setAt, onKeyDown } = useFocusKeys(group, orientation, interaction);

  function onFocus(place: number) {
    const low = place === BAR || place === OFF ? at.low : column(place, orientation).low;
    setAt({ place, low });
    onAttend(place);
  }

  return (
    <fieldset
      ref={group}
      class="board__places"
      {...press}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onAttend(null)}
    >
      <legend class="visually-hidden">{`${texts.board}. ${texts.boardHelp}`}</legend>
      {PLACES.map((place) => (
        <button
          key={place}
          type="button"
          data-place={place}
          class={`board__place${interaction?.movable.has(place) ? ' is-movable' : ''}`}
          style={percent(placeBox(place, orientation))}
          tabIndex={place === at.place ? 0 : -1}
          aria-label={withoutIsolates(
            describePlace(position, orientation.viewer, place, interaction?.targets(place) ?? [], names),
          )}
          onFocus={() => onFocus(place)}
          onBlur={() => onAttend(null)}
          onPointerEnter={() => onAttend(place)}
        />
      ))}
    </fieldset>
  );
}

/**
 * Arrow keys move the focus. Enter and Space click, which plays the checker there, and with Shift uses the other die. On a place
 * where a click does nothing, Space is left to the page.
 */
function useFocusKeys(
  group: { readonly current: HTMLElement | null },
  orientation: Orientation,
  interaction: Interaction | null,
) {
  const [at, setAt] = useState<FocusAt>({ place: 6, low: !orientation.flipped });

  function onKeyDown(event: KeyboardEvent) {
    const direction = directionOf(event.key);
    if (event.key === ' ') {
      if (interaction?.acts(at.place)) event.stopPropagation();
      // Otherwise the place could act on the release of a key whose press has rolled the dice.
      else event.preventDefault();
    }
    if (!direction) return;
    event.preventDefault();
    const next = moveFocus(at.place, direction, at.low, orientation);
    setAt(next);
    group.current?.querySelector<HTMLElement>(`[data-place="${next.place}"]`)?.focus();
  }
  return { at, setAt, onKeyDown };
}

type Direction = 'left' | 'right' | 'up' | 'down';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Returns the direction of an arrow key. */
export function directionOf(key: string): Direction | null {
  return KEYS[key] ?? null;
}

/** Returns the places of one row from left to right: six points, the bar, six points, the tray. */
export function rowOf(low: boolean, orientation: Orientation): number[] {
  const points = Array.from({ length: 24 }, (_, index) => index + 1)
    .filter((point) => column(point, orientation).low === low)
    .sort((a, b) => column(a, orientation).x - column(b, orientation).x);
  const row = [...points.slice(0, 6), BAR, ...points.slice(6)];
  return orientation.mirrored ? [OFF, ...row] : [...row, OFF];
}

/** Returns the next focused place in the viewer's numbers. A row continues at its other end. */
export function moveFocus(place: number, direction: Direction, low: boolean, orientation: Orientation): FocusAt {
  if (direction === 'up' || direction === 'down') return across(place, direction === 'down', low, orientation);
  const row = rowOf(low, orientation);
  const at = row.indexOf(place) + (direction === 'right' ? 1 : -1);
  return { place: row.at(at % row.length) ?? place, low };
}

/** A focused place and the row through which it was reached, because bar and tray belong to both rows. */
interface FocusAt {
  readonly place: number;
  readonly low: boolean;
}

function across(place: number, low: boolean, wasLow: boolean, orientation: Orientation): FocusAt {
  if (low === wasLow) return { place, low };
  const at = rowOf(wasLow, orientation).indexOf(place);
  return { place: rowOf(low, orientation)[at] ?? place, low };
}
