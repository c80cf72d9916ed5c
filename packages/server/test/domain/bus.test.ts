import { expect, it } from 'vitest';
import { Bus, type BusMessage } from '../../src/domain/bus.ts';
import { FakeLog } from '../support/fake-world.ts';

const pong = (now: number): BusMessage => ({ type: 'pong', now });

it('BS1 delivers a topic’s messages to its listeners only, in order', () => {
  const bus = new Bus(new FakeLog());
  const heard: BusMessage[][] = [[], [], []];
  bus.subscribe('a', (message) => heard[0]?.push(message));
  bus.subscribe('a', (message) => heard[1]?.push(message));
  bus.subscribe('b', (message) => heard[2]?.push(message));
  const all = Array.from({ length: 100 }, (_, now) => pong(now));
  for (const message of all) bus.publish('a', message);
  expect(heard).toEqual([all, all, []]);
});

it('BS2 delivers nothing after unsubscribing, and everything to the others', () => {
  const bus = new Bus(new FakeLog());
  const [gone, still]: [BusMessage[], BusMessage[]] = [[], []];
  const listener = (message: BusMessage) => gone.push(message);
  const stop = bus.subscribe('a', listener);
  bus.subscribe('a', (message) => still.push(message));
  bus.publish('a', pong(1));
  stop();
  stop();
  bus.publish('a', pong(2));
  expect(gone).toEqual([pong(1)]);
  expect(still).toEqual([pong(1), pong(2)]);
});

it('BS3 counts a listener that subscribes twice as two', () => {
  const bus = new Bus(new FakeLog());
  const heard: BusMessage[] = [];
  const listener = (message: BusMessage) => heard.push(message);
  const stop = bus.subscribe('a', listener);
  bus.subscribe('a', listener);
  bus.publish('a', pong(1));
  stop();
  bus.publish('a', pong(2));
  expect(heard).toEqual([pong(1), pong(1), pong(2)]);
});

it('BS4 isolates listeners from the failures of others, and logs them', () => {
  const log = new FakeLog();
  const bus = new Bus(log);
  const heard: BusMessage[] = [];
  bus.subscribe('a', () => {
    throw new Error('listener');
  });
  bus.subscribe('a', (message) => heard.push(message));
  bus.publish('a', pong(1));
  expect(heard).toEqual([pong(1)]);
  expect(log.errors).toEqual(['unhandled error in a bus listener Error: listener']);
});

it('BS5 sends a message for a player to the connection here, and to all who pass on what was sent', () => {
  const bus = new Bus(new FakeLog());
  const [here, sent]: [BusMessage[], BusMessage[]] = [[], []];
  bus.subscribe('key/a', (message) => here.push(message));
  bus.subscribe('sent', (message) => sent.push(message));
  bus.send('a', { type: 'turns-changed' });
  bus.send('b', { type: 'offers-changed' });
  expect(here).toEqual([{ type: 'turns-changed' }]);
  expect(sent).toEqual([
    { type: 'sent', pub: 'a', message: { type: 'turns-changed' } },
    { type: 'sent', pub: 'b', message: { type: 'offers-changed' } },
  ]);
});
