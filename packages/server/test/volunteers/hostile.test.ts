import { type Job, workerStatus } from '@anchor/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import { LEASE_MS } from '../../src/domain/analysis/queue/job-life.ts';
import { sendRaw } from '../http/kit.ts';
import { ENGINE, honestResult, jobsFor } from './engine.ts';
import { honestResults, KEY, startWorkerServer, type WorkerServer } from './server.ts';

const JOBS = jobsFor(12);
const MARS = { 'x-worker-key': 'the key of the Martians' };

let server: WorkerServer;
let asked: ReturnType<WorkerServer['queue']['ask']>;

async function open(isStrict: boolean) {
  server = await startWorkerServer({ isStrict });
  asked = server.queue.ask('match', JOBS);
  await server.queue.settled();
}
afterEach(() => server.stop());

/** Checks that nothing hostile is in the cache, and that honest workers can finish everything. */
async function expectHonestWorkGoesOn(workers: readonly string[] = ['honest']) {
  expect(await server.cached(JOBS)).toEqual([]);
  expect(asked.arrived.size).toBe(0);
  server.queue.pass(LEASE_MS);
  for (const worker of workers) await server.work(worker);
  await asked.done;
  expect([...asked.arrived].toSorted()).toEqual(JOBS.map(({ key }) => key).toSorted());
  for (const [key, text] of await server.evaluations.read([...asked.arrived]))
    expect(unpackResult(text)?.plays).toEqual(honestOf(key).plays);
  expect(await server.cached(JOBS)).toHaveLength(JOBS.length);
  expect(server.http.reported).toEqual([]);
}
const honestOf = (key: string) => honestResult(JOBS.find((job) => job.key === key) ?? JOBS[0]!);

describe('a hostile worker', () => {
  beforeEach(() => open(false));

  const lies: readonly [string, (job: Job) => unknown, string][] = [
    ['an illegal play', (job) => changed(job, { hops: [[24, 4]] }), 'illegal-play'],
    ['a play that leaves dice', (job) => changed(job, { hops: [[8, 5]] }), 'illegal-play'],
    ['five hops', (job) => changed(job, { hops: Array(5).fill([6, 5]) }), 'bad-hops'],
    ['NaN as a text', (job) => changed(job, { equity: 'NaN' }), 'bad-equity'],
    ['an equity out of range', (job) => changed(job, { equity: 4.5 }), 'bad-equity'],
    ['chances of more than 1', (job) => changed(job, { probs: [2, 0, 0, 0, 0] }), 'bad-probs'],
    ['chances that contradict', (job) => changed(job, { probs: [0.2, 0.9, 0, 0, 0] }), 'bad-probs'],
    ['a set that is not complete', (job) => ({ plays: honestResult(job).plays.slice(0, -1) }), 'missing-play'],
    ['a play twice', (job) => ({ plays: [...honestResult(job).plays, honestResult(job).plays[0]] }), 'duplicate-play'],
    ['nothing', () => null, 'malformed'],
    ['a list', () => [[[]]], 'malformed'],
    ['a prototype', () => JSON.parse('{"__proto__":{"plays":[]}}'), 'malformed'],
    ['more plays than there can be', (job) => ({ plays: Array(1025).fill(honestResult(job).plays[0]) }), 'malformed'],
  ];
  it.each(lies)('sends %s: refused, with a reason', async (_, lie, reason) => {
    const { token, jobs } = await server.lease('liar', 3);
    const results = jobs.map((job) => ({ key: job.key, result: lie(job) }));
    const answer = await server.post('/worker/submit', { token, workerId: 'liar', results });
    expect(await answer.json()).toEqual({ ok: true, accepted: 0, ignored: 3 });
    expect(answer.headers.get('x-refused')).toBe(reason);
    await expectHonestWorkGoesOn();
    expect((await server.queue.status()).rejected).toBe(3);
  });

  it('hides a lie among honest results: only the lie is refused, and can be corrected', async () => {
    const { token, jobs } = await server.lease('liar', 3);
    const results = honestResults(jobs);
    const lie = { ...results[1]!, result: changed(jobs[1]!, { equity: 'NaN' }) };
    const first = await server.submit({ token, workerId: 'liar', results: [results[0], lie, results[2]] });
    expect(first).toEqual({ ok: true, accepted: 2, ignored: 1 });
    expect((await server.cached(JOBS)).toSorted()).toEqual([jobs[0]!.key, jobs[2]!.key].toSorted());
    expect(await server.submit({ token, workerId: 'liar', results: [results[1]] })).toEqual({ ok: true, accepted: 1 });
  });

  it('answers jobs that it does not hold, that do not exist, or that it has answered', async () => {
    const { token, jobs } = await server.lease('liar', 2);
    const others = JOBS.filter(({ key }) => !jobs.some((job) => job.key === key));
    const [unasked] = jobsFor(40).slice(-1);
    const results = [...honestResults([others[0]!, unasked!]), { key: '__proto__', result: honestOf('') }];
    const body = { token, workerId: 'liar', results };
    expect(await server.submit(body)).toEqual({ ok: true, accepted: 0, ignored: 3 });
    expect(await server.cached([unasked!])).toEqual([]);
    await expectHonestWorkGoesOn();
  });

  it('answers one job three times at once: one answer is accepted', async () => {
    const { token, jobs } = await server.lease('liar', 2);
    const [one] = honestResults(jobs);
    const answer = await server.submit({ token, workerId: 'liar', results: [one, one, one] });
    expect(answer).toEqual({ ok: true, accepted: 1, ignored: 2 });
    const again = await server.submit({ token, workerId: 'liar', results: [one] });
    expect(again).toEqual({ ok: true, accepted: 0, ignored: 1 });
  });

  it('uses another worker’s token, or its own token with another id', async () => {
    const { token, jobs } = await server.lease('honest', 4);
    const results = honestResults(jobs);
    for (const workerId of ['liar', 'honest ', 'HONEST'])
      expect(await server.submit({ token, workerId, results })).toEqual({ ok: false, error: expect.any(String) });
    for (const wrong of ['', 'x', token.toUpperCase(), '00000000-0000-4000-8000-000000000000'])
      expect(await server.submit({ token: wrong, workerId: 'honest', results })).toMatchObject({ ok: false });
    await expectHonestWorkGoesOn();
  });

  it('comes late: a millisecond before the end is in time, the end is not', async () => {
    const [late, early] = [await server.lease('late', 2), await server.lease('early', 2)];
    server.queue.pass(LEASE_MS - 1);
    const inTime = { token: early.token, workerId: 'early', results: honestResults(early.jobs) };
    expect(await server.submit(inTime)).toEqual({ ok: true, accepted: 2 });
    server.queue.pass(1);
    const tooLate = { token: late.token, workerId: 'late', results: honestResults(late.jobs) };
    expect(await server.submit(tooLate)).toEqual({ ok: false, error: expect.stringContaining('over') });
    expect(await server.cached(late.jobs)).toEqual([]);
    expect((await server.lease('another', 64)).jobs.map(({ key }) => key)).toEqual(
      expect.arrayContaining(late.jobs.map(({ key }) => key)),
    );
  });

  it('never answers: after a minute other workers get its jobs, in the same order', async () => {
    const held = await server.lease('liar', 64);
    expect(held.jobs).toHaveLength(JOBS.length);
    expect(await server.acquire('honest')).toEqual({ jobs: [] });
    server.queue.pass(LEASE_MS);
    expect((await server.lease('honest', 64)).jobs).toEqual(held.jobs);
  });

  it('has no key, or a wrong one: its requests are not read', async () => {
    const { token, jobs } = await server.lease('honest', 2);
    const body = { token, workerId: 'honest', results: honestResults(jobs) };
    for (const headers of [MARS, {}, { 'x-worker-key': '' }, { 'x-worker-key': `${KEY} ${KEY}` }])
      for (const path of ['/worker/acquire', '/worker/submit'])
        for (const sent of [body, 'no JSON at all']) {
          const answer = await server.post(path, sent, headers);
          expect([answer.status, await answer.json()]).toEqual([401, { error: expect.any(String) }]);
        }
    await expectHonestWorkGoesOn();
  });

  it('H7d sends invalid bodies: a submission is 200 with `ok: false`, a request for jobs is 400', async () => {
    const good = { engineId: ENGINE.engineId, workerId: 'liar' };
    const wrong = { token: 'x', workerId: 'liar', results: [] };
    const bodies: readonly (readonly [string, unknown])[] = [
      ...['', '[]', 'null', '{"engineId":', '5'].map((body) => ['/worker/acquire', body] as const),
      ...[0, -1, 1.5, '8', null, true].map((count) => ['/worker/acquire', { ...good, count }] as const),
      ...['', 'x'.repeat(65), 'a\nb', 5, null].map((workerId) => ['/worker/acquire', { ...good, workerId }] as const),
      ...['', '<b>', 'x'.repeat(65), null].map((engineId) => ['/worker/acquire', { ...good, engineId }] as const),
      ...['', 'x'.repeat(65)].map((workerId) => ['/worker/submit', { ...wrong, workerId }] as const),
      ['/worker/submit', { ...wrong, results: {} }],
      ['/worker/submit', { ...wrong, results: [null] }],
      ['/worker/submit', { ...wrong, results: Array(65).fill({ key: 'x', result: {} }) }],
      ...['', '[]', 'null', '{"token":', '5'].map((body) => ['/worker/submit', body] as const),
      ...[5, null, 'x'.repeat(65), 'x'.repeat(100)].map((token) => ['/worker/submit', { ...wrong, token }] as const),
      ['/worker/submit', { ...wrong, results: [{ key: 5, result: {} }] }],
      ['/worker/submit', `{"token":"x","workerId":"liar","results":[],"more":${'['.repeat(9)}${']'.repeat(9)}}`],
    ];
    for (const [path, body] of bodies) {
      const answer = await server.post(path, body);
      const error = expect.stringContaining('documented shape');
      expect([answer.status, await answer.json()], JSON.stringify(body)).toEqual(
        path === '/worker/acquire' ? [400, { error }] : [200, { ok: false, error }],
      );
    }
    await expectHonestWorkGoesOn();
  });

  it('sends an endless body', async () => {
    const { token, jobs } = await server.lease('liar', 1);
    const body = JSON.stringify({
      token,
      workerId: 'liar',
      results: honestResults(jobs),
      more: 'x'.repeat(1024 * 1024),
    });
    const answer = await server.post('/worker/submit', body);
    expect(answer.status).toBe(413);
    const head = `POST /worker/submit HTTP/1.1\r\nhost: x\r\nx-worker-key: ${KEY}\r\ncontent-length: 999999999\r\n\r\n`;
    expect(await sendRaw(server.http.port, head, '{"token":')).toMatch(/^HTTP\/1.1 413 /);
    await expectHonestWorkGoesOn();
  });

  it('requests work for another engine, and gets none', async () => {
    const answer = await server.post('/worker/acquire', { engineId: 'other-1.0', workerId: 'liar' });
    expect(await answer.json()).toEqual({ jobs: [] });
    await expectHonestWorkGoesOn();
  });

  it('is counted, and sees only positions', async () => {
    const { jobs } = await server.lease('liar', 1);
    expect(Object.keys(jobs[0]!).toSorted()).toEqual(['engineId', 'key', 'ply', 'req']);
    expect(JSON.stringify(jobs)).not.toMatch(/match"|player|pub/);
    expect(workerStatus.parse(await (await server.http.get('/worker/status')).json()).volunteers).toBe(true);
    expect(await server.queue.queue.count()).toEqual({ depth: JOBS.length, leased: 1 });
  });
});

describe('a hostile worker in strict mode', () => {
  beforeEach(() => open(true));

  it('gives the same opinion twice: it counts once, and the worker never gets the job again', async () => {
    const { token, jobs } = await server.lease('liar', 64);
    const results = honestResults(jobs);
    expect(await server.submit({ token, workerId: 'liar', results })).toEqual({ ok: true, accepted: JOBS.length });
    expect(await server.submit({ token, workerId: 'liar', results })).toMatchObject({ ok: false });
    for (let n = 0; n < 3; n++) {
      expect(await server.acquire('liar', 64)).toEqual({ jobs: [] });
      server.queue.pass(LEASE_MS);
    }
    await expectHonestWorkGoesOn();
  });

  it('gives an opinion and comes back after another request: it still counts once', async () => {
    const { token, jobs } = await server.lease('liar', 64);
    await server.submit({ token, workerId: 'liar', results: honestResults(jobs) });
    asked.cancel();
    await server.queue.settled();
    asked = server.queue.ask('match', JOBS);
    await server.queue.settled();
    expect(await server.acquire('liar', 64)).toEqual({ jobs: [] });
    await expectHonestWorkGoesOn();
  });

  it('gives a possible but wrong answer: two honest workers outvote it', async () => {
    const { token, jobs } = await server.lease('liar', 64);
    const results = jobs.map((job) => ({ key: job.key, result: { plays: honestResult(job).plays.toReversed() } }));
    expect(await server.submit({ token, workerId: 'liar', results })).toMatchObject({ ok: true });
    await expectHonestWorkGoesOn(['honest', 'honest too']);
  });

  it('agrees on equities but not on chances, which decide in match play: that is no agreement', async () => {
    const { token, jobs } = await server.lease('liar', 64);
    const results = jobs.map((job) => ({ key: job.key, result: withShiftedChances(job) }));
    expect(await server.submit({ token, workerId: 'liar', results })).toEqual({ ok: true, accepted: JOBS.length });
    await expectHonestWorkGoesOn(['honest', 'honest too']);
  });

  it('and four others disagree: the job is dropped, and starts again when it is requested again', async () => {
    const [job] = JOBS;
    const { plays } = honestResult(job!);
    for (let n = 0; n < 5; n++) {
      const { token, jobs } = await server.lease(`liar ${n}`, 64);
      const [best] = plays.slice(n);
      const result = { plays: [best, ...plays.filter((play) => play !== best)] };
      const results = jobs.filter(({ key }) => key === job?.key).map(({ key }) => ({ key, result }));
      expect(await server.submit({ token, workerId: `liar ${n}`, results })).toEqual({ ok: true, accepted: 1 });
      server.queue.pass(LEASE_MS);
    }
    expect(await server.queue.status()).toMatchObject({ dropped: 1, served: 0 });
    asked.cancel();
    await server.queue.settled();
    asked = server.queue.ask('match', JOBS);
    await server.queue.settled();
    await expectHonestWorkGoesOn(['honest', 'honest too']);
  });
});

function changed(job: Job, change: object) {
  const { plays } = honestResult(job);
  return { plays: [{ ...plays[0], ...change }, ...plays.slice(1)] };
}

/** Fewer wins but more gammons: the same equity. */
function withShiftedChances(job: Job) {
  const { plays } = honestResult(job);
  const shifted = plays.map((play) => {
    const [w, wg, wb, lg, lb] = play.probs ?? [0, 0, 0, 0, 0];
    return { ...play, probs: [w - 0.03, wg + 0.06, wb, lg, lb] };
  });
  return { plays: shifted.map((play, index) => ((play.probs[1] ?? 0) < (play.probs[0] ?? 0) ? play : plays[index])) };
}
