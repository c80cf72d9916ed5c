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
  const { matches, leases, close } = await open();
  for (const one of [kept, keptByTurns, lost, parked, handedOver])
    expect(await matches.live(one.id)).toEqual({ header: one, events: [event(0)] });
  const next = { id: 'next', address: null, beatAt: dueAt };
  await leases.register(next, 0);
  const acquire = async (now: number) => {
    const free = (await leases.renew(next, now, 10))?.free ?? [];
    return Promise.all(free.map(async (match) => ({ match, ...((await leases.acquire('next', match)) as object) })));
  };
  const lostAt = (untilMs: number) => ({ lostAt: untilMs - 6000, datedUntil: null });
  expect(await acquire(dueAt - 2)).toEqual([{ match: lost.id, ...lostAt(dueAt - 9) }]);
  expect(await acquire(dueAt - 1)).toEqual([{ match: handedOver.id, ...lostAt(dueAt + 5) }]);
  expect(await acquire(dueAt)).toEqual([{ match: parked.id, lostAt: null, datedUntil: null }]);
  expect(await leases.expire('living', 0, dueAt)).toBe(true);
  expect((await acquire(dueAt)).map(({ match }) => match).toSorted()).toEqual([kept.id, keptByTurns.id].toSorted());
  await close();
}

describeUpgrade(
  'a migrated database has its matches free, parked, handed over and kept as before',
  '_free_matches',
  check,
);
