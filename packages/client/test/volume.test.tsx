// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Volume } from '../src/play/board-look.tsx';
import { DEFAULTS, type PreferenceStore, type Preferences } from '../src/state/preferences.ts';

/** The sounds that were played, with their volumes. */
const played = vi.hoisted(() => [] as [string, number][]);
vi.mock('../src/board/sounds.ts', () => ({
  playSound: (sound: string, volume: number) => played.push([sound, volume]),
}));

beforeEach(() => {
  played.length = 0;
});
afterEach(() => {
  render(null, document.body);
});

async function show(change: Partial<Preferences>): Promise<HTMLButtonElement[]> {
  const current = signal({ ...DEFAULTS, ...change });
  const preferences: PreferenceStore = { current, kept: signal(true), set: () => undefined };
  await act(() => render(<Volume preferences={preferences} />, document.body));
  return [...document.querySelectorAll('button')];
}

test('WU6 the settings have a button for each sound, which plays it at the chosen volume', async () => {
  for (const button of await show({ volume: 40 })) button.click();
  const sounds = ['checker', 'hit', 'dice', 'cube', 'turn', 'warning', 'won', 'lost'];
  expect(played).toEqual(sounds.map((sound) => [sound, 40]));
});

test.each([{ sounds: false }, { volume: 0 }])('no sound can be played while they are off: %j', async (change) => {
  const buttons = await show(change);
  expect(buttons).toHaveLength(8);
  for (const button of buttons) button.click();
  expect(played).toEqual([]);
});
