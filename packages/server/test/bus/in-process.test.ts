import { describe, expect, it } from 'vitest';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import { FakeLog } from '../support/fake-world.ts';
import { busContract } from './contract.ts';

describe('the bus of one process', () => {
  busContract(
    async () => new InProcessBus(new FakeLog()),
    async () => undefined,
  );

  it('BS6 logs a failing listener', () => {
    const log = new FakeLog();
    const bus = new InProcessBus(log);
    bus.subscribe('a', () => {
      throw new Error('listener');
    });
    bus.publish('a', { type: 'pong', now: 0 });
    expect(log.errors).toEqual(['unhandled error in a bus listener Error: listener']);
  });
});
