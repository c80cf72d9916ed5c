import type { Job } from '@anchor/wire';
import { type Key, keyFromSeed, signJudgement, signLease, verifyJudgement } from 'bg-record';
import { afterEach, describe, expect, it } from 'vitest';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import { SIGNED_WITHIN_MS } from '../../src/domain/analysis/queue/worker-name.ts';
import { ENGINE, honestResult, jobsFor } from './engine.ts';
import { SERVER_PUB } from './kit.ts';
import { honestResults, KEY, startWorkerServer, type WorkerServer } from './server.ts';

const JOBS = jobsFor(4);
const OTHER_DOOR = 'the key of another volunteer';
const [one, two, three] = (await Promise.all([1, 2, 3].map((n) => keyFromSeed(new Uint8Array(32).fill(n))))) as [
  Key,
  Key,
  Key,
];

let server: WorkerServer;
let asked: ReturnType<WorkerServer['queue']['ask']>;
async function open(changes: Parameters<typeof startWorkerServer>[0]) {
  server = await startWorkerServer(changes);
  asked = server.queue.ask('match', JOBS);
  await server.queue.settled();
}
afterEach(() => server.stop());

interface Changes {
  readonly door?: string;
  readonly atMs?: number;
  readonly server?: string;
  readonly by?: Key;
}

/** Asks for jobs in the name of `key`, signed by `by`. */
async function acquire(key: Key, { door = KEY, atMs = 0, server: named = SERVER_PUB, by = key }: Changes = {}) {
  const at = server.queue.world.now() + atMs;
  const sig = await signLease({ ...by, pub: key.pub }, { at, count: 64, engine: ENGINE.engineId, server: named });
  const body = { engineId: ENGINE.engineId, workerId: key.pub, count: 64, signed: { at, sig } };
  return server.post('/worker/acquire', body, { 'x-worker-key': door });
}

async function lease(key: Key, changes?: Changes): Promise<{ token: string; jobs: Job[] }> {
  return { token: '', ...(await (await acquire(key, changes)).json()) };
}

const statement = (job: Job) => {
  const { plays } = honestResult(job);
  return { engine: ENGINE.engineId, ply: ENGINE.ply, question: job.req, result: { plays } };
};

async function signedResults(key: Key, jobs: readonly Job[]) {
  const sigs = await Promise.all(jobs.map((job) => signJudgement(key, statement(job))));
  return jobs.map((job, index) => ({ key: job.key, result: honestResult(job), sig: sigs[index] }));
}

async function work(key: Key, door = KEY): Promise<number> {
  const { token, jobs } = await lease(key, { door });
  if (jobs.length === 0) return 0;
  const body = { token, workerId: key.pub, results: await signedResults(key, jobs) };
  return (await (await server.post('/worker/submit', body, { 'x-worker-key': door })).json()).accepted;
}

describe('a worker with a key of its own', () => {
  it('WK1 has its signature kept beside each result, and the signature is valid for what it said', async () => {
    await open({});
    expect(await work(one)).toBe(4);
    await asked.done;
    for (const { key, judges } of await server.evaluations.readJudged(JOBS.map((job) => job.key))) {
      const job = JOBS.find((each) => each.key === key)!;
      const [judge] = JSON.parse(judges ?? '[]');
      expect(judge).toMatchObject({ id: one.pub, at: server.queue.world.now() });
      const said = { ...statement(job), result: unpackResult(judge.said)! };
      expect(await verifyJudgement(one.pub, said, judge.sig)).toBe(true);
      expect(await verifyJudgement(two.pub, said, judge.sig)).toBe(false);
    }
  });

  it('WK2 answers for its own results only: without its valid signature a result is refused', async () => {
    await open({});
    const { token, jobs } = await lease(one);
    const [forged] = await signedResults(two, jobs);
    const [, swapped, ...rest] = await signedResults(one, jobs);
    const results = [
      forged,
      { ...swapped, result: { plays: honestResult(jobs[1]!).plays.toReversed() } },
      { ...rest[0], sig: undefined },
      rest[1],
    ];
    const answer = await server.post('/worker/submit', { token, workerId: one.pub, results });
    expect(await answer.json()).toEqual({ ok: true, accepted: 1, ignored: 3 });
    expect(answer.headers.get('x-refused')).toBe('bad-signature');
    // The key as a mere name is another worker, which does not hold the lease.
    const plain = { token, workerId: one.pub, results: honestResults(jobs) };
    expect(await server.submit(plain)).toMatchObject({ ok: false });
    expect(await server.cached(JOBS)).toHaveLength(1);
  });

  it('WK3 gets no jobs with a request that another key signed, for another server, or at another time', async () => {
    await open({});
    const late = { atMs: -SIGNED_WITHIN_MS - 1 };
    const early = { atMs: SIGNED_WITHIN_MS + 1 };
    for (const changes of [{ by: two }, { server: two.pub }, late, early]) {
      const answer = await acquire(one, changes);
      expect([answer.status, (await answer.json()).error]).toEqual([401, expect.stringContaining('signature')]);
    }
    expect((await lease(one, { atMs: -SIGNED_WITHIN_MS })).jobs).toHaveLength(4);
  });

  it('WK4 is demanded only if the operator asks for it; then a mere name is refused with a reason', async () => {
    await open({ isStrict: true, isSignedOnly: true });
    const body = { engineId: ENGINE.engineId, workerId: 'plain' };
    const refused = await server.post('/worker/acquire', body);
    expect([refused.status, (await refused.json()).error]).toEqual([
      401,
      expect.stringContaining('bg-worker configure'),
    ]);
    await server.stop();
    await open({ isStrict: true });
    expect((await server.lease('plain', 64)).jobs).toHaveLength(4);
  });

  it('WK5 never confirms itself where keys are demanded: neither by two names nor by two keys through one of several doors', async () => {
    await open({ isStrict: true, isSignedOnly: true, workerKeys: [KEY, OTHER_DOOR] });
    expect(await work(one)).toBe(4);
    for (const name of ['liar', one.pub])
      expect((await server.post('/worker/acquire', { engineId: ENGINE.engineId, workerId: name })).status).toBe(401);
    expect(await work(one)).toBe(0);
    expect(await work(two)).toBe(0);
    expect(await server.cached(JOBS)).toEqual([]);
    expect(await work(three, OTHER_DOOR)).toBe(4);
    await asked.done;
    for (const { judges } of await server.evaluations.readJudged(JOBS.map((job) => job.key)))
      expect(JSON.parse(judges ?? '[]').map(({ id }: { id: string }) => id)).toEqual([one.pub, three.pub]);
  });

  it('WK5b never confirms itself by two names or keys through one of several doors, where keys are not demanded either', async () => {
    await open({ isStrict: true, workerKeys: [KEY, OTHER_DOOR] });
    expect(await server.work('one name')).toBe(4);
    expect(await server.work('another name')).toBe(0);
    expect(await work(one)).toBe(0);
    expect(await server.cached(JOBS)).toEqual([]);
    expect(await work(two, OTHER_DOOR)).toBe(4);
    await asked.done;
    for (const { judges } of await server.evaluations.readJudged(JOBS.map((job) => job.key))) {
      const doors = JSON.parse(judges ?? '[]').map(({ door }: { door: string }) => door);
      expect([new Set(doors).size, doors.join().includes(OTHER_DOOR)]).toEqual([2, false]);
    }
  });

  it('WK5c is confirmed by another name through the only door, as two distinct ids are', async () => {
    await open({ isStrict: true });
    expect([await server.work('one name'), await server.work('another name')]).toEqual([4, 4]);
    await asked.done;
    const judged = await server.evaluations.readJudged(JOBS.map((job) => job.key));
    expect([judged.length, judged.some(({ judges }) => judges?.includes('door'))]).toEqual([4, false]);
  });

  it('WK6 counts as one party by its key where only one door key is given out', async () => {
    await open({ isStrict: true, isSignedOnly: true });
    expect([await work(one), await work(one), await work(two)]).toEqual([4, 0, 4]);
    await asked.done;
  });
});
