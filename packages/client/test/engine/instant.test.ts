import { courseOf, isForced, type PlayDecision } from '@anchor/analysis';
import { cubeEquities } from '@anchor/testkit/equities';
import { recompute } from '@anchor/testkit/recompute';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { type AnalysisReport, analysisReport, type PlayRow } from '@anchor/wire';
import {
  accelerate,
  answerBeaver,
  answerDouble,
  connectEngine,
  decideDouble,
  equityOf,
  evaluate,
  rank,
  SharedEngine,
  serveEngine,
} from 'bg-engine';
import { type MatchRecord, stepsOf, toMat, toSgf } from 'bg-record';
import { parseMat, parseSgf } from 'bg-record/import';
import { applyPlay, type Hop, matchFrom, opponent, options, parseXgid, situationOf } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { answer } from '../../src/engine/answer.ts';
import { type Estimate, type Judge, judgeCubes, reviewAtOnce, reviewImport } from '../../src/engine/instant.ts';

/** Engines that answer questions in their order, as threads do. */
function sharedBy(count: number) {
  const engine = new SharedEngine();
  const channels = Array.from({ length: count }, () => new MessageChannel());
  for (const { port1, port2 } of channels) {
    serveEngine(port2);
    engine.add(connectEngine(port1));
  }
  return { engine, close: () => channels.map(({ port1 }) => port1.close()) };
}

/** Points per decision. */
const ORACLE_LIMIT = 0.02;

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
function looked({ state, player, dice }: PlayDecision, hops: readonly Hop[], ply: 0 | 1 | 2): number {
  const reached = applyPlay(state.position, player, dice, hops);
  if (!reached.ok) throw new Error(reached.message);
  return -equityOf(evaluate({ position: reached.value, onRoll: opponent(player) }, { ply }));
}

// The reviews are the same in plain code; other tests compare the two.
accelerate();

describe.each(records.map((record) => [record.header.id, record] as const))('the estimate of %s', async (_, record) => {
  const steps: [number, number][] = [];
  const estimate = await reviewAtOnce(record, (done, wanted) => steps.push([done, wanted]));
  const { report, cubes } = estimate;
  const decisions = decisionsOf(record);

  test('IR1 has the shape of a report, and claims only to be an estimate', () => {
    expect(analysisReport.parse(structuredClone(report))).toEqual(report);
    expect(report).toMatchObject({ engineId: 'anchor-net-3', provisional: true });
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

  test('IR3 judges the best play and the play that was made two rolls ahead', () => {
    for (const [index, row] of rowsOf(report).entries()) {
      const decision = decisions[index]!;
      const [best] = row.best;
      expect(best!.equity).toBeCloseTo(looked(decision, best!.hops, 2), 12);
      const made = row.best.find(({ hops }) => looked(decision, hops, 0) === looked(decision, row.hops, 0));
      if (made) expect(made.equity).toBeCloseTo(looked(decision, row.hops, 2), 12);
      if (row.loss === 0) expect(looked(decision, row.hops, 2)).toBeCloseTo(best!.equity!, 12);
    }
  });

  test('IR4 reports progress that never decreases and ends complete', () => {
    const done = steps.map(([settled]) => settled);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    const wanted = steps[0]![1];
    expect(wanted).toBeGreaterThanOrEqual(decisions.length + cubes.length);
    expect(steps.every(([, one]) => one === wanted)).toBe(true);
    expect(done.at(-1)).toBe(wanted);
  });

  test('IR5 gives the same result when run again, and by any number of threads', async () => {
    expect(await reviewAtOnce(structuredClone(record))).toEqual(estimate);
    for (const count of [1, 3]) {
      const shared = sharedBy(count);
      expect(await reviewAtOnce(record, undefined, shared.engine)).toEqual(estimate);
      shared.close();
    }
  });

  test('IR7 judges every cube action, and every roll before which a double could have gained something', () => {
    const expected = stepsOf(record).flatMap(({ n, action, before }) => {
      if (['double', 'take', 'pass', 'beaver'].includes(action.type)) return [[n, action.type]];
      if (action.type !== 'roll' || !options(before).actions.includes('double')) return [];
      return decideDouble(situationOf(before), { ply: 0 }) ? [[n, 'roll']] : [];
    });
    expect(cubes.map(({ n, kind }) => [n, kind])).toEqual(expected);
  });

  test('IR8 counts for a decision about the cube what the engine’s own choice would have gained', () => {
    const before = new Map(stepsOf(record).map((step) => [step.n, step.before]));
    const reported = new Map(
      report.moves.flatMap((row) => (row.kind === 'play' ? [] : [[row.n, row.evaluation] as const])),
    );
    for (const { n, kind, evaluation, ply, loss, tag, game, p } of cubes) {
      const state = before.get(n)!;
      expect({ game, p }).toEqual({ game: state.game, p: state.toAct });
      expect(ply).toBe(2);
      expect(evaluation).toEqual(kind === 'roll' ? evaluation : reported.get(n));
      if (tag) expect(loss).toBeGreaterThanOrEqual(0.02);
      const situation = situationOf(state);
      if (kind === 'roll') {
        const own = decideDouble(situation, { ply })!;
        expect(evaluation).toMatchObject({ noDouble: own.noDouble, doubleTake: own.doubleTake });
        expect(loss > 0).toBe(own.action.startsWith('double'));
      } else if (kind === 'double') {
        const own = decideDouble(situation, { ply, evenIfPointless: true })!;
        if (loss > 0) expect(own.action).not.toMatch(/^double/);
        if (own.action.startsWith('double')) expect(loss).toBe(0);
      } else if (state.phase === 'double') expect(loss === 0).toBe(answerDouble(situation, { ply }) === kind);
      else expect(loss === 0).toBe(answerBeaver(situation, { ply }) === kind);
    }
  });
});

test('IR9 loses little by GNU Backgammon’s own figures for 66 decisions about the cube', async () => {
  const lost: number[] = [];
  for (const [n, { xgid, noDouble, doubleTake, optimal }] of cubeEquities().entries()) {
    const read = parseXgid(xgid);
    if (!read.ok) throw new Error(read.message);
    const state = matchFrom(read.value);
    const doubling = { player: read.value.onRoll, state };
    const [judged] = await judgeCubes([{ kind: 'roll', n, player: read.value.onRoll, state, doubling }]);
    const isDouble = judged !== undefined && judged.loss > 0;
    lost.push(Math.max(0, optimal - (isDouble ? Math.min(doubleTake, 1) : noDouble)));
  }
  const mean = lost.reduce((sum, one) => sum + one, 0) / lost.length;
  expect(lost).toHaveLength(66);
  expect(mean).toBeLessThan(ORACLE_LIMIT);
});

test('IR10 asks one question for a decision about the cube, and about one more for a play, whatever the record', async () => {
  for (const record of records) {
    const { decisions, rolls } = courseOf(record);
    const asked = { rank: 0, evaluate: 0, decideDouble: 0 };
    const counting: Judge = {
      async rank(...given) {
        asked.rank++;
        return rank(...given);
      },
      async evaluate(...given) {
        asked.evaluate++;
        return evaluate(...given);
      },
      async decideDouble(...given) {
        asked.decideDouble++;
        return decideDouble(...given);
      },
    };
    await reviewAtOnce(record, undefined, counting);
    expect(asked.rank).toBe(decisionsOf(record).length);
    expect(asked.evaluate).toBeLessThanOrEqual(2 * asked.rank);
    expect(asked.decideDouble).toBeLessThanOrEqual(decisions.length + rolls.length);
  }
});

test('IR6 evaluates the cube as the doubler saw it, and adds nothing to the losses of the report', async () => {
  const { report } = await reviewAtOnce(vectorRecord('money-beaver'));
  const cubes = report.moves.filter((row) => row.kind !== 'play');
  expect(cubes.length).toBeGreaterThan(1);
  for (const { evaluation } of cubes) expect(evaluation?.doublePass).toBe(1);
  const sum = rowsOf(report).reduce((total, { loss }) => total + loss, 0);
  expect(report.totals.loss).toBeCloseTo(sum, 12);
});

describe('IR11 a match from a file is reviewed like the record that was exported', () => {
  const told = ({ report, cubes }: Estimate) => ({
    rows: report.moves.map((row) => {
      const { kind, p, game, score, cube, crawford } = row;
      const costs =
        row.kind === 'play'
          ? { forced: row.forced, rank: row.rank, of: row.of, loss: row.loss, tag: row.tag }
          : row.evaluation;
      return { kind, p, game, score, cube, crawford, costs };
    }),
    cubes: cubes.map(({ n: _, ...one }) => one),
    scoredIn: report.scoredIn,
  });

  test('a match that is too long for the tables is refused with a code', async () => {
    const text = toMat(vectorRecord('match-7')).replace('7 point match', '31 point match');
    const read = parseMat(text);
    if (!read.ok) throw new Error(read.message);
    expect(await answer({ kind: 'review-import', match: read.value[0]! }, () => undefined)).toEqual({
      ok: false,
      code: 'match-too-long',
    });
  });

  test.each(['match-7', 'match-3-crawford', 'shortest', 'dance'])('%s', async (name) => {
    const record = vectorRecord(name);
    const expected = told(await reviewAtOnce(record));
    for (const read of [parseMat(toMat(record)), parseSgf(toSgf(record))]) {
      if (!read.ok) throw new Error(read.message);
      expect(told(await reviewImport(read.value[0]!))).toEqual(expected);
    }
  });
});
