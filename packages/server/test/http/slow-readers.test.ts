import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setInterval } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { READING_LIMITS, type ReadingLimits } from '../../src/http/slow-readers.ts';
import { memoryRecords, sendRaw, startHttp } from './kit.ts';

const MB = 1024 * 1024;
/** Text that gzip reduces only to a half, like the signatures of a record. */
const text = JSON.stringify({ sigs: randomBytes(12 * MB).toString('hex') });
const stored = gzipSync(text, { level: 1 });
const id = 'match_0123456789';

let http: Awaited<ReturnType<typeof startHttp>>;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await http.stop();
});

async function serve(reading: Partial<ReadingLimits> = {}, changes = {}): Promise<void> {
  const records = { ...memoryRecords([]), gzip: async () => stored };
  http = await startHttp({ records, ...changes }, undefined, {}, { ...READING_LIMITS, ...reading });
}

/** Sends a request and reads nothing. */
function askOnly(path: string, headers = ''): Socket {
  const client = connect(http.port, '127.0.0.1');
  clients.push(client.on('error', () => undefined).pause());
  client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  return client;
}

it('SR1 a record is expanded as fast as it is read, and arrives complete', async () => {
  await serve();
  for (let n = 0; n < 20; n++) askOnly(`/records/${id}`, 'accept-encoding: identity\r\n');
  const before = process.memoryUsage();
  const answer = await sendRaw(http.port, `GET /records/${id} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain(`content-length: ${text.length}`);
  expect(body === text).toBe(true);
  // Twenty expanded records would be 480 MB.
  const { arrayBuffers } = process.memoryUsage();
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(100 * MB);
});

it.each(['identity', 'gzip'])(
  'SR2 a client that reads nothing of a response is disconnected (%s)',
  async (encoding) => {
    await serve({ stalledMs: 300 });
    const served = http.arrived();
    askOnly(`/records/${id}`, `accept-encoding: ${encoding}\r\n`);
    const [{ socket }] = await served;
    await vi.waitFor(() => expect(socket.destroyed).toBe(true), { timeout: 30_000 });
    expect(http.reported).toEqual([]);
  },
);

it('SR3 a response that takes long to compute is not cut', async () => {
  let answer: (ids: readonly string[]) => void = () => undefined;
  const answered = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  await serve({ stalledMs: 250 }, { records: { ...memoryRecords([]), recentIds: () => answered } });
  const arrived = http.arrived();
  const asking = http.get('/api/records');
  const [{ socket }] = await arrived;
  for (let times = 0; times < 3; times++) await once(socket, 'timeout');
  answer([id]);
  expect(await (await asking).json()).toEqual([id]);
});

const SWEEP_MS = 20;

/** Resolves after this many sweeps: Node calls timers of one period in the order in which they were set. */
async function sweeps(count: number): Promise<void> {
  let seen = 0;
  for await (const _ of setInterval(SWEEP_MS)) {
    seen += 1;
    if (seen > count) return;
  }
}

/** Sends four requests for a record and reads no answer. Resolves to the server's ends. */
async function askSeveral(encoding: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < 4; n++) {
    const arrived = http.arrived();
    askOnly(`/records/${id}`, `accept-encoding: ${encoding}\r\n`);
    sockets.push((await arrived)[0].socket);
  }
  return sockets;
}

it.each(['identity', 'gzip'])(
  'SR4 unread responses take a limited amount of memory together (%s)',
  async (encoding) => {
    const others = { ...memoryRecords([]), gzip: async () => Buffer.from(stored) };
    const ended = vi.spyOn(globalThis, 'clearInterval');
    await serve({ unreadBytes: 20 * MB, sweepMs: SWEEP_MS }, { records: others });
    // The sweep ends with the last connection, and begins again with the next.
    await sendRaw(http.port, 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await vi.waitFor(() => expect(ended).toHaveBeenCalled());
    ended.mockRestore();
    const sockets = await askSeveral(encoding);
    // Each holds a copy of its own, of about 12 MB.
    const cut = () => sockets.filter(({ destroyed }) => destroyed).length;
    await vi.waitFor(() => expect(cut()).toBe(3), { timeout: 30_000 });
    await sweeps(3);
    expect(cut()).toBe(3);
  },
);

it('SR4a unread responses that share the memory of one record count once', async () => {
  await serve({ unreadBytes: 20 * MB, sweepMs: SWEEP_MS });
  const sockets = await askSeveral('gzip');
  await sweeps(3);
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
});

it('SR5 connections per address and concurrent requests per network are limited', async () => {
  await serve({ connections: 2 });
  const two = [askOnly('/healthz'), askOnly('/healthz')];
  const refused = await sendRaw(http.port, '');
  expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]*x-frame-options: DENY/i);
  for (const client of two) client.destroy();
  await expect.poll(() => sendRaw(http.port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/ 200 /);
  await http.stop();

  const hanging = { ...memoryRecords([]), recentIds: () => new Promise<never>(() => undefined) };
  await serve({}, { records: hanging, trustProxy: true });
  const forwarded = (n: number) => ({ headers: { 'x-forwarded-for': `192.0.2.${n}` } });
  for (let n = 0; n < 100; n++) {
    const arrived = http.arrived();
    askOnly('/api/records', 'x-forwarded-for: 192.0.2.1\r\n');
    await arrived;
  }
  expect((await http.get('/', forwarded(1))).status).toBe(429);
  expect((await http.get('/', forwarded(2))).status).toBe(200);
  clients.pop()?.destroy();
  await expect.poll(async () => (await http.get('/', forwarded(1))).status).toBe(200);
});
