import { afterEach, beforeEach, expect, it } from 'vitest';
import { MissedSeats } from '../../src/domain/lobby/missed-seats.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { seatPair, WISH } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

it('MI1 a player whose seat message or change of correspondence matches or invitations was lost learns of it from the storage', async () => {
  const { match } = await seatPair(harness);
  const keys = [await keyOf('alice'), await keyOf('bob'), await keyOf('carol')];
  harness.enter(await keyOf('carol'));
  await harness.service.invitations.invite((await keyOf('carol')).pub, WISH);
  const heard = keys.map(({ pub }) => harness.messagesOn(`key/${pub}`));
  const asked: (readonly string[])[] = [];
  const store = {
    seatsOf(pubs: readonly string[]) {
      asked.push(pubs);
      return harness.store.matches.seatsOf(pubs);
    },
    header: harness.store.matches.header,
    haveTurns: async () => [keys[1]?.pub ?? ''],
  };
  const { invites } = harness.store;
  const { bus, log } = harness;
  await new MissedSeats({ store, invites, bus, log }).lookUp(keys.map(({ pub }) => pub));
  expect(asked).toEqual([keys.map(({ pub }) => pub)]);
  expect(heard).toEqual([
    [{ type: 'seated', match }],
    [{ type: 'seated', match }, { type: 'turns-changed' }],
    [{ type: 'offers-changed' }],
  ]);
});
