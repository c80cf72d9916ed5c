import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClient } from '../support/fake-transport.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { agree, twoGuests } from '../support/seated.ts';

let harness: Harness;
let keys: readonly [Key, Key];
beforeEach(async () => {
  harness = await openHarness();
  keys = await twoGuests(harness);
});
afterEach(() => harness.close());

/** The matches with which the client was asked to connect again, after all requests so far. */
async function led(client: FakeClient): Promise<readonly string[]> {
  await client.connection.idle();
  return client.said.flatMap((message) => (message.type === 'reconnect' ? [message.match] : []));
}

/** Two matches of other people. */
async function others(): Promise<readonly [string, string]> {
  const pairs = [
    [await keyOf('carol'), await keyOf('dave')],
    [await keyOf('erin'), await keyOf('frank')],
  ] as const;
  for (const key of pairs.flat()) {
    await harness.service.players.meet(key.pub);
    harness.enter(key);
  }
  return [await agree(harness, pairs[0]), await agree(harness, pairs[1])];
}

describe('of several processes, one', () => {
  it('AF1 asks a player and a watcher to connect again with the match in their address, unless it is there', async () => {
    const match = await agree(harness, keys);
    const player = await FakeClient.openLed(harness, '');
    await player.identify(keys[0]);
    expect(await led(player)).toEqual([match]);
    const types = player.said.map(({ type }) => type);
    expect(types.indexOf('reconnect')).toBeGreaterThan(types.indexOf('match'));
    const watcher = await FakeClient.openLed(harness, '');
    watcher.send({ type: 'watch', match });
    expect(await led(watcher)).toEqual([match]);
    const again = await FakeClient.openLed(harness, match);
    await again.identify(keys[0]);
    again.send({ type: 'watch', match });
    expect(await led(again)).toEqual([]);
    expect(again.said.filter(({ type }) => type === 'match')).toHaveLength(2);
  });

  it('AF2 asks no client that does not know this, for no correspondence match, and for no second match', async () => {
    const match = await agree(harness, keys);
    const [one, two] = await others();
    const old = await FakeClient.openLed(harness, null);
    await old.identify(keys[0]);
    old.send({ type: 'watch', match: one });
    expect(await led(old)).toEqual([]);
    // A seat comes before watching.
    const player = await FakeClient.openLed(harness, match);
    await player.identify(keys[0]);
    player.send({ type: 'watch', match: one });
    expect(await led(player)).toEqual([]);
    // The match in the address comes before others, while it is watched.
    const watcher = await FakeClient.openLed(harness, one);
    for (const id of [one, two]) watcher.send({ type: 'watch', match: id });
    expect(await led(watcher)).toEqual([]);
    watcher.send({ type: 'unwatch', match: one });
    watcher.send({ type: 'watch', match: two });
    expect(await led(watcher)).toEqual([two]);
    const someone = await keyOf('grace');
    const withBot = await FakeClient.openLed(harness, '');
    await withBot.identify(someone);
    withBot.send({ type: 'play-bot', length: 1 });
    expect(await led(withBot)).toEqual([]);
    expect(withBot.said.filter(({ type }) => type === 'match')).toHaveLength(1);
  });

  it('AF5 asks no client to reconnect while it is the only process', async () => {
    await agree(harness, keys);
    const player = await FakeClient.openLed(harness, '', harness.service.hasNeighbours());
    await player.identify(keys[0]);
    expect(await led(player)).toEqual([]);
    expect(player.said.filter(({ type }) => type === 'match')).toHaveLength(1);
  });
});
