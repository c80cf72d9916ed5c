import { expect, it } from 'vitest';
import { Leases, SHARED } from '../../src/domain/leases/leases.ts';
import type { AcquiredMatch, LeaseStore } from '../../src/domain/ports/leases.ts';
import { FakeLog, FakeWorld } from '../support/fake-world.ts';

const anew: AcquiredMatch = { lostAt: null, datedUntil: null };

/** A process and its storage, which answers one acquisition when the test says so. */
function process() {
  let answer: (got: AcquiredMatch) => void = () => undefined;
  const store = {
    register: async () => undefined,
    renew: async () => ({ others: [], free: [] }),
    leave: async () => undefined,
    acquire: () =>
      new Promise<AcquiredMatch>((resolve) => {
        answer = resolve;
      }),
    holdings: async (matches: readonly string[]) =>
      new Map(matches.map((match) => [match, { owner: { id: 'one', address: null, silentMs: 0 } }])),
  };
  const world = new FakeWorld();
  const leases = new Leases({
    id: 'one',
    address: () => null,
    store: store as unknown as LeaseStore,
    world,
    log: new FakeLog(),
    isAlone: false,
  });
  return { leases, world, answer: () => answer(anew) };
}

it('KT18 a match whose acquisition is answered after the process has given up everything is not its own', async () => {
  const { leases, world, answer } = process();
  await leases.start();
  const acquiring = leases.acquire('match');
  world.setNow(world.now() + SHARED.trustedMs + 100);
  expect((await leases.beat()).isLate).toBe(true);
  answer();
  expect(await acquiring).toBeNull();
  expect([leases.isTrusted, leases.owns('match')]).toEqual([true, false]);
});

it('KT19 if the storage lists it as its own nevertheless, the next heartbeat says so', async () => {
  const { leases, world, answer } = process();
  await leases.start();
  const acquiring = leases.acquire('match');
  world.setNow(world.now() + SHARED.trustedMs + 100);
  await leases.beat();
  answer();
  await acquiring;
  expect((await leases.beat()).free).toEqual(['match']);
});
