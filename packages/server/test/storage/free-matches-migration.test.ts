import { canonicalJson } from 'bg-record';
import { expect } from 'vitest';
import { event, header } from './fixtures.ts';
import { describeUpgrade, type OldDatabase } from './upgrade.ts';

const dueAt = 1_790_000_500_000;

async function check({ run, open }: OldDatabase): Promise<void> {
  await run(`INSERT INTO keepers (id, until) VALUES ('living', ${dueAt + 6000})`);
  const add = async (keeper: string | null, keptUntil: number | null, wakeAt: number | null) => {
    const one = header();
    const text = canonicalJson(one).replaceAll("'", "''");
    await run(`INSERT INTO live_matches (id, created, header, keeper, kept_until, wake_at)
      VALUES ('${one.id}', ${one.created}, '${text}', ${keeper && `'${keeper}'`}, ${keptUntil}, ${wakeAt})`);
    await run(`INSERT INTO live_events (match_id, n, text) VALUES ('${one.id}', 0, '${canonicalJson(event(0))}')`);
    return one;
  };
  const kept = await add('living', null, null);
  const keptByTurns = await add('living', null, dueAt - 5);
  const lost = await add(null, dueAt - 9, null);
  const parked = await add(null, null, dueAt);
  const handedOver = await add(null, dueAt + 5, dueAt - 1);
  const { matches, keepers, close } = await open();
  for (const one of [kept, keptByTurns, lost, parked, handedOver])
    expect(await matches.live(one.id)).toEqual({ header: one, events: [event(0)] });
  await keepers.enrol('next', dueAt + 6000);
  const claim = async (now: number) => (await keepers.claim('next', now, 10))?.matches;
  expect(await claim(dueAt - 2)).toEqual([{ match: lost.id, keptUntil: dueAt - 9, isParked: false }]);
  expect(await claim(dueAt - 1)).toEqual([{ match: handedOver.id, keptUntil: dueAt + 5, isParked: true }]);
  expect(await claim(dueAt)).toEqual([{ match: parked.id, keptUntil: null, isParked: true }]);
  await keepers.giveUp('living', dueAt);
  expect((await claim(dueAt))?.map(({ match }) => match).toSorted()).toEqual([kept.id, keptByTurns.id].toSorted());
  await close();
}

describeUpgrade(
  'a migrated database has its matches free, parked, handed over and kept as before',
  '_free_matches',
  check,
);
