import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Peers } from '../../src/redis/peers.ts';

describe('the processes that a process knows', () => {
  let peers: Peers;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    peers = new Peers({ processId: 'own', beatMs: 1_000, lifeMs: 15_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Lets time pass, at whose end this process hears itself. */
  const pass = (ms: number) => {
    vi.advanceTimersByTime(ms);
    peers.hear('own', false);
  };
  const state = () => [peers.isWhole, peers.living, peers.dead];

  it('are silent after three heartbeats, and dead after a lifetime', () => {
    peers.hear('a', false);
    pass(3_000);
    expect(state()).toEqual([true, ['a'], []]);
    pass(1);
    expect(state()).toEqual([false, ['a'], []]);
    pass(11_999);
    expect(state()).toEqual([false, ['a'], []]);
    pass(1);
    expect(state()).toEqual([true, [], ['a']]);
    peers.hear('a', false);
    expect(state()).toEqual([true, ['a'], []]);
    peers.remove('a');
    expect([state(), peers.has('a')]).toEqual([[true, [], []], false]);
  });

  it('are not waited for if only old changes of them have been read', () => {
    pass(0);
    peers.hear('a', true);
    expect([state(), peers.has('a')]).toEqual([[true, [], ['a']], true]);
    peers.hear('a', false);
    peers.hear('a', true);
    expect(state()).toEqual([true, ['a'], []]);
  });

  it('are not complete while the process does not hear itself', () => {
    expect([peers.isWhole, peers.silenceMs]).toEqual([false, Number.POSITIVE_INFINITY]);
    pass(0);
    vi.advanceTimersByTime(3_000);
    expect([peers.isWhole, peers.silenceMs]).toEqual([true, 3_000]);
    vi.advanceTimersByTime(1);
    expect(peers.isWhole).toBe(false);
  });
});
