import { connect, type Socket } from 'node:net';
import { seededRandom } from '@anchor/testkit/random';
import { decodeServer, type ServerMessage } from '@anchor/wire';
import { generateKey, verify } from 'bg-record';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../kit/free-port.ts';
import { ask } from '../kit/http.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

/** The crowd has an address of its own, so that the players are somebody else; Linux answers at all of 127.0.0.0/8. */
const CROWD = '127.0.0.2';
const CONNECTIONS = 10_000;
const AT_ONCE = 200;
/** The number of connections that the service allows one address. */
const ALLOWED = 100;
/** A frame of nearly 64 KB, which the crowd begins and never ends. */
const BEGUN_BYTES = 60_000;
const MOST_RSS_MB = 200;
const WORKER_KEY = 'the worker key of the siege';
const SOON = { timeout: 60_000, interval: 50 };

const folder = temporaryFolder();
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  port = await freePort();
  server = await ServerProcess.start({
    dataDir: folder.path,
    port,
    env: { LOG_LEVEL: 'warn', BACKUP_HOURS: '0', WORKER_KEY },
  });
});
afterAll(async () => {
  await server.end();
  folder.remove();
});

const upgrade = [
  'GET /ws HTTP/1.1',
  'host: siege',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
  '\r\n',
].join('\r\n');

/** Asks for a WebSocket: the status of the answer, and the connection if there is one now. */
function knock(): Promise<{ readonly status: number; readonly socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: CROWD });
    let answer = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      if (status) resolve({ status: Number(status), socket });
    });
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(answer)}`)));
    socket.write(upgrade);
  });
}

/** How often each status was given, and the connections that are open. */
async function besiege(count: number) {
  const statuses = new Map<number, number>();
  const open: Socket[] = [];
  let left = count;
  const some = async () => {
    while (left-- > 0) {
      const { status, socket } = await knock();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 101) open.push(socket);
      else socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  return { statuses: Object.fromEntries(statuses), open };
}

async function seat(): Promise<readonly [SocketPlayer, SocketPlayer]> {
  const policy = { random: seededRandom(1), double: 0.05, take: 0.8, wild: true };
  const make = async () => new SocketPlayer({ url: server.url, key: await generateKey(), policy });
  const [host, guest] = [await make(), await make()];
  await host.connect();
  await guest.connect();
  const { code } = await host.request({ type: 'invite', length: 9, rated: true, clock: 'slow' }, 'invited');
  guest.send({ type: 'join', code });
  return [host, guest];
}

const rssMB = async (): Promise<number> => (await (await fetch(`${server.url}/healthz`)).json()).rssMB;

it(`SI1 ${CONNECTIONS} connections of one address, and frames that never end, stop no match of others`, async () => {
  const [host, guest] = await seat();
  await vi.waitFor(() => expect(host.ledger?.length).toBeGreaterThan(10), SOON);
  const [before, eventsBefore] = [await rssMB(), host.ledger?.length ?? 0];
  const { statuses, open } = await besiege(CONNECTIONS);
  expect(statuses).toEqual({ 101: ALLOWED, 429: CONNECTIONS - ALLOWED });
  const begun = Buffer.concat([Buffer.from([0x81, 0xfe, 0xff, 0xf0, 0, 0, 0, 0]), Buffer.alloc(BEGUN_BYTES, 'x')]);
  for (const socket of open) socket.write(begun);
  await vi.waitFor(() => expect(open.every(({ writableLength }) => writableLength === 0)).toBe(true), SOON);
  await vi.waitFor(() => expect(host.ledger?.length).toBeGreaterThan(eventsBefore + 10), SOON);
  expect(await rssMB()).toBeLessThan(before + MOST_RSS_MB);
  for (const socket of open) socket.removeAllListeners('close').destroy();
  await vi.waitFor(async () => expect((await knock()).status).toBe(101), SOON);
  const { match, finalHash } = await host.finished;
  const record = await (await fetch(`${server.url}/records/${match}.json`)).json();
  expect(await verify(record)).toMatchObject({ ok: true, finalHash });
  expect([...host.faults, ...guest.faults]).toEqual([]);
  for (const player of [host, guest]) player.leave();
});

/** Texts of nearly the size that is let through, made to be dear to read. */
const dear: readonly (readonly [string, (bytes: number) => string])[] = [
  ['names that are numbers', (bytes) => object(bytes, (n) => String(n * 1_024))],
  ['names with equal beginnings', (bytes) => object(bytes, (n) => `${'a'.repeat(30)}${n}`)],
  ['names of objects’ own', (bytes) => object(bytes, (n) => (n % 2 === 0 ? '__proto__' : 'constructor'))],
  ['lists in lists', (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  ['objects in objects', (bytes) => `${'{"a":'.repeat(bytes / 8)}0${'}'.repeat(bytes / 8)}`],
];

function object(bytes: number, name: (n: number) => string): string {
  const members: string[] = [];
  for (let [n, length] = [0, 2]; length < bytes - 60; n++) {
    const member = `"${name(n)}":0`;
    members.push(member);
    length += member.length + 1;
  }
  return `{${members.join()}}`;
}

/** Returns the service's answer to a frame. */
function answerTo(text: string): Promise<ServerMessage> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const decoded = decodeServer(String(data));
      if (!decoded.ok) return reject(new Error(decoded.message));
      if (decoded.value.type === 'hello') return socket.send(text);
      socket.terminate();
      resolve(decoded.value);
    });
  });
}

it.each(dear)('SI2 %s are refused with a code, as a body and as a frame', async (_, make) => {
  const headers = { 'x-worker-key': WORKER_KEY };
  const body = make(1024 * 1024);
  expect((await ask(server.url, '/worker/acquire', { method: 'POST', headers, body })).status).toBe(400);
  expect(await answerTo(make(64 * 1024))).toMatchObject({ type: 'error', code: 'bad-frame' });
});

it('SI3 none of these attacks is logged as an error of the service', async () => {
  expect(server.output.split('\n').filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});
