// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import OpeningsPage from '../../src/pages/openings/openings-page.tsx';
import file from '../../src/pages/openings/rolled-out.json';
import type { Client } from '../../src/state/client.ts';
import { DEFAULTS } from '../../src/state/preferences.ts';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => {
  act(() => render(null, app));
  vi.unstubAllGlobals();
});

test('OQ7 the trainer for openings rests while the reader plays a live match against a person', async () => {
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
  await act(async () => render(<OpeningsPage client={client} />, app));
  await vi.waitFor(() => expect(app.textContent).toContain('paused while you play against a person'));
  expect(app.querySelectorAll('.board')).toHaveLength(0);
  act(() => {
    isAgainstPerson.value = false;
  });
  await act(async () => render(<OpeningsPage client={client} />, app));
  expect(app.querySelectorAll('.board')).toHaveLength(1);
});
