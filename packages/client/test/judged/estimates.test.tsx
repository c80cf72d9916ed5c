// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayerAnalysis } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { IDBFactory } from 'fake-indexeddb';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { LocationProvider } from 'preact-iso';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reviewAtOnce } from '../../src/engine/instant.ts';
import { EstimateStore } from '../../src/judged/estimate-store.ts';
import { keepEstimate, ownEstimate } from '../../src/judged/kept-estimate.ts';
import { keptReviewOf } from '../../src/judged/kept-review.ts';
import { PrCard } from '../../src/pages/player/pr-card.tsx';
import { useEstimates } from '../../src/pages/player/use-estimates.ts';
import { ann, bob, cem } from '../player/rows.ts';

const file = join(import.meta.dirname, '../../../../vectors/records/valid/match-7.json');
const record: MatchRecord = JSON.parse(readFileSync(file, 'utf8'));

let root: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  root = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  act(() => render(null, root));
  root.remove();
  vi.unstubAllGlobals();
});

/** An estimate of the match with this number, which Ann played against Bob. */
function estimate(match: number, pr = 10): PlayerAnalysis {
  const sums = { decisions: 100, loss: pr / 5, pr };
  return {
    matchId: `match_${String(match).padStart(10, '0')}`,
    created: match * 1000,
    length: 5,
    opponent: { pub: bob, name: 'Bob' },
    won: match % 2 === 0,
    engineId: 'anchor-net-3',
    ply: 2,
    own: sums,
    other: { ...sums, pr: 2 * pr, loss: (2 * pr) / 5 },
  };
}

const ids = (rows: readonly PlayerAnalysis[]) => rows.map(({ created }) => created / 1000);

describe('the estimates in this browser', () => {
  test('OK1 are listed by player, the newest match first, one for each match', async () => {
    const store = new EstimateStore();
    for (const match of [2, 3, 1]) await store.add(ann, estimate(match));
    await store.add(bob, estimate(2));
    await store.add(ann, estimate(2, 7));
    expect(ids(await store.list(ann))).toEqual([3, 2, 1]);
    expect((await store.list(ann))[1]?.own.pr).toBe(7);
    expect(ids(await store.list(bob))).toEqual([2]);
    expect(await store.list(cem)).toEqual([]);
    await store.clear(ann);
    expect(await store.list(ann)).toEqual([]);
    expect(ids(await store.list(bob))).toEqual([2]);
  });

  test('OK2 are bounded: the oldest match of all players goes', async () => {
    const store = new EstimateStore(3);
    await store.add(bob, estimate(1));
    for (const match of [2, 5, 3, 4]) await store.add(ann, estimate(match));
    expect(ids(await store.list(ann))).toEqual([5, 4, 3]);
    expect(await store.list(bob)).toEqual([]);
  });

  test('OK3 rows that are no estimates are left out', async () => {
    const store = new EstimateStore();
    await store.add(ann, estimate(1));
    await store.add(ann, { ...estimate(2), engineId: 'no id of an engine' });
    expect(ids(await store.list(ann))).toEqual([1]);
  });

  test('OK4 are those of the summary: plays and cube together, seen by the player', async () => {
    const found = await reviewAtOnce(record);
    const review = keptReviewOf(found);
    const pr = review.kind === 'done' ? review.pr : [];
    for (const seat of [0, 1] as const) {
      const own = ownEstimate(record, found, seat);
      const { header, result } = record;
      expect([own.own.pr, own.other.pr]).toEqual([pr[seat], pr[seat === 0 ? 1 : 0]]);
      expect(own.opponent.pub).toBe(header.players[seat === 0 ? 1 : 0].pub);
      expect(own.won).toBe(result.winner === seat);
      keepEstimate(record, found, seat);
      await vi.waitFor(async () => expect(await new EstimateStore().list(header.players[seat].pub)).toEqual([own]));
    }
  });

  test('OK5 are shown to their player beside the deep analyses and apart from them, and can be deleted', async () => {
    const store = new EstimateStore();
    for (const match of [1, 2, 3]) await store.add(ann, estimate(match, 4 + match));
    function Shown({ player, analyses }: { readonly player: string | null; readonly analyses: PlayerAnalysis[] }) {
      const estimates = useEstimates(player);
      const asked = { value: { analyses }, trouble: null, busy: false, reload: () => undefined };
      return <PrCard asked={asked} estimates={player === null ? null : estimates} latest={null} />;
    }
    const show = (player: string | null, analyses: PlayerAnalysis[] = []) =>
      act(() =>
        render(
          <LocationProvider>
            <Shown player={player} analyses={analyses} />
          </LocationProvider>,
          root,
        ),
      );
    const shows = (text: string) => vi.waitFor(() => expect(root.textContent).toContain(text));
    show(null);
    await shows('No deep analysis yet.');
    show(ann);
    await shows('Estimated in this browser at the end of each match');
    expect(root.textContent).toContain('All 3 matches shown');
    // (5 + 6 + 7) / 3, each of 100 decisions
    expect(root.textContent).toContain('6.00');
    expect(root.querySelectorAll('tbody tr')).toHaveLength(3);

    show(ann, [{ ...estimate(2, 9), engineId: 'gnubg-1.07' }]);
    await shows('of checker plays only, by gnubg-1.07');
    expect(root.textContent).toContain('your browser (anchor-net-3, 2-ply)');
    expect(root.querySelectorAll('tbody tr')).toHaveLength(1);

    const press = (name: string) =>
      act(() => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)?.click());
    press('Delete the estimates');
    press('Delete the estimates');
    await vi.waitFor(async () => expect(await store.list(ann)).toEqual([]));
    await vi.waitFor(() => expect(root.textContent).not.toContain('Delete the estimates'));
    expect(root.textContent).toContain('of checker plays only, by gnubg-1.07');
  });
});
