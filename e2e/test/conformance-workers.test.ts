import { randomInt } from 'node:crypto';
import { seededRandom } from '@anchor/testkit/random';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ask, faultOf } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { judge, results, Volunteer } from '../kit/volunteer.ts';

// One test for each statement of the HTTP interface about workers, against the built server, by its section.

const KEY = 'a key for volunteers';
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const folders = [temporaryFolder(), temporaryFolder()];
let server: ServerProcess;
let strict: ServerProcess;
let match: string;
let strictMatch: string;

/** A server with one finished match that wants to be analysed. */
async function open(dataDir: string, env: Record<string, string>) {
  const running = await ServerProcess.start({ dataDir, port: await freePort(), env: { BOT_DELAY_MS: '0', ...env } });
  const keys = [await generateKey(), await generateKey()] as const;
  // no game ends with its first double: there must be enough to judge
  const policy = { random, double: 0.3, take: 1 };
  const record = await playMatch(running.url, [...keys], { length: 3, rated: false, clock: 'slow' }, policy);
  return { running, id: record.match };
}

/** Asks for deep analysis, which goes on without the asker, and waits until there is work for workers. */
async function analyse(on: ServerProcess, id: string) {
  const answer = await ask(on.url, `/api/analysis/${id}?deep=1&wait=1`);
  await vi.waitFor(async () => expect((await status(on)).depth).toBeGreaterThan(0), { timeout: 60_000 });
  return answer;
}

beforeAll(async () => {
  const [one, two] = folders.map(({ path }) => path);
  [{ running: server, id: match }, { running: strict, id: strictMatch }] = await Promise.all([
    open(one ?? '', { WORKER_KEY: KEY }),
    open(two ?? '', { WORKER_KEY: KEY, STRICT_ANALYSIS: '1' }),
  ]);
});
afterAll(async () => {
  await Promise.all([server?.end(), strict?.end()]);
  for (const folder of folders) folder.remove();
});

const status = async (on = server) => JSON.parse((await ask(on.url, '/worker/status')).text);
const worker = (id: string, on = server) => new Volunteer(on.url, id, KEY);

describe(`workers by the HTTP interface (seed ${seed})`, () => {
  it('H4.2c a worker gets an empty lease and no error when there is no work', async () => {
    const answer = await worker('w1').post('/worker/acquire', { engineId: 'gnubg-1.07', workerId: 'w1' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { jobs: [] }]);
    expect(faultOf('workerAcquire', answer)).toBeNull();
  });

  it('H2.10 the status has depth, counters, the cache and the annotations, without a key and by any method', async () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const answer = await ask(server.url, '/worker/status', { method });
      expect([answer.status, faultOf('workerStatus', answer)]).toEqual([200, null]);
      expect(JSON.parse(answer.text).volunteers).toBe(true);
      expect(Object.keys(JSON.parse(answer.text))).toEqual(
        expect.arrayContaining(['depth', 'queued', 'served', 'dropped', 'rejected', 'cache', 'annotations']),
      );
    }
    const { cache, annotations } = await status();
    expect(cache.hitRate).toBe(0);
    expect(annotations).toMatchObject({ hits: 0, misses: 0, coalesced: 0 });
  });

  it('H5a acquire and submit need the worker key: a wrong or missing one is 401', async () => {
    for (const key of [null, '', 'wrong', `${KEY}x`])
      for (const path of ['/worker/acquire', '/worker/submit'] as const) {
        const answer = await new Volunteer(server.url, 'w1', key).post(path, '{}');
        expect([answer.status, JSON.parse(answer.text)]).toEqual([401, { error: expect.any(String) }]);
        expect(faultOf(path === '/worker/acquire' ? 'workerAcquire' : 'workerSubmit', answer)).toBeNull();
      }
  });

  it('H4.2d acquire and submit need POST', async () => {
    for (const path of ['/worker/acquire', '/worker/submit']) {
      const { status: code, text } = await ask(server.url, path, { headers: { 'x-worker-key': KEY } });
      expect([code, text]).toEqual([404, 'not found']);
    }
  });

  it('H8.4b a worker id has at most 64 characters; a bad id, count or body is 400', async () => {
    const body = { engineId: 'gnubg-1.07', workerId: 'w' };
    const bodies = ['no JSON', '[]', { ...body, workerId: undefined }, { ...body, workerId: 'w'.repeat(65) }];
    for (const wrong of [...bodies, { ...body, count: 0 }, { ...body, count: 'many' }]) {
      const answer = await worker('w1').post('/worker/acquire', wrong);
      expect([answer.status, faultOf('workerAcquire', answer)], JSON.stringify(wrong)).toEqual([400, null]);
    }
    const longest = await worker('w'.repeat(64)).acquire();
    expect(longest).toEqual({ jobs: [] });
  });

  it('H2.9a a lease has a UUID as token and jobs of { key, req, ply, engineId }, which do not identify the players', async () => {
    const pending = await analyse(server, match);
    expect(pending.status).toBe(503);
    const answer = await worker('w1').post('/worker/acquire', { engineId: 'gnubg-1.07', workerId: 'w1', count: 2 });
    expect(faultOf('workerAcquire', answer)).toBeNull();
    const { token, jobs } = JSON.parse(answer.text);
    expect(token).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const job of jobs) {
      expect(Object.keys(job).toSorted()).toEqual(['engineId', 'key', 'ply', 'req']);
      expect([job.engineId, job.ply]).toEqual(['gnubg-1.07', 2]);
      const wanted = ['pos', 'onRoll', 'dice', 'cube', 'score', 'matchLength', 'crawford'];
      expect(Object.keys(job.req)).toEqual(expect.arrayContaining(wanted));
    }
    expect(answer.text).not.toContain(match);
  });

  it('H4.3a count defaults to 8 and is capped at 64', async () => {
    await analyse(server, match);
    expect((await worker('w2').lease()).jobs).toHaveLength(8);
    const { depth } = await status();
    const { jobs } = await worker('w3').lease(1_000_000);
    expect(jobs.length).toBe(Math.min(64, depth - 2 - 8));
  });

  it('H4.2e a worker of another engine gets no jobs', async () => {
    expect(await worker('w4').acquire(8, 'gnubg-1.08')).toEqual({ jobs: [] });
    expect(await worker('w4').acquire(8, 'GNUBG-1.07')).toEqual({ jobs: [] });
  });
});

describe('results by the HTTP interface', () => {
  let lease: Awaited<ReturnType<Volunteer['lease']>>;
  beforeAll(async () => {
    // leases of the tests before end with their jobs' results
    await analyse(strict, strictMatch);
    lease = await worker('first', strict).lease(4);
  });

  it('H3f only the worker that holds the lease can submit, with a known token', async () => {
    for (const [token, id] of [
      [lease.token, 'second'],
      ['00000000-0000-4000-8000-000000000000', 'first'],
    ] as const) {
      const answer = await worker(id, strict).post('/worker/submit', {
        token,
        workerId: id,
        results: results(lease.jobs),
      });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ok: false, error: expect.any(String) }]);
      expect(faultOf('workerSubmit', answer)).toBeNull();
    }
  });

  it('H4.3b results for positions outside the lease are ignored and counted as rejected', async () => {
    const { rejected } = await status(strict);
    const foreign = { key: 'x'.repeat(43), result: judge(lease.jobs[0]!) };
    expect(await worker('first', strict).submit(lease.token, [foreign])).toEqual({ ok: true, accepted: 0, ignored: 1 });
    expect((await status(strict)).rejected).toBe(rejected + 1);
  });

  it('H2.9b equities within −4 to 4, chances within 0 to 1, at most 4 hops, legal plays: other results are refused', async () => {
    const job = lease.jobs.find(({ req }) => req.dice[0] > 0)!;
    const { plays } = judge(job);
    const changes = [{ equity: 4.01 }, { equity: -5 }, { equity: 'NaN' }, { probs: [1.01, 0, 0, 0, 0] }];
    const hops = [{ hops: Array(5).fill([6, 5]) }, { hops: [[1, 24]] }];
    for (const change of [...changes, ...hops]) {
      const result = { plays: [{ ...plays[0], ...change }, ...plays.slice(1)] };
      const answer = await worker('first', strict).submit(lease.token, [{ key: job.key, result }]);
      expect(answer, JSON.stringify(change)).toEqual({ ok: true, accepted: 0, ignored: 1 });
    }
  });

  it('H3g strict: one worker never gives both opinions, and the result counts when a second one agrees', async () => {
    expect(await worker('first', strict).submit(lease.token, results(lease.jobs))).toEqual({ ok: true, accepted: 4 });
    await worker('first', strict).work();
    expect(await worker('first', strict).acquire()).toEqual({ jobs: [] });
    expect((await status(strict)).served).toBe(0);
    await worker('second', strict).work();
    const { served, queued, depth } = await status(strict);
    expect([served, depth]).toEqual([queued, 0]);
    const report = await ask(strict.url, `/api/analysis/${strictMatch}?deep=1`);
    expect([report.status, faultOf('analysis', report)]).toEqual([200, null]);
  });

  it('H2.10b a stored evaluation is not requested again', async () => {
    const before = await status(strict);
    expect((await ask(strict.url, `/api/analysis/${strictMatch}?deep=1`)).status).toBe(200);
    const after = await status(strict);
    expect(after.queued).toBe(before.queued);
    expect(after.annotations.hits).toBeGreaterThan(before.annotations.hits);
  });

  it('H2.11d the health report shows the queue', async () => {
    // The report is up to five seconds old.
    const queue = async () => JSON.parse((await ask(strict.url, '/healthz')).text).queue;
    await expect.poll(queue, { timeout: 60_000 }).toEqual({ depth: 0, leased: 0 });
  });

  it('H5b without a worker key the service accepts no volunteers: each request is 503, and the status stays available', async () => {
    const folder = temporaryFolder();
    const closed = await ServerProcess.start({ dataDir: folder.path, port: await freePort() });
    try {
      for (const path of ['/worker/acquire', '/worker/submit'])
        for (const body of ['{}', 'no JSON']) {
          const answer = await new Volunteer(closed.url, 'w1', KEY).post(path, body);
          expect([answer.status, JSON.parse(answer.text).error]).toEqual([
            503,
            expect.stringMatching(/no volunteer workers/),
          ]);
        }
      expect((await status(closed)).volunteers).toBe(false);
    } finally {
      await closed.end();
      folder.remove();
    }
  });

  it('H7c none of these requests caused an error of the service', async () => {
    for (const on of [server, strict]) expect(JSON.parse((await ask(on.url, '/healthz')).text).errors).toBe(0);
  });
});
