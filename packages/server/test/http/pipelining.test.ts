import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { READING_LIMITS, type ReadingLimits } from '../../src/http/slow-readers.ts';
import { memoryRecords, startHttp } from './kit.ts';

let http: Awaited<ReturnType<typeof startHttp>>;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await http.stop();
});

/** Answers `/api/records` when `answer` is called. */
async function serve(reading: Partial<ReadingLimits> = {}, changes = {}) {
  let asked = 0;
  let answer: (ids: readonly string[]) => void = () => undefined;
  const answered = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  const recentIds = () => {
    asked += 1;
    return answered;
  };
  const records = { ...memoryRecords([]), recentIds };
  http = await startHttp({ records, ...changes }, undefined, {}, { ...READING_LIMITS, ...reading });
  return { answer, asked: () => asked };
}

/** Sends these requests in one piece. */
function pipeline(paths: readonly string[]): Socket {
  const client = connect(http.port, '127.0.0.1');
  clients.push(client.on('error', () => undefined));
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  return client;
}

const times = (count: number) => Array.from({ length: count }, () => '/api/records');

/** Reads the responses. Resolves to the number of bytes when the connection has ended. */
function ended(client: Socket): Promise<number> {
  return new Promise((resolve) => client.resume().on('close', () => resolve(client.bytesRead)));
}

it('SR20 a connection has eight requests without a response, and is cut a quarter of a second after the ninth', async () => {
  const { answer, asked } = await serve();
  const client = pipeline(times(8));
  await vi.waitFor(() => expect(asked()).toBe(8));
  answer([]);
  let text = '';
  for await (const piece of client) {
    text += piece;
    if (text.split('HTTP/1.1 200').length === 9) break;
  }
  const before = http.heads();
  const from = performance.now();
  await ended(pipeline(times(2_400)));
  expect(performance.now() - from).toBeGreaterThan(240);
  expect(asked()).toBe(16);
  expect(http.heads() - before).toBeLessThan(40);
});

it('SR21 responses that wait behind another one count as unread', async () => {
  const card = async () => ({ matches: [], text: 'x'.repeat(1024 * 1024) });
  await serve({ unreadBytes: 4 * 1024 * 1024, sweepMs: 20 }, { standings: { card } });
  const waiting = [1, 2, 3, 4, 5, 6].map((n) => `/api/player/${String(n).repeat(64)}`);
  const client = pipeline(['/api/records', ...waiting]);
  expect(await ended(client)).toBe(0);
});

it('SR22 requests that wait behind another one do not count any more when their connection ends', async () => {
  const { asked } = await serve();
  for (let n = 1; n <= 20; n++) {
    const arrived = http.arrived();
    const client = pipeline(times(8));
    const [{ socket }] = await arrived;
    await vi.waitFor(() => expect(asked()).toBe(8 * n));
    client.destroy();
    if (!socket.closed) await once(socket, 'close');
  }
  expect((await http.get('/')).status).toBe(200);
});
