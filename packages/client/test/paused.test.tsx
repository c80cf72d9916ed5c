// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { type ComponentType, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import OpeningsPage from '../src/pages/openings/openings-page.tsx';
import rollouts from '../src/pages/openings/rolled-out.json';
import set from '../src/pages/puzzles/puzzles.json';
import PuzzlesPage from '../src/pages/puzzles/puzzles-page.tsx';
import type { Client } from '../src/state/client.ts';
import { DEFAULTS } from '../src/state/preferences.ts';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => {
  act(() => render(null, app));
  vi.unstubAllGlobals();
});

test('OQ7 the trainer for openings rests while the reader plays a live match against a person', () =>
  expectToRest(OpeningsPage, rollouts));

test('PT14 the puzzles by theme rest while the reader plays a live match against a person', () =>
  expectToRest(PuzzlesPage, set));

/** Expects no board on the page during the match, and one after it. `file` is the file that the page fetches. */
async function expectToRest(Page: ComponentType<{ readonly client: Client }>, file: unknown): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json(file));
  const isAgainstPerson = signal(true);
  const client = {
    matches: {
      get isAgainstPerson() {
        return isAgainstPerson.value;
      },
    },
    storage: { read: () => null, write: () => true },
    preferences: { current: { value: DEFAULTS } },
    connection: { status: { value: 'online' } },
  } as unknown as Client;
  await act(async () => render(<Page client={client} />, app));
  await vi.waitFor(() => expect(app.textContent).toContain('paused while you play against a person'));
  expect(app.querySelectorAll('.board')).toHaveLength(0);
  act(() => {
    isAgainstPerson.value = false;
  });
  await act(async () => render(<Page client={client} />, app));
  expect(app.querySelectorAll('.board')).toHaveLength(1);
}
