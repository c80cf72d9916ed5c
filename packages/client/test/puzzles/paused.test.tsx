// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import set from '../../src/pages/puzzles/puzzles.json';
import PuzzlesPage from '../../src/pages/puzzles/puzzles-page.tsx';
import type { Client } from '../../src/state/client.ts';
import { DEFAULTS } from '../../src/state/preferences.ts';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => {
  act(() => render(null, app));
  vi.unstubAllGlobals();
});

test('PT14 the puzzles by theme rest while the reader plays a live match against a person', async () => {
  vi.stubGlobal('fetch', async () => Response.json(set));
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
  await act(async () => render(<PuzzlesPage client={client} />, app));
  await vi.waitFor(() => expect(app.textContent).toContain('paused while you play against a person'));
  expect(app.querySelectorAll('.board')).toHaveLength(0);
  act(() => {
    isAgainstPerson.value = false;
  });
  await act(async () => render(<PuzzlesPage client={client} />, app));
  expect(app.querySelectorAll('.board')).toHaveLength(1);
});
