import { expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../src/domain/ports/bus.ts';

const pong = (now: number): BusMessage => ({ type: 'pong', now });

/** The contract of every bus. `settled` resolves when published messages have arrived. */
export function busContract(make: () => Promise<Bus>, settled: () => Promise<void>): void {
  it('BS1 delivers a topic’s messages to its listeners only, in order', async () => {
    const bus = await make();
    const heard: BusMessage[][] = [[], [], []];
    bus.subscribe('a', (message) => heard[0]?.push(message));
    bus.subscribe('a', (message) => heard[1]?.push(message));
    bus.subscribe('b', (message) => heard[2]?.push(message));
    for (const topic of ['a', 'b']) await bus.joined(topic);
    for (let now = 0; now < 100; now++) bus.publish('a', pong(now));
    await settled();
    const all = Array.from({ length: 100 }, (_, now) => pong(now));
    expect(heard).toEqual([all, all, []]);
  });

  it('BS2 delivers nothing after unsubscribing, and everything to the others', async () => {
    const bus = await make();
    const [gone, still]: [BusMessage[], BusMessage[]] = [[], []];
    const listener = (message: BusMessage) => gone.push(message);
    const stop = bus.subscribe('a', listener);
    bus.subscribe('a', (message) => still.push(message));
    await bus.joined('a');
    bus.publish('a', pong(1));
    await settled();
    stop();
    stop();
    bus.publish('a', pong(2));
    await settled();
    expect(gone).toEqual([pong(1)]);
    expect(still).toEqual([pong(1), pong(2)]);
  });

  it('BS3 counts a listener that subscribes twice as two', async () => {
    const bus = await make();
    const heard: BusMessage[] = [];
    const listener = (message: BusMessage) => heard.push(message);
    const stop = bus.subscribe('a', listener);
    bus.subscribe('a', listener);
    await bus.joined('a');
    bus.publish('a', pong(1));
    await settled();
    stop();
    bus.publish('a', pong(2));
    await settled();
    expect(heard).toEqual([pong(1), pong(1), pong(2)]);
  });

  it('BS4 isolates listeners from the failures of others', async () => {
    const bus = await make();
    const heard: BusMessage[] = [];
    bus.subscribe('a', () => {
      throw new Error('listener');
    });
    bus.subscribe('a', (message) => heard.push(message));
    await bus.joined('a');
    bus.publish('a', pong(1));
    await settled();
    expect(heard).toEqual([pong(1)]);
  });

  it('BS5 allows listeners to subscribe and unsubscribe during delivery', async () => {
    const bus = await make();
    const heard: string[] = [];
    const stop = bus.subscribe('a', () => {
      heard.push('first');
      stop();
      bus.subscribe('a', () => heard.push('later'));
    });
    bus.subscribe('a', () => heard.push('second'));
    await bus.joined('a');
    bus.publish('a', pong(1));
    await settled();
    expect(heard).toEqual(['first', 'second']);
    bus.publish('a', pong(2));
    await settled();
    expect(heard).toEqual(['first', 'second', 'second', 'later']);
  });
}
