import { vectorRecord } from '@anchor/testkit/records';
import type { MatchRecord } from 'bg-record';
import { afterAll, describe, expect, it } from 'vitest';
import { setUpAnalysis } from '../../src/compose/threads-setup.ts';
import { jobsOf, judgedReport } from '../../src/domain/analysis/deep-report.ts';
import { fastReport } from '../../src/domain/analysis/fast-report.ts';
import { packResult } from '../../src/domain/analysis/packing.ts';
import { ThreadAnalyser } from '../../src/threads/thread-analyser.ts';
import { FakeLog } from '../support/fake-world.ts';

const engine = { engineId: 'engine-1', ply: 2 };
const record = vectorRecord('match-1-borne-off');

describe('an analyser in a thread', () => {
  const { analyser } = setUpAnalysis(new FakeLog());
  afterAll(() => analyser.stop());

  it('returns the same as the plain functions', async () => {
    const jobs = jobsOf(record, engine);
    const results = new Map(
      jobs.map(({ key }) => [
        key,
        {
          text: packResult({ plays: [], cube: { noDouble: 0, doubleTake: 0, doublePass: 1, action: 'x' } }),
          judges: null,
        },
      ]),
    );
    const answers = await Promise.all([
      analyser.fastReport(record),
      analyser.jobs(record, engine),
      analyser.deepReport(record, engine, results),
    ]);
    expect(answers[0].ok ? 'ok' : answers[0].message).toBe('ok');
    expect(answers[0].ok && answers[0].value === JSON.stringify(fastReport(record))).toBe(true);
    expect(answers[1]).toEqual({ ok: true, value: jobs });
    // These results have no evaluations.
    expect(() => judgedReport(record, engine, results)).toThrow('was not judged');
    expect(answers[2]).toMatchObject({
      ok: false,
      code: 'analysis-failed',
      message: expect.stringMatching('not judged'),
    });
  });
});

describe('a failing thread', () => {
  const log = new FakeLog();
  const script = { url: new URL('hostile-thread.mjs', import.meta.url) };
  const open = (timeoutMs: number) => new ThreadAnalyser({ script, log, timeoutMs, maxWaiting: 5 });
  const [hasty, patient] = [open(1_500), open(60_000)];
  afterAll(() => Promise.all([hasty.stop(), patient.stop()]));
  // The instructions that the hostile thread reads from a record.
  const order = (finalHash: string): MatchRecord => ({ ...record, finalHash });

  it.each([
    ['hang', 'analysis-late', hasty],
    ['throw', 'analysis-failed', patient],
    ['exit', 'analysis-failed', patient],
    ['eat', 'analysis-failed', patient],
    ['jobs', 'analysis-failed', patient],
  ])('fails only the task that made it %s', async (what, code, analyser) => {
    const [before, bad, after] = await Promise.all(
      [order('a'), order(what), order('b')].map((one) => analyser.fastReport(one)),
    );
    expect(before).toEqual({ ok: true, value: 'a' });
    expect(bad).toMatchObject({ ok: false, code });
    expect(after).toEqual({ ok: true, value: 'b' });
  });

  it('refuses excess tasks, and fails queued ones when it stops', async () => {
    const many = Array.from({ length: 8 }, () => patient.fastReport(order('hang')));
    expect(await many[7]).toMatchObject({ ok: false, code: 'analysis-busy' });
    await patient.stop();
    const codes = (await Promise.all(many)).map((answer) => (answer.ok ? 'ok' : answer.code));
    expect(codes).toEqual([...new Array(6).fill('analysis-failed'), 'analysis-busy', 'analysis-busy']);
    expect(await patient.fastReport(order('a'))).toMatchObject({ ok: false });
  });
});
