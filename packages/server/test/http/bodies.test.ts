import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/http/slow-readers.ts';
import { FairQueue } from '../../src/shared/fair-queue.ts';
import { startHttp } from './kit.ts';

const KB = 1024;
const CHUNK = Buffer.alloc(64 * KB, '1');
const REFUSED = /^HTTP\/1\.1 503 [\s\S]*x-frame-options: DENY[\s\S]*retry-after: 5[\s\S]*"code":"too-many-bodies"/i;

let http: Awaited<ReturnType<typeof startHttp>>;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await http.stop();
});

/** Only results of workers may need a long body. */
const KEY = 'the worker key';

async function serve(bodyBytes: number, changes = {}): Promise<void> {
  http = await startHttp({ workerKeys: [KEY], ...changes }, undefined, {}, { ...READING_LIMITS, bodyBytes });
}

/** Begins a body of 512 KB of which only the first bytes come. */
async function begin(bytes: number) {
  const client = connect(http.port, '127.0.0.1');
  clients.push(client.on('error', () => undefined));
  let answer = '';
  client.on('data', (data) => {
    answer += data.toString('latin1');
  });
  const arrived = http.arrived();
  client.write(`POST /worker/submit HTTP/1.1\r\nhost: x\r\ncontent-length: ${512 * KB}\r\n\r\n`);
  const [request] = await arrived;
  client.write(Buffer.alloc(bytes, '1'));
  const received = () => expect.poll(() => request.socket.bytesRead).toBeGreaterThan(bytes);
  return { client, received, answer: () => answer };
}

const post = (body: string | Buffer) =>
  http.get('/worker/submit', {
    method: 'POST',
    headers: { 'x-worker-key': KEY },
    body: new Uint8Array(Buffer.from(body)),
  });
/** The status of a submission whose body was read, and has no results. */
const READ = 200;

it('BB1 bodies that are sent slowly are bounded in all: the largest is refused, and a short one is served', async () => {
  await serve(512 * KB);
  const [small, large, medium] = [await begin(100 * KB), await begin(250 * KB), await begin(120 * KB)];
  for (const body of [small, large, medium]) await body.received();
  expect((await post('short')).status).toBe(READ);
  expect((await post(CHUNK)).status).toBe(READ);
  await expect.poll(large.answer).toMatch(REFUSED);
  expect([small.answer(), medium.answer()]).toEqual(['', '']);
});

it('BB2 one that is larger than all others together may be is refused itself', async () => {
  await serve(64 * KB);
  const other = await begin(10 * KB);
  await other.received();
  const large = await begin(100 * KB);
  await expect.poll(large.answer).toMatch(REFUSED);
  expect(other.answer()).toBe('');
  expect((await post(CHUNK.subarray(0, 30 * KB))).status).toBe(READ);
});

it('BB3 what a body has taken is free when its request was answered, broken off or refused', async () => {
  await serve(128 * KB);
  for (let n = 0; n < 10; n++) {
    expect((await post(CHUNK)).status).toBe(READ);
    const { client, received } = await begin(60 * KB);
    await received();
    const closed = once(client, 'close');
    client.destroy();
    await closed;
    await http.idle();
    const { answer } = await begin(200 * KB);
    await expect.poll(answer).toMatch(REFUSED);
    await http.idle();
  }
  expect((await post(Buffer.alloc(128 * KB))).status).toBe(READ);
});

it('BB4 a body that comes byte by byte counts for its bytes and not for its chunks', async () => {
  await serve(64 * KB);
  const client = connect(http.port, '127.0.0.1');
  clients.push(client);
  const head = `POST /worker/submit HTTP/1.1\r\nhost: x\r\nx-worker-key: ${KEY}\r\nconnection: close\r\n`;
  client.write(`${head}transfer-encoding: chunked\r\n\r\n`);
  client.write(`${'1\r\nx\r\n'.repeat(60 * KB)}0\r\n\r\n`);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

it('BB5 a body counts as long as its request is worked on, and is not refused any more', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let working: () => void = () => undefined;
  const works = new Promise<void>((resolve) => {
    working = resolve;
  });
  await serve(128 * KB, {
    workerApi: {
      async submit() {
        working();
        await held;
        return { answer: { ok: true, accepted: 0 }, reasons: [] };
      },
    },
  });
  const first = post(JSON.stringify({ token: 't', workerId: 'w', results: [] }).padEnd(60 * KB));
  await works;
  const { answer: refused } = await begin(120 * KB);
  await expect.poll(refused).toMatch(REFUSED);
  answer();
  expect((await first).status).toBe(200);
});

it('BB6 a body that is longer than its route can need takes no memory, and is answered as one that does not match', async () => {
  await serve(16 * KB);
  const body = new Uint8Array(CHUNK);
  for (const [path, status] of [
    ['/api/login-claim', 400],
    ['/worker/acquire', 400],
    ['/healthz', 200],
    ['/nothing', 404],
  ] as const) {
    const answer = await http.get(path, { method: 'POST', headers: { 'x-worker-key': KEY }, body });
    expect([path, answer.status]).toEqual([path, status]);
  }
});

it('FQ23 a body that does not end takes no place of other requests, however busy the storage is', async () => {
  const fairQueue = new FairQueue({ atOnce: 1, most: 100, worked: () => performance.now() });
  await serve(512 * KB, { fairQueue });
  for (let n = 0; n < 5; n++) await (await begin(10 * KB)).received();
  expect((await post('short')).status).toBe(READ);
});
