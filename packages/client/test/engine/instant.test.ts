import { courseOf, isForced, type PlayDecision } from '@anchor/analysis';
import { recompute } from '@anchor/testkit/recompute';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { type AnalysisReport, analysisReport, type PlayRow } from '@anchor/wire';
import { equityOf, evaluate } from 'bg-engine';
import type { MatchRecord } from 'bg-record';
import { applyPlay, type Hop, opponent } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { reviewAtOnce } from '../../src/engine/instant.ts';

const money = { length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const records = [
  ...['match-3-crawford', 'money-beaver', 'dance', 'shortest'].map(vectorRecord),
  randomRecord(1, match),
  randomRecord(2, money),
];

function decisionsOf(record: MatchRecord): PlayDecision[] {
  const plays = courseOf(record).decisions.filter((one) => one.kind === 'play');
  return plays.filter((one) => !isForced(one));
}

const rowsOf = (report: AnalysisReport) =>
  report.moves.filter((row): row is PlayRow => row.kind === 'play' && !row.forced);

/** Returns the net’s evaluation of a play at this depth. */
function looked({ state, player, dice }: PlayDecision, hops: readonly Hop[], ply: 0 | 1): number {
  const reached = applyPlay(state.position, player, dice, hops);
  if (!reached.ok) throw new Error(reached.message);
  return -equityOf(evaluate({ position: reached.value, onRoll: opponent(player) }, { ply }));
}

describe.each(records.map((record) => [record.header.id, record] as const))('the estimate of %s', (_, record) => {
  const steps: [number, number][] = [];
  const report = reviewAtOnce(record, (done, wanted) => steps.push([done, wanted]));
  const decisions = decisionsOf(record);

  test('IR1 has the shape of a report, and claims only to be an estimate', () => {
    expect(analysisReport.parse(structuredClone(report))).toEqual(report);
    expect(report).toMatchObject({ engineId: 'anchor-net-1.1', provisional: true });
    expect(report.prNote).toContain('estimate');
    expect(report.players.map(({ pr }) => pr)).toEqual([null, null]);
    expect(report.scoredIn).toBe(record.header.length === 0 ? 'equity' : 'mwc-per-point');
    expect(report.totals.decisions).toBe(decisions.length);
  });

  test('IR2 agrees with an independent calculation', () => {
    for (const [index, row] of rowsOf(report).entries()) {
      const { postCrawford } = decisions[index]!.state;
      const spot = { header: record.header, row, postCrawford };
      for (const candidate of row.best) {
        const judged = [row.best[0]!, candidate].map(({ hops, equity, probs }) => ({
          hops,
          equity: equity ?? 0,
          probs: probs ?? undefined,
        }));
        const known = recompute({ ...spot, row: { ...row, hops: candidate.hops } }, judged as never);
        expect(candidate.loss).toBeCloseTo(known.loss, 9);
        if (candidate.mwc !== null) expect(candidate.mwc).toBeCloseTo(known.made, 9);
      }
    }
  });

  test('IR3 compares the play made with a rival evaluated at the same depth', () => {
    for (const [index, row] of rowsOf(report).entries()) {
      const decision = decisions[index]!;
      const [best] = row.best;
      const made = row.best.find(({ hops }) => looked(decision, hops, 0) === looked(decision, row.hops, 0));
      const depthOf = (hops: readonly Hop[], equity: number | null) =>
        ([0, 1] as const).filter((ply) => Math.abs(looked(decision, hops, ply) - (equity ?? Number.NaN)) < 1e-9);
      const deepest = depthOf(best!.hops, best!.equity);
      expect(deepest.length).toBeGreaterThan(0);
      if (made) expect(depthOf(made.hops, made.equity).some((ply) => deepest.includes(ply))).toBe(true);
    }
  });

  test('IR4 reports progress that never decreases and ends complete', () => {
    const done = steps.map(([settled]) => settled);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(steps.every(([, wanted]) => wanted === decisions.length)).toBe(true);
    expect(done.at(-1)).toBe(decisions.length);
  });

  test('IR5 gives the same result when run again', () => {
    expect(reviewAtOnce(structuredClone(record))).toEqual(report);
  });
});

test('IR6 evaluates the cube as the doubler saw it, and adds nothing to the losses', () => {
  const report = reviewAtOnce(vectorRecord('money-beaver'));
  const cubes = report.moves.filter((row) => row.kind !== 'play');
  expect(cubes.length).toBeGreaterThan(1);
  for (const { evaluation } of cubes) expect(evaluation?.doublePass).toBe(1);
  const sum = rowsOf(report).reduce((total, { loss }) => total + loss, 0);
  expect(report.totals.loss).toBeCloseTo(sum, 12);
});
