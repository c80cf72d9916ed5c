import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { verify } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Installation, newInstallation, type Running } from '../support/running.ts';

const client = fileURLToPath(new URL('../../../../docs/examples/minimal-client.mjs', import.meta.url));

let installation: Installation;
let running: Running;
beforeAll(async () => {
  installation = newInstallation();
  running = await installation.run();
});
afterAll(() => installation.remove());

const [major = 0] = process.versions.node.split('.').map(Number);
/** Options with which Node has a global WebSocket. */
const WITH_SOCKET = major < 22 ? ['--experimental-websocket'] : [];
const WITHOUT_SOCKET = major < 22 ? [] : ['--no-experimental-websocket'];

/** Starts the client. `ended` resolves to its exit code and its outputs. */
function start(port: number, points: number, options = WITH_SOCKET) {
  const child = spawn(process.execPath, [...options, client, `ws://127.0.0.1:${port}/ws`, String(points)]);
  const outputs = [text(child.stdout), text(child.stderr)] as const;
  const ended = once(child, 'exit').then(async ([code]) => ({ code, out: await outputs[0], err: await outputs[1] }));
  return { ended, kill: () => child.kill() };
}

/** Checks that the client has played a match to its end, and that the record verifies. */
async function expectVerified({ code, out, err }: { code: unknown; out: string; err: string }): Promise<void> {
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [verdict, record = ''] = out.split('\n');
  expect(verdict).toMatch(/^(won|lost) \d-\d, \d+ events checked$/);
  const answer: unknown = await (await fetch(record)).json();
  expect(await verify(answer)).toMatchObject({ ok: true });
}

/** Resolves when the only live match of the service has this many events. */
async function untilLength(service: Running, length: number): Promise<void> {
  const watcher = await service.connect();
  watcher.send({ type: 'lobby' });
  let match: string | undefined;
  let known = 0;
  while (known < length) {
    const message = await watcher.next();
    if (!message) throw new Error('the connection was closed');
    const live = message.type === 'lobby' ? message.live : message.type === 'lobby-change' ? message.added.live : [];
    const [found] = live;
    if (found && match === undefined) {
      match = found.match;
      watcher.send({ type: 'watch', match });
    }
    if (message.type === 'match') known = message.length;
    if (message.type === 'event') known = message.event.n + 1;
  }
}

/** Passes frames on between a client and the service, and each `act` twice. Returns the number of refusals that passed. */
function repeater(relay: WebSocketServer, port: () => number): () => number {
  let refusals = 0;
  relay.on('connection', (near) => {
    const far = new WebSocket(`ws://127.0.0.1:${port()}/ws`);
    const early: string[] = [];
    near.on('message', (data) => {
      const frame = String(data);
      const frames = frame.startsWith('{"type":"act"') ? [frame, frame] : [frame];
      if (far.readyState === far.OPEN) for (const one of frames) far.send(one);
      else early.push(...frames);
    });
    far.on('open', () => {
      for (const frame of early) far.send(frame);
    });
    far.on('message', (data) => {
      if (String(data).includes('"code":"wrong-number"')) refusals += 1;
      near.send(String(data));
    });
    near.on('close', () => far.close());
    far.on('close', () => near.close());
  });
  return () => refusals;
}

describe('docs/examples/minimal-client.mjs', () => {
  it.each([1, 3])('EX1 plays a match to %i as documented, and the record verifies', async (points) => {
    await expectVerified(await start(running.port, points).ended);
    expect(running.log.errors).toEqual([]);
  });

  it('EX2 goes on after a restart of the server', { timeout: 60_000 }, async () => {
    const other = newInstallation({ BOT_DELAY_MS: '20' });
    const playing = { kill: () => false };
    try {
      const before = await other.run();
      const { ended, kill } = start(before.port, 5);
      playing.kill = kill;
      await untilLength(before, 40);
      await before.stop();
      const after = await other.run(undefined, { PORT: String(before.port), BOT_DELAY_MS: '0' });
      await expectVerified(await ended);
      expect([...before.log.errors, ...after.log.errors]).toEqual([]);
    } finally {
      playing.kill();
      await other.remove();
    }
  });

  it('EX3 goes on after a refusal that another event came first', { timeout: 60_000 }, async () => {
    const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(relay, 'listening');
    const address = relay.address();
    if (address === null || typeof address === 'string') throw new Error('listening on no port');
    const other = newInstallation({ ORIGINS: `http://127.0.0.1:${address.port}` });
    try {
      const service = await other.run();
      const refusals = repeater(relay, () => service.port);
      const { code, out, err } = await start(address.port, 1).ended;
      const atService = out.replaceAll(`:${address.port}/`, `:${service.port}/`);
      await expectVerified({ code, out: atService, err });
      expect(refusals()).toBeGreaterThan(0);
    } finally {
      relay.close();
      await other.remove();
    }
  });

  it('EX4 names the version of Node that it needs', async () => {
    const { code, out, err } = await start(running.port, 1, WITHOUT_SOCKET).ended;
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /has no WebSocket: use Node 22 or newer, or start Node 20\.19 with the option\n--experimental-websocket/,
    );
    expect(err).not.toMatch(/\n {4}at /);
  });
});
