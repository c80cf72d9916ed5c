import { expect, it } from 'vitest';
import type { Peer, Presence } from '../../src/domain/players/presence.ts';

/** A connection that records that it was superseded. */
export const peerIn = (told: string[], name: string): Peer => ({ supersede: () => told.push(`${name} superseded`) });

/** Records who comes and goes. */
export function listen(presence: Presence, told: string[]): void {
  presence.observe({
    attend: (pub, online) => void told.push(`${pub} ${online ? 'came' : 'left'}`),
  });
}

/**
 * The contract of every presence, for the connections of two processes, which may be the same. `settled` resolves when changes in one are
 * known in the other.
 */
export function presenceContract(
  make: () => Promise<readonly [Presence, Presence]>,
  settled: () => Promise<void>,
): void {
  it('SP1 follows the newest connection of a key: reports it online once, and offline when the newest has gone', async () => {
    const [one, other] = await make();
    const told: string[] = [];
    const toldOther: string[] = [];
    listen(one, told);
    const [first, second] = [peerIn(told, 'first'), peerIn(told, 'second')];
    one.enter('a', first);
    expect([one.isOnline('a'), one.count]).toEqual([true, 1]);
    await settled();
    expect([other.isOnline('a'), other.count]).toEqual([true, 1]);
    listen(other, toldOther);
    other.enter('a', second);
    await settled();
    one.leave('a', first);
    await settled();
    expect([one.isOnline('a'), other.isOnline('a'), one.count, other.count]).toEqual([true, true, 1, 1]);
    other.leave('a', second);
    other.leave('a', second);
    await settled();
    expect(told).toEqual(['a came', 'first superseded', 'a left']);
    expect(toldOther).toEqual(['a left']);
    expect([one.count, other.count]).toEqual([0, 0]);
  });

  it('SP2 keeps keys apart', async () => {
    const [one, other] = await make();
    const told: string[] = [];
    listen(one, told);
    const [a, b] = [peerIn(told, 'a'), peerIn(told, 'b')];
    one.enter('a', a);
    other.enter('b', b);
    await settled();
    expect([one.count, one.isOnline('a'), one.isOnline('b'), one.isOnline('c')]).toEqual([2, true, true, false]);
    one.leave('b', a);
    one.leave('a', a);
    await settled();
    expect([other.count, other.isOnline('b')]).toEqual([1, true]);
    expect(told).toEqual(['a came', 'b came', 'a left']);
  });
}
