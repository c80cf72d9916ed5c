// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TurnView } from '@anchor/wire';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TurnFacts } from 'bg-session';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { LocationProvider } from 'preact-iso';
import { afterAll, expect, test } from 'vitest';
import FoundQuestion from '../src/app/found-question.tsx';
import { TurnsLink } from '../src/app/own-turns.tsx';
import { createClient } from '../src/state/client.ts';
import type { FoundOpponent } from '../src/state/offers.ts';
import { Page } from '../src/ui/page.tsx';
import { useTitle, writeTitle } from '../src/ui/tab-title.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '../src/');
const waiting = signal<readonly TurnView[]>([]);
const isFound = signal(false);
const page = signal('study');

const client = createClient(
  async () =>
    ({ code }) =>
      code,
);
const turns = {
  get waiting() {
    return waiting.value;
  },
};
const live = signal<TurnFacts | null>(null);
const matches = {
  current: 'live',
  get currentSession() {
    return live.value && { view: live as ReadonlySignal<TurnFacts> };
  },
};
const found: FoundOpponent = {
  opponent: { pub: 'ab'.repeat(32), name: 'Ann', rating: 1500, rd: 60, provisional: false },
  until: 60_000,
  isAccepted: false,
  length: 3,
  rated: true,
  clock: 'normal',
  rules: { cube: true, crawford: true, jacoby: false, beavers: false },
  pairing: 'p',
};

const turn = (match: string): TurnView => ({
  match,
  opponent: { pub: 'cd'.repeat(32), name: 'Bob', bot: false, rating: 1500, rd: 60, provisional: false },
  length: 3,
  clock: 'days3',
  rated: false,
  seat: 0,
  toAct: 0,
  isAutomatic: false,
  until: null,
  score: [0, 0],
});

function Home() {
  useTitle(null);
  return null;
}

function App() {
  return (
    <LocationProvider>
      <TurnsLink client={{ matches, turns }} />
      {isFound.value && <FoundQuestion client={client} found={found} />}
      {page.value === 'home' ? <Home /> : <Page title={page.value}>{null}</Page>}
    </LocationProvider>
  );
}

document.title = 'as served';
const stop = writeTitle(document);
afterAll(stop);

/** Renders after a change, with its effects. */
async function titleAfter(change: () => void): Promise<string> {
  await act(change);
  return document.title;
}

function titleSetting<Value>(part: Signal<Value>, value: Value): Promise<string> {
  return titleAfter(() => {
    part.value = value;
  });
}

test('TT1 the title of the tab is that of the page, behind the number of waiting matches, and the question about an opponent takes its place while it is open', async () => {
  expect(document.title).toBe('as served');
  const app = document.body.appendChild(document.createElement('div'));
  expect(await titleAfter(() => render(<App />, app))).toBe('study · Anchor');
  const two = [turn('one'), turn('two')];
  expect(await titleSetting(waiting, two)).toBe('(2) study · Anchor');
  expect(await titleSetting(isFound, true)).toBe('● Opponent found');
  // A change in the meantime is shown afterwards.
  expect(await titleSetting(waiting, two.slice(1))).toBe('● Opponent found');
  expect(await titleSetting(page, 'rules')).toBe('● Opponent found');
  expect(await titleSetting(isFound, false)).toBe('(1) rules · Anchor');
  expect(await titleSetting(page, 'home')).toMatch(/^\(1\) Anchor/);
  expect(await titleSetting(waiting, [])).toMatch(/^Anchor/);
  await act(() => render(null, app));
});

test('TT2 the header leads to a live match that is not on screen if it waits for the player or play has stopped there', async () => {
  const app = document.body.appendChild(document.createElement('div'));
  await act(() => render(<App />, app));
  const shown = async (facts: TurnFacts | null, byCorrespondence: readonly TurnView[] = []) => {
    await act(() => {
      live.value = facts;
      waiting.value = byCorrespondence;
    });
    const link = app.querySelector('.offers-button');
    return link && `${link.textContent} ${link.getAttribute('href')}`;
  };
  const facts: TurnFacts = { seat: 1, match: { toAct: 1 }, outcome: null, halted: null };
  expect(await shown(null)).toBe(null);
  expect(await shown(facts)).toBe('1 /match/live');
  expect(await shown({ ...facts, match: { toAct: 0 } })).toBe(null);
  expect(await shown({ ...facts, seat: null })).toBe(null);
  expect(await shown({ ...facts, match: { toAct: 0 }, halted: { code: 'forked', transcripts: 2 } })).toBe(
    '1 /match/live',
  );
  expect(await shown(facts, [turn('one')])).toBe('2 /match/live');
  expect(await shown(null, [turn('one')])).toBe('1 /match/one');
  await act(() => render(null, app));
});

test('one module writes the title of the tab', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const writers = files.filter((name) => /\.title = /.test(readFileSync(source + name, 'utf8')));
  expect(writers).toEqual(['ui/tab-title.ts']);
});
