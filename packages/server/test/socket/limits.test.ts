import { readFileSync } from 'node:fs';
import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLOSE, DEFAULT_LIMITS } from '../../src/socket/limits.ts';
import { keyOf } from '../support/harness.ts';
import { FAST, type Installation, newInstallation, type Running } from '../support/running.ts';
import { SocketPlayer } from '../support/socket-player.ts';

let installation: Installation;
let running: Running;
beforeEach(() => {
  installation = newInstallation();
});
afterEach(() => installation.remove());

describe('limits of a connection', () => {
  it('WL0 are those in the documentation', () => {
    const text = readFileSync(new URL('../../../../docs/realtime.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
    const { burst, perSecond, perAddress, watched, patience, heartbeatMs, unreadBytes, watchersPerNetwork } =
      DEFAULT_LIMITS;
    expect(text).toContain(`${burst} messages at once and ${perSecond} a second`);
    expect(text).toContain(`at most ${perAddress} connections`);
    expect(text).toContain(`at most ${watched} matches`);
    expect(text).toContain(`at most ${watchersPerNetwork} watchers`);
    expect(text).toContain(`more than ${patience} dropped messages`);
    expect(text).toContain(`every ${heartbeatMs / 1000} seconds`);
    expect(text).toContain(`more than ${unreadBytes / 1024 ** 2} MB waits`);
    for (const code of [...Object.values(CLOSE), 1009, 1012]) expect(text).toContain(`| ${code} |`);
  });

  it('WL1 a frame above 64 KB closes the connection with 1009, one of 64 KB does not', async () => {
    running = await installation.run();
    const client = await running.connect();
    await client.until('hello');
    client.sendRaw('x'.repeat(65_536));
    expect(await client.next()).toMatchObject({ type: 'error', code: 'bad-frame' });
    client.sendRaw('x'.repeat(65_537));
    expect(await client.closed()).toBe(1009);
  });

  it('WL2 too many messages are dropped with one answer, and in the end the connection is closed with 4002', async () => {
    running = await installation.run({ ...DEFAULT_LIMITS, burst: 5, perSecond: 0, patience: 3 });
    const client = await running.connect();
    await client.until('hello');
    for (let sent = 0; sent < 5; sent++) expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    for (let sent = 0; sent < 4; sent++) client.send({ type: 'ping' });
    expect(await client.next()).toMatchObject({ type: 'error', code: 'too-many' });
    expect(await client.next()).toBeNull();
    expect(await client.closed()).toBe(4002);
  });

  it('WL3 a client that does not read is disconnected; others are not affected', async () => {
    running = await installation.run({ ...FAST, unreadBytes: 64 * 1024 });
    const [slow, other] = [await running.connect(), await running.connect()];
    slow.pause();
    const rounds = 40_000;
    for (let sent = 0; sent < rounds; sent++) slow.send({ type: 'lobby', id: 'x'.repeat(64) });
    expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    const tooSlow = expect.objectContaining({ reason: 'too slow' });
    await expect.poll(() => running.log.lines, { timeout: 60_000 }).toContainEqual(tooSlow);
    slow.resume();
    expect(await slow.closed()).toBe(4003);
  });

  it('WL4 an address is limited in connections, and gets a new one when one has ended', async () => {
    running = await installation.run({ ...FAST, perAddress: 2 });
    const first = await running.connect();
    await running.connect();
    await expect(running.connect()).rejects.toThrow('429');
    first.cut();
    await expect.poll(() => running.connect().then(() => 'open', String)).toBe('open');
  });

  it('WL5 a connection is limited in watched matches', async () => {
    running = await installation.run({ ...FAST, watched: 1 });
    const watcher = await running.connect();
    const matches: string[] = [];
    for (const name of ['alice', 'bob']) {
      const client = await running.connect();
      const key = await keyOf(name);
      await client.identify(key);
      client.send({ type: 'play-bot', length: 1 });
      matches.push((await client.until('match')).header.id);
    }
    const [one = '', two = ''] = matches;
    expect(await watcher.ask({ type: 'watch', match: one })).toMatchObject({ type: 'match' });
    expect(await watcher.ask({ type: 'watch', match: two })).toMatchObject({ type: 'error', code: 'too-many' });
    expect(await watcher.ask({ type: 'unwatch', match: one })).toMatchObject({ type: 'unwatched' });
    expect(await watcher.ask({ type: 'watch', match: two })).toMatchObject({ type: 'match' });
  });
});

describe('a heartbeat', () => {
  it('WL7 ends connections that do not answer, and no others', async () => {
    running = await installation.run({ ...FAST, heartbeatMs: 400 });
    const [dead, alive] = [await running.connect(), await running.connect()];
    const alice = await keyOf('alice');
    await dead.identify(alice);
    dead.pause();
    for (let online = 1; online > 0; ) {
      const lobby = await alive.ask({ type: 'lobby' });
      online = lobby.type === 'lobby' ? lobby.online : 0;
    }
    expect(await alive.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  });
});

/** A player in a match against the bot with this number of events. */
async function playerAgainstBot(service: Running, key: Key, events: number): Promise<SocketPlayer> {
  const player = new SocketPlayer(await service.connect(), key);
  await player.client.identify(key);
  player.client.send({ type: 'play-bot', length: 1 });
  await player.playTo(events);
  return player;
}

describe('a service that stops', () => {
  it('WL6b names the reason also to a player who asks for a receipt while the matches are being handed over', async () => {
    running = await installation.run();
    const alice = await keyOf('alice');
    const player = await playerAgainstBot(running, alice, 2);
    const match = player.ledger?.header.id ?? '';
    const stopped = running.stop();
    for (let sent = 0; sent < 20; sent++) player.client.send({ type: 'ping', match });
    expect(await player.client.until('error')).toMatchObject({ code: 'shutting-down' });
    expect(await player.client.closed()).toBe(1012);
    await stopped;
  });

  it('WL6 tells all clients, and continues the same match on the same data', async () => {
    running = await installation.run();
    const alice = await keyOf('alice');
    const player = await playerAgainstBot(running, alice, 20);
    await running.stop();
    expect(await player.client.until('error')).toMatchObject({ code: 'shutting-down' });
    expect(await player.client.closed()).toBe(1012);

    running = await installation.run();
    const successor = new SocketPlayer(await running.connect(), alice);
    expect((await successor.client.identify(alice)).match).toBe(player.ledger?.header.id);
    const finished = await successor.playOut();
    const events = successor.ledger?.events ?? [];
    const known = player.ledger?.events ?? [];
    expect(events.slice(0, known.length)).toEqual(known);
    expect(events.filter(({ type }) => type === 'resume')).toHaveLength(1);
    expect((await running.fetch(finished.record)).status).toBe(200);
    expect(running.log.errors).toEqual([]);
  });
});
