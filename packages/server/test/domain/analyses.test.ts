import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import type { Job, JobResult } from '@anchor/wire';
import { analysisReport } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { packResult } from '../../src/domain/analysis/packing.ts';
import { nextId } from '../storage/fixtures.ts';
import type { Asked } from '../support/analysis.ts';
import { type Harness, openHarness } from '../support/harness.ts';

const SECOND_MS = 1000;
const match = { length: 3, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };

/** Every play with different chances, and a cube evaluation for cube questions. */
function judge({ req }: Job): JobResult {
  const [first, second] = req.dice;
  if (first === 0) return { plays: [], cube: { noDouble: 0.4, doubleTake: 0.6, doublePass: 1, action: 'double-take' } };
  const plays = legalPlays(req.pos, 0, [first, second]).map(({ hops }, index) => ({
    hops: hops.map(([from, to]): [number, number] => [from, to]),
    equity: 0.5 - index / 100,
    probs: [0.6 - index / 1000, 0.1, 0, 0.1, 0] as [number, number, number, number, number],
  }));
  return { plays };
}

function arrive({ jobs, arrived }: Asked, from = 0, to = jobs.length): void {
  for (const job of jobs.slice(from, to)) arrived(job.key, packResult(judge(job)));
}

const read = (answer: { ok: boolean; value?: string }) => z.parse(analysisReport, JSON.parse(answer.value ?? 'null'));

describe('analyses', () => {
  let harness: Harness;
  const finish = async (record = randomRecord(7, match)) => {
    const { header, result } = record;
    await harness.store.matches.create(header);
    const rate = () => expect.fail('rated');
    const unrated = { ...record, header: { ...header, rated: false }, result };
    await harness.store.matches.finish({
      record: unrated,
      finishedAt: harness.world.now(),
      diceCounts: [0, 0, 0, 0, 0, 0],
      rate,
    });
    return header.id;
  };
  /** Waits until the request reaches the evaluator. */
  const asked = async (count = 1) => {
    await expect.poll(() => harness.evaluator.asked.length, { interval: 1 }).toBe(count);
    return harness.evaluator.asked[count - 1]!;
  };
  beforeEach(async () => {
    harness = await openHarness();
  });
  afterEach(() => harness.close());

  it('do not exist for an unknown match, in either tier', async () => {
    const { analyses } = harness.service;
    for (const answer of [await analyses.fast(nextId()), await analyses.deep(nextId())])
      expect(answer).toMatchObject({ ok: false, code: 'no-such-match' });
    expect(analyses.counts).toEqual({ hits: 0, misses: 0, coalesced: 0, hitRate: 0 });
  });

  it('are computed once: concurrent requests share one, later ones and a restarted process read it from the storage', async () => {
    const id = await finish();
    const { analyses } = harness.service;
    const first = await Promise.all([analyses.fast(id), analyses.fast(id), analyses.fast(id)]);
    expect(new Set(first.map((answer) => answer.ok && answer.value)).size).toBe(1);
    expect(analyses.counts).toEqual({ hits: 0, misses: 1, coalesced: 2, hitRate: 0 });
    expect(await analyses.fast(id)).toEqual(first[0]);
    expect(analyses.counts).toEqual({ hits: 1, misses: 1, coalesced: 2, hitRate: 0.25 });
    harness = await harness.restart();
    expect(await harness.service.analyses.fast(id)).toEqual(first[0]);
    expect(harness.service.analyses.counts).toMatchObject({ hits: 1, misses: 0 });
  });

  it('of the deep tier resolve when all decisions are judged, and ask each question once', async () => {
    const id = await finish();
    const { analyses } = harness.service;
    const answers = [analyses.deep(id), analyses.deep(id)];
    const one = await asked();
    expect(new Set(one.jobs.map(({ key }) => key)).size).toBe(one.jobs.length);
    arrive(one);
    one.finish();
    const [answer, same] = await Promise.all(answers);
    expect(same).toEqual(answer);
    const report = read(answer!);
    expect(report).toMatchObject({
      engineId: 'engine-1',
      ply: 2,
      provisional: false,
      scoredIn: 'mwc-per-point',
      prNote: null,
    });
    expect(harness.evaluator.asked).toHaveLength(1);
    expect(analyses.counts).toMatchObject({ misses: 1, coalesced: 1 });
    expect(await analyses.deep(id)).toEqual(answer);
    expect(harness.alarms.takeDue(Number.POSITIVE_INFINITY)?.name.startsWith('analysis/') ?? false).toBe(false);
  });

  it('of the deep tier are answered 20 seconds after the last result, even if no worker ever came, and continue', async () => {
    const id = await finish();
    const answer = harness.service.analyses.deep(id);
    let isOver = false;
    void answer.then(() => (isOver = true));
    const one = await asked();
    await harness.pass(20 * SECOND_MS - 1);
    expect(isOver).toBe(false);
    arrive(one, 0, 1);
    await harness.pass(20 * SECOND_MS - 1);
    expect([isOver, one.isCancelled]).toEqual([false, false]);
    await harness.pass(1);
    expect(await answer).toMatchObject({
      ok: false,
      code: 'not-analysed',
      hint: expect.stringMatching(/no worker is connected for deep analysis.*remembered for a day/i),
      progress: { done: 1, wanted: one.jobs.length, running: false },
    });
    expect(one.isCancelled).toBe(false);
    // The next request joins, and queues again what the queue may have lost.
    const again = harness.service.analyses.deep(id);
    await expect.poll(() => one.again.length, { interval: 1 }).toBe(1);
    arrive(one, 1);
    one.finish();
    expect((await again).ok).toBe(true);
    expect(harness.evaluator.asked).toHaveLength(1);
  });

  it('JR5 of the deep tier are remembered over a restart, and made without another request', async () => {
    const [one, other] = [await finish(), await finish(randomRecord(8, match))];
    for (const id of [one, other]) void harness.service.analyses.deep(id, 1);
    await asked(2);
    await harness.pass(1);
    harness = await harness.restart();
    await asked(2);
    for (const each of harness.evaluator.asked) {
      arrive(each);
      each.finish();
    }
    for (const matchId of [one, other])
      await expect
        .poll(() => harness.store.annotations.read({ matchId, engineId: 'engine-1', ply: 2 }), { timeout: 30_000 })
        .not.toBeNull();
    harness = await harness.restart();
    await harness.service.analyses.stop();
    expect(harness.evaluator.asked).toEqual([]);
  });

  it('JR6 of the deep tier are forgotten a day after the last request', async () => {
    const id = await finish();
    void harness.service.analyses.deep(id, 1);
    await asked();
    harness = await harness.restart(24 * 3_600_000);
    await harness.service.analyses.stop();
    expect(harness.evaluator.asked).toEqual([]);
  });

  it('JR6a of the deep tier are remembered for another day when they are requested again', async () => {
    const id = await finish();
    const HOUR_MS = 3_600_000;
    void harness.service.analyses.deep(id, 1);
    const one = await asked();
    await harness.pass(23 * HOUR_MS);
    void harness.service.analyses.deep(id, 1);
    await expect.poll(() => one.again.map(({ until }) => until)).toEqual([harness.world.now() + 24 * HOUR_MS]);
    await harness.pass(23 * HOUR_MS);
    expect(one.isCancelled).toBe(false);
    await harness.pass(2 * HOUR_MS);
    await expect.poll(() => one.isCancelled).toBe(true);
    // The next request starts again.
    void harness.service.analyses.deep(id, 1);
    await asked(2);
  });

  it('JR7 of the deep tier are limited per asker, with a code, and those of others are not', async () => {
    const { analyses } = harness.service;
    const ids = [];
    for (const name of ['match-7', 'money-beaver', 'match-1-borne-off', 'bot', 'forfeit-time'])
      ids.push(await finish(vectorRecord(name)));
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
    for (const [index, id] of [first, second, third].entries()) {
      void analyses.deep(id, 1, 'greedy');
      await asked(index + 1);
    }
    expect(await analyses.deep(fourth, 1, 'greedy')).toMatchObject({ ok: false, code: 'analysis-limit' });
    void analyses.deep(fifth, 1, 'modest');
    await asked(4);
    const one = harness.evaluator.asked[0]!;
    arrive(one);
    one.finish();
    expect((await analyses.deep(first)).ok).toBe(true);
    void analyses.deep(fourth, 1, 'greedy');
    await asked(5);
  });

  it.each([0, 1])(
    'JR25 of the deep tier have a hint with the same first sentence in all cases, with %i workers',
    async (workers) => {
      await harness.close();
      harness = await openHarness({ workers });
      const { analyses } = harness.service;
      const START = 'No worker is connected for deep analysis, or none is free. ';
      const hintOf = async (answer: ReturnType<typeof analyses.deep>) => {
        const analysed = await answer;
        if (analysed.ok) return expect.fail('a report');
        expect(analysed.hint.slice(0, START.length)).toBe(START);
        return analysed.hint.slice(START.length);
      };
      const ids = [];
      for (const name of ['match-7', 'money-beaver', 'match-1-borne-off', 'bot'])
        ids.push(await finish(vectorRecord(name)));
      const [first = '', second = '', third = '', fourth = ''] = ids;
      const hasty = analyses.deep(first, 5 * SECOND_MS, 'asker');
      const patient = analyses.deep(first, null, 'asker');
      await asked();
      await harness.pass(5 * SECOND_MS);
      const isMoving = await hintOf(hasty);
      await harness.pass(15 * SECOND_MS);
      const isStanding = await hintOf(patient);
      const kept = 'The request is remembered for a day; the finished part is kept.';
      expect([isMoving, isStanding]).toEqual(
        workers === 0
          ? [kept, kept]
          : [`Workers are judging this match. ${kept}`, `Workers are connected, but busy with other matches. ${kept}`],
      );
      for (const id of [second, third]) void analyses.deep(id, 1, 'asker');
      await asked(3);
      expect(await hintOf(analyses.deep(fourth, 1, 'asker'))).toMatch(/^The service remembers 3 requests /);
      expect(await analyses.deep(nextId())).toMatchObject({
        code: 'no-such-match',
        hint: expect.stringMatching(/^Only /),
      });
    },
  );

  it('of the deep tier report their progress on timeout, and continue', async () => {
    const id = await finish();
    const patient = harness.service.analyses.deep(id);
    const hasty = harness.service.analyses.deep(id, 5 * SECOND_MS);
    const one = await asked();
    arrive(one, 0, 3);
    await harness.pass(5 * SECOND_MS);
    expect(await hasty).toMatchObject({ ok: false, progress: { done: 3, wanted: one.jobs.length, running: true } });
    arrive(one);
    one.finish();
    expect((await patient).ok).toBe(true);
    expect(await harness.service.analyses.deep(id, 5 * SECOND_MS)).toEqual(await patient);
    expect(harness.alarms.takeDue(Number.POSITIVE_INFINITY)?.name.startsWith('analysis/') ?? false).toBe(false);
  });

  it('reject when the evaluator fails', async () => {
    const failing = harness.service.analyses.deep(await finish());
    (await asked()).fail(new Error('the queue is broken'));
    await expect(failing).rejects.toThrow('the queue is broken');
  });

  it('JR21 that cannot be queued reject for their asker, end no process, and are tried again', async () => {
    const id = await finish();
    harness.evaluator.broken = new Error('the database is away');
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    await expect(harness.service.analyses.deep(id)).rejects.toThrow('the database is away');
    // Node reports a rejection that nothing handles when the microtasks of its turn have run.
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    harness.evaluator.broken = null;
    await harness.pass(60 * SECOND_MS);
    const again = await asked(2);
    arrive(again);
    again.finish();
    expect((await harness.service.analyses.deep(id)).ok).toBe(true);
  });

  it('JR22 stop in order while the storage is away, and leave their requests to others', async () => {
    await harness.close();
    let isAway = false;
    const away = () => Promise.reject(new Error('the database is away'));
    harness = await openHarness({
      wrap: (store) => {
        const release = (owner: string | null) => (isAway ? away() : store.deepQueue.release(owner));
        return { ...store, deepQueue: { ...store.deepQueue, release } };
      },
    });
    void harness.service.analyses.deep(await finish(), 1);
    await asked();
    isAway = true;
    await harness.service.analyses.stop();
    isAway = false;
    expect(harness.log.errors).toEqual([expect.stringContaining('the database is away')]);
    harness = await harness.restart(60 * SECOND_MS);
    await asked();
  });

  it('stop when the service stops, even those that have just begun', async () => {
    const [one, other] = [await finish(), await finish(randomRecord(8, match))];
    const answer = harness.service.analyses.deep(one);
    await asked();
    const late = harness.service.analyses.deep(other);
    await harness.service.analyses.stop();
    for (const each of [await answer, await late]) expect(each).toMatchObject({ ok: false, code: 'not-analysed' });
    expect(harness.evaluator.asked.every(({ isCancelled }) => isCancelled)).toBe(true);
  });

  it('need no worker for a match without decisions', async () => {
    const id = await finish(vectorRecord('shortest'));
    const answer = harness.service.analyses.deep(id);
    const one = await asked();
    expect(one.jobs).toEqual([]);
    one.finish();
    const report = read(await answer);
    expect(report.players.map(({ decisions, pr }) => [decisions, pr])).toEqual([
      [0, null],
      [0, null],
    ]);
  });
});
