// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import OpeningsPage from '../../src/pages/openings/openings-page.tsx';
import type { Client } from '../../src/state/client.ts';
import { DEFAULTS } from '../../src/state/preferences.ts';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => act(() => render(null, app)));

test('OQ7 the trainer for openings rests while the reader plays a live match against a person', () => {
  const show = (isAgainstPerson: boolean) => {
    const client = {
      matches: { isAgainstPerson },
      storage: { read: () => null, write: () => true },
      preferences: { current: { value: DEFAULTS } },
      connection: { status: { value: 'online' } },
    } as unknown as Client;
    act(() => render(<OpeningsPage client={client} />, app));
    return app.querySelectorAll('.board').length;
  };
  expect(show(true)).toBe(0);
  expect(app.textContent).toContain('paused while you play against a person');
  expect(show(false)).toBe(1);
});
