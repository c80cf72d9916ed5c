import { randomInt } from 'node:crypto';
import type { Job } from '@anchor/wire';
import { describe, expect, it } from 'vitest';
import { checkResult } from '../../src/domain/analysis/queue/check-result.ts';
import { LEASE_MS } from '../../src/domain/analysis/queue/job-life.ts';
import { knownPuzzles } from '../../src/domain/puzzle/known-puzzles.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { FakeWorld } from '../support/fake-world.ts';
import { PUZZLES } from '../support/harness.ts';
import { honestResult, jobsFor } from './engine.ts';
import { openTestQueue } from './kit.ts';

const seed = process.env.SEED ?? String(randomInt(2 ** 31));
const engine = { engineId: 'gnubg-1.07', ply: 2 };
const bank = puzzleBank(PUZZLES);
const known = knownPuzzles(bank, engine);
const REAL = jobsFor(300, engine);
const real = new Set(REAL.map(({ key }) => key));

/** GNU Backgammon's evaluation of a puzzle, and the honest worker's of anything else. */
async function gnubg() {
  const answers = new Map((await known()).map((answer) => [answer().job.key, answer().plays]));
  return (job: Job) => {
    const plays = answers.get(job.key);
    return plays ? { plays } : honestResult(job);
  };
}

async function open(canaryPercent: number) {
  const queue = openTestQueue({ engine, bank, canaryPercent, world: new FakeWorld(seed) });
  queue.ask('m', REAL);
  await queue.settled();
  const lease = async (workerId: string, count = 64) => {
    const acquired = await queue.acquire(workerId, count, engine.engineId);
    return 'token' in acquired ? acquired : { token: '', jobs: [] };
  };
  return { ...queue, lease };
}
const canariesOf = (jobs: readonly Job[]) => jobs.filter(({ key }) => !real.has(key));

describe(`canaries (seed ${seed})`, () => {
  it('are the puzzles, each with an acceptable result', async () => {
    const answers = (await known()).map((answer) => answer());
    expect(answers.length).toBeGreaterThan(500);
    expect(new Set(answers.map(({ job }) => job.key)).size).toBe(answers.length);
    for (const { job, plays } of answers) {
      // The bank has five decimals, workers send six.
      const rounded = plays.map(({ hops, equity }) => ({ hops, equity }));
      expect(checkResult(job.req, { plays: rounded })).toEqual({ ok: true, value: { plays: rounded } });
    }
  });

  it('are unknown for another engine or depth', async () => {
    expect(await knownPuzzles(bank, { ...engine, ply: 3 })()).toEqual([]);
    expect(await knownPuzzles(bank, { ...engine, engineId: 'gnubg-1.08' })()).toEqual([]);
  });

  it('are not mixed in by default', async () => {
    const { lease } = await open(0);
    expect(canariesOf((await lease('w')).jobs)).toEqual([]);
  });

  it('are mixed in at the configured rate, and count as jobs of the lease', async () => {
    const { lease, pass } = await open(25);
    let canaries = 0;
    for (let n = 0; n < 20; n++) {
      const { jobs } = await lease('w');
      expect(jobs).toHaveLength(64);
      canaries += canariesOf(jobs).length;
      pass(LEASE_MS);
    }
    // 1280 jobs at 25 %: six standard deviations are 93.
    expect(Math.abs(canaries - 320)).toBeLessThan(93);
  });

  it('are also given to workers that take one job at a time, but to none when there is no work', async () => {
    const { lease, ask } = await open(50);
    const singles = await Promise.all(Array.from({ length: 40 }, (_, n) => lease(`w${n}`, 1)));
    expect(singles.every(({ jobs }) => jobs.length === 1)).toBe(true);
    expect(singles.some(({ jobs }) => canariesOf(jobs).length === 1)).toBe(true);
    const idle = openTestQueue({ engine, bank, canaryPercent: 50 });
    for (let n = 0; n < 10; n++) expect(await idle.acquire('w', 1, engine.engineId)).toEqual({ jobs: [] });
    expect(ask).toBeDefined();
  });

  it('with right answers let all results through, and store none themselves', async () => {
    const queue = await open(25);
    const answer = await gnubg();
    const { token, jobs } = await queue.lease('honest');
    const canaries = canariesOf(jobs);
    expect(canaries.length).toBeGreaterThan(0);
    const results = jobs.map((job) => ({ key: job.key, result: withoutRounding(answer(job)) }));
    const first = results.slice(0, 32);
    const submit = (some: typeof results) => queue.workerApi.submit({ token, workerId: 'honest', results: some });
    const twice = await submit([...first, ...first]);
    expect(twice.answer).toEqual({ ok: true, accepted: 32, ignored: 32 });
    const receipt = await submit(results.slice(32));
    expect(receipt.answer).toEqual({ ok: true, accepted: jobs.length - 32 });
    expect(queue.evaluations.rows.size).toBe(jobs.length - canaries.length);
    expect((await queue.status()).canaries).toMatchObject({ missed: 0, ignoredWorkers: 0 });
  });

  it('with a wrong answer end the trust in a worker: all its results are refused from then on, and others continue', async () => {
    const queue = await open(25);
    const { token, jobs } = await queue.lease('liar');
    const canaries = canariesOf(jobs);
    expect(canaries.length).toBeGreaterThan(0);
    const another = await queue.lease('liar', 8);
    const results = jobs.map((job) => ({ key: job.key, result: { plays: honestResult(job).plays } }));
    const said = await queue.workerApi.submit({ token, workerId: 'liar', results });
    expect(said.answer).toMatchObject({ ok: false, error: expect.stringContaining('known') });
    const { token: other, jobs: others } = another;
    const later = others.map((job) => ({ key: job.key, result: honestResult(job) }));
    const refused = await queue.workerApi.submit({ token: other, workerId: 'liar', results: later });
    expect(refused.answer).toMatchObject({ ok: false });
    expect(queue.evaluations.rows.size).toBe(0);
    expect(await queue.acquire('liar', 8, engine.engineId)).toEqual({ jobs: [] });
    expect(await queue.queue.count()).toEqual({ depth: REAL.length, leased: 0 });
    expect(await queue.status()).toMatchObject({
      rejected: jobs.length + others.length,
      canaries: { checked: canaries.length, missed: canaries.length, ignoredWorkers: 1 },
    });
    expect((await queue.lease('honest')).jobs).toHaveLength(64);
  });

  it('that cannot be read do not stop the work', async () => {
    const queue = openTestQueue({ engine, bank: async () => Promise.reject(new Error('no bank')), canaryPercent: 50 });
    queue.ask('m', REAL);
    await queue.settled();
    const { jobs } = await queue.acquire('w', 64, engine.engineId);
    expect(jobs.length).toBeGreaterThan(0);
    expect(canariesOf(jobs)).toEqual([]);
    expect(queue.log.errors).toHaveLength(1);
  });
});

/** The chances of the bank have five decimals, a worker's have more. */
function withoutRounding({
  plays,
}: {
  readonly plays: readonly { readonly hops: unknown; readonly equity: number }[];
}) {
  return { plays: plays.map(({ hops, equity }) => ({ hops, equity })) };
}
