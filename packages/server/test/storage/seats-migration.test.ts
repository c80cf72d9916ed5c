import { canonicalJson } from 'bg-record';
import { expect } from 'vitest';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { event, header } from './fixtures.ts';
import { describeUpgrade, type OldDatabase } from './upgrade.ts';

async function check({ run, open }: OldDatabase): Promise<void> {
  const [plain, withBot, other] = [header(), header({ bots: [false, true] }), header({ bots: [true, false] })];
  const [, { pub: bot }] = withBot.players;
  const sameBot = { ...other, players: [{ ...other.players[0], pub: bot }, other.players[1]] as const };
  const [{ pub: twice }] = plain.players;
  const newest = header({ pubs: [header().players[0].pub, twice], created: plain.created + 1 });
  const live = [plain, withBot, sameBot, newest];
  for (const one of live) {
    const [first, second] = one.players;
    const people = [first, second].map(({ pub }) => `'${pub}'`).concat([first, second].map(({ bot }) => String(bot)));
    const text = canonicalJson(one).replaceAll("'", "''");
    await run(`INSERT INTO live_matches (id, created, header, pub0, pub1, bot0, bot1)
        VALUES ('${one.id}', ${one.created}, '${text}', ${people.join(', ')})`);
    await run(`INSERT INTO live_events (match_id, n, text) VALUES ('${one.id}', 0, '${canonicalJson(event(0))}')`);
  }
  const store = await open();
  await looksRight(store, live, { bot, twice }).finally(() => store.close());
}

async function looksRight(
  { matches, leases }: OpenStore,
  live: readonly ReturnType<typeof header>[],
  { bot, twice }: { readonly bot: string; readonly twice: string },
): Promise<void> {
  for (const one of live) expect(await matches.live(one.id)).toEqual({ header: one, events: [event(0)] });
  const [plain, withBot, sameBot, newest] = live.map(({ id, players }) => ({ id, players }));
  expect(await matches.liveOf(plain?.players[1].pub ?? '')).toBe(plain?.id);
  expect(await matches.liveOf(withBot?.players[0].pub ?? '')).toBe(withBot?.id);
  expect(await matches.liveOf(sameBot?.players[1].pub ?? '')).toBe(sameBot?.id);
  expect(await matches.liveOf(twice)).toBe(newest?.id);
  expect(await matches.liveOf(bot)).toBeNull();
  const first = { id: 'first', address: null, beatAt: 2 };
  await leases.register(first, 0);
  expect((await leases.renew(first, 1, 10))?.free).toHaveLength(live.length);
}

describeUpgrade(
  'a migrated database with live matches has their seats, and processes can acquire them',
  '_keepers_and_seats',
  check,
);
