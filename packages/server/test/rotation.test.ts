import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLogEntry, followSuccession, type Key, keyFromSeed, type LogEntry, verify } from 'bg-record';
import { decodeBundle } from 'tlog-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rotateServerKey } from '../src/keys/server-key.ts';
import { callCommand } from './support/command.ts';
import { keyOf } from './support/harness.ts';
import { FAST, type Installation, newInstallation, type Running } from './support/running.ts';
import { SocketPlayer } from './support/socket-player.ts';

const seeds = ['01', '02', '03'].map((byte) => `${byte.repeat(31)}ff`) as [string, string, string];
const [first, second, third] = (await Promise.all(seeds.map((seed) => keyFromSeed(Buffer.from(seed, 'hex'))))) as [
  Key,
  Key,
  Key,
];
/** Both players have committed, and there are dice. */
const UNDER_WAY = 9;

let installation: Installation;
let running: Running | null = null;
beforeEach(() => {
  installation = newInstallation();
});
afterEach(() => installation.remove());

/** Stops the service and starts it on the same data with these keys. */
async function start(settings: Record<string, string>): Promise<Running> {
  await running?.stop();
  running = await installation.run(FAST, { ABANDON_SECONDS: '86400', ...settings });
  return running;
}
const underFirst = { SERVER_KEY: seeds[0] };
const underSecond = { SERVER_KEY: seeds[1], SERVER_KEY_PREVIOUS: seeds[0] };

async function arrive(name: string): Promise<SocketPlayer> {
  if (!running) throw new Error('nothing runs');
  const client = await running.connect();
  const key = await keyOf(name);
  await client.identify(key, name);
  return new SocketPlayer(client, key);
}

/** A match in which Alice or Bob has to act, and one of Carol against the bot. */
async function matchesUnderWay() {
  const [alice, bob] = [await arrive('alice'), await arrive('bob')];
  const seeking = await alice.client.ask({ type: 'seek', length: 1, rated: true, clock: 'slow' });
  if (seeking.type !== 'seeking') throw new Error('no seek');
  bob.client.send({ type: 'accept-seek', seek: seeking.seek });
  await Promise.all([alice.playTo(UNDER_WAY), bob.playTo(UNDER_WAY)]);
  const carol = await arrive('carol');
  carol.client.send({ type: 'play-bot', length: 1, level: 'beginner' });
  await carol.playTo(UNDER_WAY);
  return { people: alice.ledger?.header.id ?? '', bot: carol.ledger?.header.id ?? '' };
}

async function hello() {
  const client = await running?.connect();
  const greeting = await client?.until('hello');
  client?.cut();
  if (!greeting) throw new Error('nobody greets');
  return greeting;
}

/** The players come back and play to the end. The records verify under the key with which the matches began. */
async function playToTheEnd(matches: { people: string; bot: string }): Promise<void> {
  const players = await Promise.all(['alice', 'bob', 'carol'].map(arrive));
  await Promise.all(players.map((player) => player.playOut()));
  for (const id of [matches.people, matches.bot]) {
    const record: unknown = await (await running?.fetch(`/records/${id}.json`))?.json();
    expect(await verify(record, { serverKey: first.pub })).toMatchObject({ ok: true, id });
  }
}

/** The first entries of the public log, once it has them. */
async function entriesOfLog(count: number): Promise<readonly LogEntry[]> {
  const answer = await vi.waitFor(
    async () => {
      const bundle = await running!.fetch(`/log/tile/entries/000.p/${count}`);
      expect(bundle.status).toBe(200);
      return new Uint8Array(await bundle.arrayBuffer());
    },
    { timeout: 10_000, interval: 100 },
  );
  const bundle = decodeBundle(answer, count);
  if (!bundle.ok) throw new Error(bundle.message);
  return bundle.value.map((bytes) => {
    const entry = decodeLogEntry(bytes);
    if (!entry.ok) throw new Error(entry.message);
    return entry.value;
  });
}

/** Time for whole matches on a busy machine. */
const PATIENCE_MS = 240_000;

describe('a new server key', { timeout: PATIENCE_MS }, () => {
  it('RK1 lets live matches continue to their end, is announced by the old key, and later does not need it any more', async () => {
    await start(underFirst);
    expect(await hello()).toMatchObject({ server: first.pub });
    expect(await hello()).not.toHaveProperty('succession');
    const matches = await matchesUnderWay();
    await start(underSecond);
    const { server, succession } = await hello();
    expect(server).toBe(second.pub);
    expect(await followSuccession(succession, first.pub, second.pub)).toMatchObject({ ok: true });
    await playToTheEnd(matches);
    await start({ SERVER_KEY: seeds[1] });
    expect((await hello()).succession).toEqual(succession);
    const dave = await arrive('dave');
    dave.client.send({ type: 'play-bot', length: 1 });
    await dave.playOut();
    expect(dave.ledger?.header.server).toBe(second.pub);
  });

  it('RK2 is refused while live matches need a missing key, and they are not changed', async () => {
    await start(underFirst);
    const matches = await matchesUnderWay();
    await expect(start({ SERVER_KEY: seeds[1] })).rejects.toThrow(
      new RegExp(
        `^2 live matches .*\\n  ${first.pub} \\(2\\)\\n.*SERVER_KEY_PREVIOUS.*\\n.*SERVER_KEY_LOST=${first.pub} `,
      ),
    );
    await expect(start({ SERVER_KEY: seeds[1], SERVER_KEY_PREVIOUS: seeds[2] })).rejects.toThrow(/2 live matches/);
    await start(underSecond);
    await playToTheEnd(matches);
  });

  it('RK3 aborts the matches of a key that is declared lost, and blames no player', async () => {
    await start(underFirst);
    await matchesUnderWay();
    const startedAt = Date.now();
    const lost = { SERVER_KEY: seeds[1], SERVER_KEY_LOST: first.pub, LOG_ORIGIN: 'example.org/log' };
    const { log } = await start(lost);
    expect(log.warnings.filter((line) => /the server key of the match is lost/.test(line))).toHaveLength(2);
    const [statement, ...aborted] = await entriesOfLog(3);
    expect(statement).toMatchObject({ type: 'log-key', server: second.pub });
    for (const entry of aborted) {
      if (entry.type !== 'aborted') throw new Error(`an entry of type ${entry.type}`);
      expect(entry).toMatchObject({ server: first.pub, blamed: null });
      expect(entry.ended).toBeGreaterThanOrEqual(startedAt);
    }
    const client = await running!.connect();
    expect(await client.identify(await keyOf('alice'))).toMatchObject({ match: null });
    expect(await hello()).not.toHaveProperty('succession');
  });

  it('RK4 aborts matches without a first commit, because none may start under a former key', async () => {
    await start(underFirst);
    const alice = await arrive('alice');
    alice.client.send({ type: 'play-bot', length: 1 });
    await alice.client.until('match');
    await start(underSecond);
    const client = await running!.connect();
    expect(await client.identify(alice.key)).toMatchObject({ match: null });
  });

  it('RK5 may follow another one, whose matches continue as long as its seed is given', async () => {
    await start(underFirst);
    const matches = await matchesUnderWay();
    await start(underSecond);
    await start({ SERVER_KEY: seeds[2], SERVER_KEY_PREVIOUS: `${seeds[1]},${seeds[0]}` });
    const { server, succession } = await hello();
    expect([server, succession?.length]).toEqual([third.pub, 2]);
    for (const known of [first, second])
      expect(await followSuccession(succession, known.pub, third.pub)).toMatchObject({ ok: true });
    await playToTheEnd(matches);
  });

  it('RK6 cannot be a former one', async () => {
    await start(underFirst);
    await start(underSecond);
    await expect(start({ SERVER_KEY: seeds[0], SERVER_KEY_PREVIOUS: seeds[1] })).rejects.toThrow(
      /cannot be used again/,
    );
    await start(underSecond);
    expect((await hello()).succession).toHaveLength(1);
  });

  it('RK7 a rematch with the bot of the same level uses the new key', async () => {
    await start(underFirst);
    const matches = await matchesUnderWay();
    await start(underSecond);
    await playToTheEnd(matches);
    await start({ SERVER_KEY: seeds[1] });
    const carol = await arrive('carol');
    carol.client.send({ type: 'rematch', match: matches.bot });
    await carol.playOut();
    expect(carol.ledger?.header.server).toBe(second.pub);
    expect(carol.ledger?.header.players[0]).toMatchObject({ name: 'Anchor bot, beginner', bot: true });
  });
});

describe('npm run rotate-key', { timeout: PATIENCE_MS }, () => {
  const rotate = (env: Record<string, string> = {}, ...args: readonly string[]) =>
    callCommand('rotate-key', args, { DATA_DIR: installation.folder.path, ...env });

  it('RK8 creates a new key beside the old one, under which live matches continue; not while a server uses the folder', async () => {
    await start({});
    const before = await hello();
    const alice = await arrive('alice');
    alice.client.send({ type: 'play-bot', length: 1 });
    await alice.playTo(UNDER_WAY);
    expect(await rotate()).toMatchObject({ code: 1, said: expect.stringMatching(/Stop the server first/) });
    await running?.stop();
    const { code, said } = await rotate();
    expect(code, said).toBe(0);
    await start({});
    const { server, succession } = await hello();
    expect(said).toContain(server);
    expect(await followSuccession(succession, before.server, server)).toMatchObject({ ok: true });
    const back = await arrive('alice');
    await back.playOut();
    expect(back.ledger?.header.server).toBe(before.server);
  });

  it('RK9 reports errors, and changes nothing then', async () => {
    expect(await rotate()).toMatchObject({ code: 1, said: expect.stringMatching(/There is no .*server\.key/) });
    expect(await rotate({ SERVER_KEY: seeds[0] })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/SERVER_KEY_PREVIOUS/),
    });
    expect(await rotate({}, 'now')).toMatchObject({ code: 2 });
    expect(await rotate({ DATA_DIR: join(installation.folder.path, 'nowhere') })).toMatchObject({ code: 1 });
  });

  it('RK10 keeps all former keys, the newest first', async () => {
    await start({});
    await running?.stop();
    const made = ['server.key'].map((name) => readFileSync(join(installation.folder.path, name), 'utf8').trim());
    for (let times = 0; times < 2; times++) {
      const rotated = rotateServerKey(installation.folder.path);
      if (!rotated.ok) throw new Error(rotated.message);
      made.unshift(rotated.value.seed);
    }
    const kept = readFileSync(join(installation.folder.path, 'server.key.previous'), 'utf8').trim().split('\n');
    expect(kept).toEqual(made.slice(1));
    await start({});
    expect((await hello()).server).toBe((await keyFromSeed(Buffer.from(made[0] ?? '', 'hex'))).pub);
  });
});
