// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import type { MatchView } from 'bg-session';
import { expect, test } from 'vitest';
import { currentText } from '../src/pages/home/room.tsx';

test('OLM1 the lobby says that play has stopped in the live match, or that there is a warning', () => {
  const textFor = (view: Partial<Pick<MatchView, 'halted' | 'warning'>> | null) =>
    currentText({ currentSession: view && { view: signal({ halted: null, warning: null, ...view }) } });
  expect(textFor(null)).toBe('You have a match in progress.');
  expect(textFor({})).toBe('You have a match in progress.');
  expect(textFor({ warning: { kind: 'displaced', times: 3 } })).toBe('There’s a warning in your match.');
  expect(textFor({ halted: { code: 'forked', transcripts: 2 } })).toBe('Play has stopped in your match.');
});
