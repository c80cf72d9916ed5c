// @vitest-environment happy-dom
import { startPosition } from 'bg-rules';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Board } from '../../src/board/board.tsx';
import { checkerSpot, HEIGHT, type Orientation, WIDTH } from '../../src/board/geometry.ts';
import { startTurn, type Turn, viewTurn } from '../../src/board/turn.ts';
import { useKeys } from '../../src/play/use-keys.ts';
import { interactionWith } from '../../src/play/use-turn.ts';

const orientation: Orientation = { viewer: 0, mirrored: false, flipped: false };
const NO_KEYS = { back: null, double: null, premove: null, hint: null, cancel: null, earlier: null, later: null };

/** The plays made so far, by their hops. */
let made: Turn;
/** How often the page's own action of Space was called. */
let gone: number;

function Playing() {
  const [turn, setTurn] = useState(() => startTurn(startPosition(), 0, [6, 1]));
  made = turn;
  const go = () => {
    gone += 1;
  };
  useKeys({ ...NO_KEYS, go });
  return (
    <Board
      position={viewTurn(turn).position}
      orientation={orientation}
      cube={null}
      dice={[]}
      lastPlay={null}
      interaction={interactionWith(turn, (next) => next && setTurn(next))}
      durationMs={0}
    />
  );
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}
const place = (number: number) => find(`[data-place="${number}"]`);
const bubbling = { bubbles: true, cancelable: true };

/** Sends an event to a place, and draws the board again before the next one, as a browser does. */
function send(number: number, event: Event): Promise<void> {
  return act(() => void place(number).dispatchEvent(event));
}

/** A press of the pointer on a place, with the click event that browsers send at its end. */
async function point(number: number, button = 0): Promise<void> {
  const { x, y } = checkerSpot(0, number, 0, orientation);
  const at = { ...bubbling, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button };
  await send(number, new PointerEvent('pointerdown', at));
  await send(number, new PointerEvent('pointerup', at));
  if (button === 0) await send(number, new MouseEvent('click', { ...bubbling, detail: 1 }));
}

/** Presses a key on a place. Resolves to false if its default is prevented: otherwise the platform turns Enter and Space into a click. */
async function press(number: number, key: string): Promise<boolean> {
  await act(() => place(number).focus());
  const event = new KeyboardEvent('keydown', { ...bubbling, key });
  await send(number, event);
  return !event.defaultPrevented;
}

const app = document.body.appendChild(document.createElement('div'));

beforeEach(() => {
  gone = 0;
  act(() => render(<Playing />, app));
  find('.board__places').getBoundingClientRect = () => new DOMRect(0, 0, WIDTH, HEIGHT);
});

afterEach(() => {
  act(() => render(null, app));
});

const hops = () => made.steps.flat();

const click = (number: number) => act(() => place(number).click());

describe('CT1 a place of the board answers', () => {
  const presses: readonly (readonly [string, (number: number) => Promise<void>])[] = [
    ['click()', click],
    [
      'a click event with a count and no press before it',
      async (number) => {
        for (const type of ['mousedown', 'mouseup', 'click'])
          await send(number, new MouseEvent(type, { ...bubbling, detail: 1 }));
      },
    ],
    ['a press of the pointer, once', point],
  ];
  test.each(presses)('%s', async (_name, pressed) => {
    await pressed(8);
    expect(hops()).toEqual([[8, 2]]);
    await pressed(8);
    expect(hops()).toEqual([
      [8, 2],
      [8, 7],
    ]);
  });

  test('the right button, once, with the other die', async () => {
    await point(8, 2);
    expect(hops()).toEqual([[8, 7]]);
    await click(8);
    expect(hops()).toEqual([
      [8, 7],
      [8, 2],
    ]);
  });
});

test('CT2 Space belongs to the place that has the focus if a click on it does something, and else to the page', async () => {
  expect(await press(8, ' ')).toBe(true);
  expect(gone).toBe(0);
  expect(await press(5, ' ')).toBe(false);
  expect(gone).toBe(1);
  expect(await press(8, 'Enter')).toBe(true);
  expect([gone, hops()]).toEqual([1, []]);
});
