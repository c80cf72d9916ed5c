import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MissedSeats } from '../../src/domain/lobby/missed-seats.ts';
import { foundTopic } from '../../src/domain/topics.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { seatPair, WISH } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

it('MI1 a player whose seat message or change of matches by turns or invitations was lost learns of it from the storage', async () => {
  const { match } = await seatPair(harness);
  const keys = [await keyOf('alice'), await keyOf('bob'), await keyOf('carol')];
  harness.enter(await keyOf('carol'));
  await harness.service.invitations.invite((await keyOf('carol')).pub, WISH);
  const heard = keys.map(({ pub }) => harness.hear(foundTopic(pub)));
  const missed: (() => void)[] = [];
  const bus = {
    isWhole: false,
    publish: harness.bus.publish.bind(harness.bus),
    subscribe: harness.bus.subscribe.bind(harness.bus),
    joined: async () => undefined,
    onMissed(listener: () => void) {
      missed.push(listener);
      return () => undefined;
    },
  };
  const asked: (readonly string[])[] = [];
  let answered = Promise.resolve<unknown>(null);
  const store = {
    seatsOf(pubs: readonly string[]) {
      asked.push(pubs);
      const seats = harness.store.matches.seatsOf(pubs);
      answered = seats;
      return seats;
    },
    haveTurns: async () => [keys[1]?.pub ?? ''],
  };
  const { invites } = harness.store;
  new MissedSeats({ store, invites, presence: harness.service.presence, bus, log: harness.log });
  for (const listener of [...missed, ...missed]) listener();
  await answered;
  await vi.waitFor(() => expect(heard[2]).toHaveLength(1));
  expect(asked).toEqual([keys.map(({ pub }) => pub)]);
  expect(heard).toEqual([
    [{ type: 'seated', match }],
    [{ type: 'seated', match }, { type: 'turns-changed' }],
    [{ type: 'offers-changed' }],
  ]);
});
