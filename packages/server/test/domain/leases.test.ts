import { expect, it } from 'vitest';
import { Leases, SHARED } from '../../src/domain/leases/leases.ts';
import type { AcquiredMatch, LeaseStore } from '../../src/domain/ports/leases.ts';
import { FakeLog, FakeWorld } from '../support/fake-world.ts';

const anew: AcquiredMatch = { lostAt: null, datedUntil: null };

/** A process and its storage. */
function process(more: Partial<LeaseStore>) {
  const store = {
    register: async () => undefined,
    renew: async () => ({ others: [], free: [] }),
    leave: async () => undefined,
    holdings: async (matches: readonly string[]) =>
      new Map(matches.map((match) => [match, { owner: { id: 'one', address: null, silentMs: 0 } }])),
    ...more,
  };
  const world = new FakeWorld();
  const leases = new Leases({
    id: 'one',
    address: () => null,
    store: store as unknown as LeaseStore,
    world,
    log: new FakeLog(),
  });
  return { leases, world };
}

/** A process whose storage answers an acquisition when the test says so. */
function slowProcess() {
  let answer: (got: AcquiredMatch) => void = () => undefined;
  const acquire = () =>
    new Promise<AcquiredMatch>((resolve) => {
      answer = resolve;
    });
  return { ...process({ acquire }), answer: () => answer(anew) };
}

it('KT18 a match whose acquisition is answered after the process has given up everything is not its own', async () => {
  const { leases, world, answer } = slowProcess();
  await leases.start();
  const acquiring = leases.acquire('match');
  world.setNow(world.now() + SHARED.trustedMs + 100);
  expect((await leases.beat()).isLate).toBe(true);
  answer();
  expect(await acquiring).toBeNull();
  expect([leases.isTrusted, leases.owns('match')]).toEqual([true, false]);
});

it('KT19 if the storage lists it as its own nevertheless, the next heartbeat says so', async () => {
  const { leases, world, answer } = slowProcess();
  await leases.start();
  const acquiring = leases.acquire('match');
  world.setNow(world.now() + SHARED.trustedMs + 100);
  await leases.beat();
  answer();
  await acquiring;
  expect((await leases.beat()).free).toEqual(['match']);
});

it('KT20 the gaps of many matches that begin at once are removed from the storage by one statement at a time', async () => {
  const atOnce: number[] = [];
  const removed: string[] = [];
  let running = 0;
  const { leases } = process({
    acquire: async () => ({ lostAt: 1, datedUntil: 1 }),
    resumed: async (_id, matches) => {
      atOnce.push(++running);
      await new Promise(setImmediate);
      running -= 1;
      removed.push(...matches);
    },
  });
  await leases.start();
  const matches = ['a', 'b', 'c', 'd'];
  const begin = async (match: string) => {
    await leases.acquire(match);
    leases.marked(match);
    await leases.forgetGaps();
    expect(removed).toContain(match);
  };
  await Promise.all(matches.map(begin));
  leases.marked('a');
  await leases.forgetGaps();
  expect(Math.max(...atOnce)).toBe(1);
  expect(removed.sort()).toEqual(matches);
});
