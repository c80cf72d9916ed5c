// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signal } from '@preact/signals';
import { type MatchRecord, stepsOf } from 'bg-record';
import type { MatchSession, MatchView, Outcome } from 'bg-session';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer } from '../../src/engine/answer.ts';
import { reviewAtOnce } from '../../src/engine/instant.ts';
import { luckOf } from '../../src/engine/luck.ts';
import type { Asked, Message, Ready } from '../../src/engine/messages.ts';
import { judge, undoubledIn } from '../../src/judged/judged.ts';
import { cardsOf, costliest } from '../../src/judged/mistakes.ts';
import { momentsOf } from '../../src/judged/moments.ts';
import { cubeTotalsOf, luckTotalsOf, ratingTogether, totalsOf } from '../../src/judged/totals.ts';
import { ResultCard, type ResultClient } from '../../src/pages/match/result.tsx';
import type { KnownPeople } from '../../src/state/people.ts';

// The kit reads files by addresses, which this environment has of its own.
const file = join(import.meta.dirname, '../../../../vectors/records/valid/match-7.json');
const record: MatchRecord = JSON.parse(readFileSync(file, 'utf8'));
const app = document.body.appendChild(document.createElement('div'));
app.className = 'match';

const outcome = {
  kind: 'finished',
  result: record.result,
  record: '',
  finalHash: '',
  ratings: [
    { before: 1500, after: 1512.4 },
    { before: 1600, after: 1587.6 },
  ],
  forfeit: null,
} as const satisfies Outcome;

const ONLINE = { online: true, abandonAt: null };

function viewOf({ header, events }: MatchRecord, changes: Partial<MatchView>): MatchView {
  const match = stepsOf({ header, events }).at(-1)!.after;
  const rest = { id: header.id, header, events, match, seat: 0, rematch: [false, false], notice: null };
  return { ...rest, presence: [ONLINE, ONLINE], ...changes } as MatchView;
}

/** The threads that the page has begun, and what they wait for. */
const threads: { isEnded: boolean; work: (() => unknown)[] }[] = [];

/** The engine in a thread that works when the test lets it. */
class FakeWorker {
  onmessage: ((event: { data: Message | Ready }) => void) | null = null;
  onerror = null;
  readonly #state: (typeof threads)[number] = { isEnded: false, work: [] };

  constructor() {
    threads.push(this.#state);
  }
  postMessage({ id, question }: Asked): void {
    const say = (data: Message | Ready) => this.onmessage?.({ data });
    say({ kind: 'ready', accelerated: false });
    this.#state.work.push(() => say({ kind: 'progress', id, done: 3, wanted: 40 }));
    this.#state.work.push(async () => say({ kind: 'answer', id, answered: await answer(question, () => undefined) }));
  }
  terminate(): void {
    this.#state.isEnded = true;
  }
}

/** Lets the newest thread do its next piece of work. */
const workOn = () =>
  act(async () => {
    await threads.at(-1)!.work.shift()!();
  });

beforeEach(() => {
  threads.length = 0;
  asksForPeople = 0;
  known.value = null;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  act(() => render(null, app));
  vi.unstubAllGlobals();
});

const asked: string[] = [];
const session = {
  rematch: () => asked.push('rematch'),
  download: () => asked.push('download'),
} as unknown as MatchSession;
const challenged: string[] = [];
let asksForPeople = 0;
const countAsk = () => {
  asksForPeople += 1;
};
const known = signal<KnownPeople | null>(null);
const learn = (people: KnownPeople) =>
  act(() => {
    known.value = people;
  });
const client = {
  connection: { status: { value: 'online' }, me: { value: { pub: record.header.players[0].pub } } },
  people: { known, relationTo: () => undefined, load: async () => countAsk() },
  invitations: { ask: ({ name }: { name: string }) => challenged.push(name) },
} as unknown as ResultClient;

interface Shown {
  readonly view?: Partial<MatchView>;
  readonly end?: Outcome;
  readonly isNews?: boolean;
}

async function show({ view = {}, end = outcome, isNews = true }: Shown = {}): Promise<void> {
  const card = { session, client, isNews, guide: null, outcome: end, view: viewOf(record, view) };
  await act(() => render(<ResultCard {...card} />, app));
  // The figures are a part of the page that is loaded on demand.
  await act(() => import('../../src/pages/match/result-figures.tsx').then(() => undefined));
}

const text = (selector: string) =>
  [...app.querySelectorAll(selector)].map((one) =>
    (one.textContent ?? '').replaceAll(/[\u200e\u2068\u2069]/g, '').trim(),
  );
const rows = () => text('.result__figures tbody tr');
const press = (name: string) =>
  act(() => [...app.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());

describe('the card at the end of a match', () => {
  test('EC1 shows result and ratings at once, then PR and luck of both as they are computed, with their progress', async () => {
    await show({ view: { seat: record.result.winner } });
    expect(text('h2')).toEqual(['You win the match']);
    expect(rows()).toEqual(['Rating1512 +121588 −12', 'PR……', 'Luck……']);
    await workOn();
    expect(text('.result__progress')).toEqual(['3 of 40 decisions analysed']);
    await workOn();
    const estimate = await reviewAtOnce(record);
    const [plays, cubes] = [totalsOf(estimate.report, null), cubeTotalsOf(estimate, null)];
    const prs = ([0, 1] as const).map((seat) => `≈ ${ratingTogether(plays[seat], cubes[seat])!.toFixed(1)}`);
    expect(rows().slice(1)).toEqual([`PR${prs.join('')}`, 'Luck……']);
    await workOn();
    await workOn();
    const luck = luckTotalsOf(luckOf(stepsOf(record)), null).map((sum) => Math.abs(sum).toFixed(3));
    expect(rows()[2]!.replaceAll(/[−+]/g, '')).toBe(`Luck${luck.join('')}`);
    expect(text('[role="status"]').at(-1)).toContain(`PR: ${record.header.players[0].name} ${prs[0]}`);
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  test('EC2 shows the viewer’s decision that cost most, and offers their mistakes as cards', async () => {
    for (const seat of [0, 1] as const) {
      await show({ view: { seat } });
      for (let steps = 0; steps < 4; steps++) await workOn();
      const estimate = await reviewAtOnce(record);
      const undoubled = new Set(undoubledIn(estimate).map(({ n }) => n));
      const judged = judge(momentsOf(stepsOf(record), undoubled), estimate.report, estimate);
      const most = costliest(judged, seat)!;
      expect(most.moment.player).toBe(seat);
      const link = app.querySelector('.costliest')!;
      expect(link.getAttribute('href')).toBe(`/review/${record.header.id}/${most.moment.n}`);
      expect(link.textContent).toContain(`−${most.cost!.toFixed(3)}`);
      const { length } = cardsOf({ match: record.header.id, judged, report: estimate.report }, seat);
      expect(text('button').filter((name) => /as cards?$/.test(name))).toEqual(
        length === 0 ? [] : [expect.stringContaining(`${length} mistake`)],
      );
      act(() => render(null, app));
    }
  });

  test('EC3 has one main button, and the rest in a list that opens and closes', async () => {
    await show();
    expect(text('.button--primary')).toEqual(['Rematch']);
    expect(text('.result__actions .button')).toEqual(['Rematch', 'More']);
    press('More');
    expect(text('.result__menu .button')).toEqual([
      'Review',
      'Analyse final position',
      'Challenge',
      'Report player',
      'Download',
      'Verify',
    ]);
    press('Download');
    expect(asked).toEqual(['download']);
    const closing = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    act(() => void app.querySelector('.result__menu .button')!.dispatchEvent(closing));
    expect(text('.result__menu .button')).toEqual([]);
    press('Rematch');
    expect(asked.splice(0)).toEqual(['download', 'rematch']);
  });

  test('EC4 tells a watcher who won and why, and leads to the review', async () => {
    await show({ view: { seat: null } });
    const name = record.header.players[record.result.winner].name;
    expect(text('h2')).toEqual([`${name} wins the match`]);
    expect(text('.result > p')[0]).toMatch(/, on points$|, by resignation$/);
    expect(text('.button--primary')).toEqual(['Review']);
    for (let steps = 0; steps < 4; steps++) await workOn();
    expect(text('.costliest__title')[0]).toMatch(/^The costliest decision: /);
    expect(text('button').filter((one) => /as cards?$/.test(one))).toEqual([]);
  });

  test('EC5 is whole without an engine, says so, and tries again on demand', async () => {
    vi.stubGlobal('Worker', function Forbidden() {
      throw new Error('this browser starts no threads');
    });
    await show();
    expect(rows()).toEqual(['Rating1512 +121588 −12']);
    expect(text('.result__progress p')).toEqual([
      'The engine couldn’t be loaded. It needs a connection the first time.',
    ]);
    expect(text('.button--primary')).toEqual(['Rematch']);
    vi.stubGlobal('Worker', FakeWorker);
    await press('Try again');
    await workOn();
    expect(text('.result__progress')).toEqual(['3 of 40 decisions analysed']);
  });

  test('EC6 takes the focus when the match ends, but not from a part of the page outside it, and not when it is opened later', async () => {
    const held = () => (document.activeElement === app.querySelector('.result') ? 'card' : document.activeElement?.id);
    await show();
    expect(held()).toBe('card');
    act(() => render(null, app));
    const outside = document.body.appendChild(document.createElement('input'));
    outside.id = 'outside';
    outside.focus();
    await show();
    expect(held()).toBe('outside');
    outside.remove();
    act(() => render(null, app));
    await show({ isNews: false });
    expect(held()).not.toBe('card');
  });

  test('EC8 offers a challenge in place of the rematch while the opponent is not connected', async () => {
    const { pub, name } = record.header.players[1];
    const person = { pub, name, rating: 1500, rd: 50, provisional: false };
    const knownWith = (...here: string[]) => ({ follows: [], blocked: [], recent: [person], here });
    known.value = knownWith(pub);
    await show({ view: { presence: [ONLINE, { ...ONLINE, online: false }] } });
    expect(text('.result__actions .button')).toEqual(['Challenge', 'More']);
    expect(asksForPeople).toBe(1);
    await learn(knownWith(pub));
    expect(text('.result__actions .button')).toEqual(['Rematch', 'More']);
    const button = app.querySelector<HTMLElement>('.button--primary')!;
    button.focus();
    await learn(knownWith());
    expect(text('.result__actions .button')).toEqual(['Challenge', 'More']);
    expect(document.activeElement).toBe(button);
    expect(text('.result__wanted')).toEqual([`${name} isn’t online.`]);
    press('More');
    expect(text('.result__menu .button')).not.toContain('Challenge');
    press('Challenge');
    expect([challenged, asked]).toEqual([[name], []]);
  });

  test('EC9 keeps a rematch that one of the two wants, and asks again who is connected when the server refuses one', async () => {
    const gone = [ONLINE, { ...ONLINE, online: false }] as const;
    await show({ view: { presence: gone, rematch: [false, true] } });
    expect(text('.button--primary')).toEqual(['Accept rematch']);
    await show({ view: { presence: gone, rematch: [true, false] } });
    expect(text('.button--primary')).toEqual(['Rematch offered']);
    const before = asksForPeople;
    await show({ view: { notice: { kind: 'refused', failure: { ok: false, code: 'away', message: '' } } } });
    expect(asksForPeople).toBe(before + 1);
  });

  test('EC7 says of a match that was called off why, and analyses nothing', async () => {
    const end = {
      kind: 'aborted',
      reason: 'restart',
      kept: false,
      isSigned: true,
      leaver: null,
      awaited: null,
    } as const;
    await show({ end });
    expect(text('h2')).toEqual(['The match was cancelled']);
    expect(text('.result > p').at(-1)).toBe('The server restarted before the match had started.');
    expect(text('.button--primary')).toEqual(['Back to the lobby']);
    expect(threads).toEqual([]);
  });
});
