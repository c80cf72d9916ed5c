import { once } from 'node:events';
import { signIdentify, verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readBanWords } from '../src/commands/ban-words.ts';
import { securityHeaders } from '../src/http/security-headers.ts';
import { callCommand } from './support/command.ts';
import { keyOf } from './support/harness.ts';
import { FAST, type Installation, newInstallation, type Running } from './support/running.ts';
import { SocketPlayer } from './support/socket-player.ts';

const UNDER_WAY = 9;
const BANNED = 4004;
/** Each call of the command is a process. */
const PATIENCE_MS = 240_000;

let installation: Installation;
let running: Running;
beforeEach(async () => {
  installation = newInstallation({ ABANDON_SECONDS: '1', TRUST_PROXY: '1' });
  running = await installation.run();
});
afterEach(() => installation.remove());

/** Runs the command beside the server that uses the folder. */
const call = (verb: 'add' | 'remove' | 'list', ...args: readonly string[]) =>
  callCommand('bans', [verb, ...args], { DATA_DIR: installation.folder.path });

async function arrive(name: string): Promise<SocketPlayer> {
  const client = await running.connect();
  const key = await keyOf(name);
  await client.identify(key, name);
  return new SocketPlayer(client, key);
}

/** The server's answer to a proof of this key. */
async function prove(name: string) {
  const client = await running.connect();
  const challenge = await client.challenge();
  const key = await keyOf(name);
  const sig = await signIdentify(key, challenge);
  client.send({ type: 'identify', id: 7, pub: key.pub, origin: challenge.origin, sig });
  const answer = await client.next();
  return { answer, client };
}

const from = (address: string, accept = '*/*') => ({ headers: { 'x-forwarded-for': address, accept } });
const health = (address: string, accept?: string) =>
  fetch(`http://127.0.0.1:${running.port}/healthz`, from(address, accept));
/** Polls until a ban of this address is in force, or not in force any more. */
async function untilHealth(address: string, status: number): Promise<Response> {
  for (;;) {
    const answer = await health(address);
    if (answer.status === status) return answer;
  }
}

describe('a banned key', { timeout: PATIENCE_MS }, () => {
  it('BN1 is disconnected with a message, its seek is removed, and it cannot come back until the ban ends', async () => {
    const alice = await arrive('alice');
    expect(await alice.client.ask({ type: 'seek', length: 1, rated: true, clock: 'slow' })).toMatchObject({
      type: 'seeking',
    });
    const before = Date.now();
    const banned = await call('add', alice.key.pub, '--hours', '0.5', '--reason', 'rude <b>');
    expect(banned).toMatchObject({ code: 0, said: expect.stringContaining(`Banned ${alice.key.pub} until 20`) });
    const told = await alice.client.until('error');
    expect(told).toMatchObject({ code: 'banned', ban: { what: 'key', reason: 'rude <b>' } });
    const until = told.ban?.until ?? 0;
    expect(until).toBeGreaterThanOrEqual(before + 1_800_000);
    expect(until).toBeLessThan(Date.now() + 1_800_001);
    expect(told.message).toContain(new Date(until).toISOString());
    expect(await alice.client.closed()).toBe(BANNED);

    const watcher = await running.connect();
    expect(await watcher.ask({ type: 'lobby' })).toMatchObject({ seeks: [], online: 0 });
    const { answer, client } = await prove('alice');
    expect(answer).toMatchObject({ type: 'error', id: 7, code: 'banned', ban: { until } });
    expect(await client.closed()).toBe(BANNED);
    await arrive('bob');

    expect(await call('remove', alice.key.pub.toUpperCase())).toMatchObject({ code: 0 });
    for (;;) {
      const again = await prove('alice');
      again.client.cut();
      if (again.answer?.type === 'identified') break;
    }
  });

  it('BN2 leaves its match and loses by absence, in a record that verifies, and the opponent is told', async () => {
    const [alice, bob] = [await arrive('alice'), await arrive('bob')];
    const seeking = await alice.client.ask({ type: 'seek', length: 3, rated: true, clock: 'slow' });
    if (seeking.type !== 'seeking') throw new Error('no seek');
    bob.client.send({ type: 'accept-seek', seek: seeking.seek });
    await Promise.all([alice.playTo(UNDER_WAY), bob.playTo(UNDER_WAY)]);
    expect(await call('add', alice.key.pub)).toMatchObject({ code: 0, said: expect.stringMatching(/ for good/) });
    const finished = await bob.playOut();
    expect(finished.result).toMatchObject({ winner: bob.player, reason: 'abandonment' });
    const record: unknown = await (await running.fetch(finished.record)).json();
    expect(await verify(record)).toMatchObject({ ok: true });
  });

  it('BN3 stays banned over a restart; an expired ban is removed', async () => {
    const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
    await call('add', alice.pub);
    await call('add', bob.pub, '--hours', '0.0001');
    await running.stop();
    running = await installation.run(FAST);
    expect((await prove('alice')).answer).toMatchObject({ code: 'banned', ban: { until: null, reason: null } });
    for (;;) {
      const { answer, client } = await prove('bob');
      client.cut();
      if (answer?.type === 'identified') break;
    }
    expect((await call('list')).said).toBe(`${alice.pub}  for good\n`);
  });
});

describe('a banned address', { timeout: PATIENCE_MS }, () => {
  it('BN4 gets 403 for every request, with the usual headers; others do not', async () => {
    await call('add', '198.51.100.0/24', '--hours', '1', '--reason', 'floods & <script>');
    const refused = await untilHealth('198.51.100.77', 403);
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(/^The operator has banned this address until .*: floods & <script>\.$/),
    });
    for (const [name, value] of Object.entries(securityHeaders)) expect(refused.headers.get(name)).toBe(value);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    for (const path of ['/', '/records/x.json', '/assets/none.js', '/..%2f'])
      expect((await fetch(`http://127.0.0.1:${running.port}${path}`, from('198.51.100.1'))).status).toBe(403);
    const page = await health('198.51.100.77', 'text/html');
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    const text = await page.text();
    expect(text).toContain('floods &amp; &lt;script&gt;');
    expect(text).not.toContain('<script>');
    expect((await health('198.51.101.77')).status).toBe(200);
    expect(await call('remove', '198.51.100.9/24')).toMatchObject({ code: 0 });
    await untilHealth('198.51.100.77', 200);
  });

  it('BN5 loses its connections and gets no new one', async () => {
    const open = (address: string) => new WebSocket(`ws://127.0.0.1:${running.port}/ws`, from(address));
    const [there, other] = [open('2001:db8:5:6::1'), open('2001:db8:5:7::1')];
    await Promise.all([there, other].map((socket) => once(socket, 'message')));
    const told = once(there, 'message');
    const closed = once(there, 'close');
    await call('add', '2001:db8:5:6:ffff::2');
    expect(JSON.parse(String((await told)[0]))).toMatchObject({
      type: 'error',
      code: 'banned',
      ban: { what: 'address', until: null },
    });
    expect((await closed)[0]).toBe(BANNED);
    const again = open('2001:db8:5:6::3');
    const [error] = await once(again, 'error');
    expect(String(error)).toMatch(/403/);
    expect(other.readyState).toBe(other.OPEN);
    other.terminate();
  });
});

describe('npm run ban, unban and bans', { timeout: PATIENCE_MS }, () => {
  const { pub } = { pub: 'ab'.repeat(32) };
  it.each([
    [[]],
    [['add']],
    [['add', 'nobody']],
    [['add', pub, pub]],
    [['add', pub, '--hours', '0']],
    [['add', pub, '--hours', 'x']],
    [['add', pub, '--reason', 'x'.repeat(201)]],
    [['add', pub, '--until', 'x']],
    [['remove', pub, '--hours', '1']],
    [['list', 'all']],
    [['all']],
  ])('BN6 do not understand %j', (words) => {
    expect(readBanWords(words)).toMatchObject({ ok: false, code: 'bad-usage' });
  });

  it('BN7 exit with 2 for invalid usage and with 1 for other failures', async () => {
    expect(await call('add', 'nobody')).toMatchObject({ code: 2, said: expect.stringMatching(/^Name a key/) });
    expect(await call('remove', pub)).toMatchObject({
      code: 1,
      said: `There is no ban of ${pub}: npm run bans lists them.\n`,
    });
    expect(await call('list')).toMatchObject({ code: 0, said: 'There are no bans.\n' });
    const nowhere = await call('list', '--data-dir', `${installation.folder.path}/nowhere`);
    expect(nowhere).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is no database in .*DATABASE_URL.*ANCHOR_ENV_FILE/m),
    });
  });
});
