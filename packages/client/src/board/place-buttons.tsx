import { BAR, OFF, type Position } from 'bg-rules';
import { useRef, useState } from 'preact/hooks';
import { boardTexts as texts } from '../strings/board.ts';
import { describePlace } from './describe.ts';
import type { Interaction } from './drag-gesture.ts';
import { directionOf, type FocusAt, moveFocus } from './focus.ts';
import { column, type Orientation, percent, placeBox } from './geometry.ts';
import type { PointerHandlers } from './use-drag.ts';

const PLACES = [...Array.from({ length: 24 }, (_, index) => index + 1), BAR, OFF];

interface PlaceButtonsProps {
  readonly position: Position;
  readonly orientation: Orientation;
  readonly interaction: Interaction | null;
  readonly pointer: PointerHandlers;
  /** Reports the place that is pointed at or focused. */
  readonly onAttend: (place: number | null) => void;
}

/**
 * A button over every place, for keyboard and screen reader. The board is one tab stop, and arrow keys move between
 * places.
 */
export function PlaceButtons({ position, orientation, interaction, pointer, onAttend }: PlaceButtonsProps) {
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
      {...pointer}
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
          aria-label={describePlace(position, orientation.viewer, place, interaction?.targets(place) ?? [])}
          onFocus={() => onFocus(place)}
          onBlur={() => onAttend(null)}
          onPointerEnter={() => onAttend(place)}
        />
      ))}
    </fieldset>
  );
}

/** Arrow keys move the focus. Enter plays the checker there, and Shift+Enter uses the other die. */
function useFocusKeys(
  group: { readonly current: HTMLElement | null },
  orientation: Orientation,
  interaction: Interaction | null,
) {
  const [at, setAt] = useState<FocusAt>({ place: 6, low: !orientation.flipped });

  function onKeyDown(event: KeyboardEvent) {
    const direction = directionOf(event.key);
    if (event.key === 'Enter') interaction?.click(at.place, event.shiftKey ? 'right' : 'left');
    if (event.key === 'Enter' || direction) event.preventDefault();
    if (!direction) return;
    const next = moveFocus(at.place, direction, at.low, orientation);
    setAt(next);
    group.current?.querySelector<HTMLElement>(`[data-place="${next.place}"]`)?.focus();
  }
  return { at, setAt, onKeyDown };
}
