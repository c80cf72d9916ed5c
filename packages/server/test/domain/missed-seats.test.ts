import { afterEach, beforeEach, expect, it } from 'vitest';
import { MissedSeats } from '../../src/domain/lobby/missed-seats.ts';
import { foundTopic } from '../../src/domain/topics.ts';
import { type House, keyOf, openHouse } from '../support/house.ts';
import { seatPair } from '../support/seated.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

it('MI1 a player whose seat message was lost learns of it from the storage', async () => {
  const { match } = await seatPair(house);
  const keys = [await keyOf('alice'), await keyOf('bob'), await keyOf('carol')];
  house.enter(await keyOf('carol'));
  const heard = keys.map(({ pub }) => house.hear(foundTopic(pub)));
  const missed: (() => void)[] = [];
  const bus = {
    isWhole: false,
    publish: house.bus.publish.bind(house.bus),
    subscribe: house.bus.subscribe.bind(house.bus),
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
      const seats = house.store.matches.seatsOf(pubs);
      answered = seats;
      return seats;
    },
  };
  new MissedSeats({ store, presence: house.service.presence, bus, log: house.log });
  for (const listener of [...missed, ...missed]) listener();
  await answered;
  await new Promise(setImmediate);
  expect(asked).toEqual([keys.map(({ pub }) => pub)]);
  expect(heard).toEqual([[{ type: 'seated', match }], [{ type: 'seated', match }], []]);
});
