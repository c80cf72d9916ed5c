import { verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../support/harness.ts';
import { type Installation, newInstallation, type Running } from '../support/running.ts';
import { SocketPlayer } from '../support/socket-player.ts';

let installation: Installation;
let running: Running;
beforeEach(async () => {
  installation = newInstallation();
  running = await installation.run();
});
afterEach(() => installation.remove());

async function player(name: string): Promise<SocketPlayer> {
  const client = await running.connect();
  const key = await keyOf(name);
  await client.identify(key, name);
  return new SocketPlayer(client, key);
}

/** Alice seeks, Bob accepts. Both have got the match. */
async function twoPlayers(length: number): Promise<readonly [SocketPlayer, SocketPlayer]> {
  const [alice, bob] = [await player('Alice'), await player('Bob')];
  const seeking = await alice.client.ask({ type: 'seek', length, rated: true, clock: 'normal' });
  if (seeking.type !== 'seeking') throw new Error(`no seek: ${JSON.stringify(seeking)}`);
  bob.client.send({ type: 'accept-seek', seek: seeking.seek });
  return [alice, bob];
}

describe('a match over sockets', () => {
  it('WM1 two clients play to three points; the record verifies, and its ratings are the announced ones', async () => {
    const [alice, bob] = await twoPlayers(3);
    const [told] = await Promise.all([alice.playOut(), bob.playOut()]);
    const response = await running.fetch(told.record);
    const record: unknown = JSON.parse(await response.text());
    const verdict = await verify(record);
    expect(verdict).toMatchObject({ ok: true, id: told.match, result: told.result, finalHash: told.finalHash });
    expect(told.ratings?.[told.result.winner].after).toBeGreaterThan(1500);
    expect(running.log.errors).toEqual([]);
  });

  it('WM2 every connection gets the match, then its events without gap or repetition, the last one before finished', async () => {
    const [alice, bob] = await twoPlayers(1);
    await alice.playTo(1);
    const watcher = await running.connect();
    watcher.send({ type: 'watch', match: alice.ledger?.header.id ?? '' });
    const seen: string[] = [];
    let next = -1;
    await Promise.all([alice.playOut(), bob.playOut()]);
    for (let message = await watcher.next(); message; message = await watcher.next()) {
      if (message.type === 'match') {
        expect(message.seat).toBeNull();
        next = message.events.length;
      }
      if (message.type === 'event') expect(message.event.n).toBe(next++);
      seen.push(message.type);
      if (message.type === 'finished') break;
    }
    expect(next).toBe(alice.ledger?.length);
    expect(seen.filter((type) => type === 'match')).toHaveLength(1);
    expect(seen.at(-2)).toBe('event');
  });
});
