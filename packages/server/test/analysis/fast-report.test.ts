import { courseOf } from '@anchor/analysis';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { analysisReport } from '@anchor/wire';
import { rankPlays, samePosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fastReport } from '../../src/domain/analysis/fast-report.ts';

const money = { length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const records = [
  ...['match-1-borne-off', 'dance', 'match-3-crawford', 'money-beaver', 'match-7', 'shortest'].map(vectorRecord),
  ...[1, 2, 3, 4].map((seed) => randomRecord(seed, match)),
  ...[5, 6, 7, 8].map((seed) => randomRecord(seed, money)),
];

describe.each(records.map((record) => [record.header.id, record] as const))('the quick look at %s', (_, record) => {
  const report = fastReport(record);

  it('has the documented shape, and claims no rating', () => {
    expect(z.parse(analysisReport, JSON.parse(JSON.stringify(report)))).toEqual(report);
    expect(report).toMatchObject({
      engineId: 'builtin-heuristic-1',
      ply: 1,
      provisional: true,
      scoredIn: 'move-order',
    });
    expect(report.prNote).toMatch(/order.*calibrated engine/s);
    for (const { pr, loss, luck } of report.players) expect([pr, loss, luck]).toEqual([null, 0, 0]);
  });

  it('has a row for every play and cube action, by the number of its event', () => {
    const told = record.events.filter(({ type }) => ['play', 'double', 'beaver', 'take', 'pass'].includes(type));
    expect(report.moves.map(({ n, kind, p }) => [n, kind, p])).toEqual(told.map(({ n, type, p }) => [n, type, p]));
  });

  it('ranks the play made among all plays', () => {
    const { decisions } = courseOf(record);
    for (const [index, row] of report.moves.entries()) {
      const decision = decisions[index]!;
      if (row.kind !== 'play' || decision.kind !== 'play') continue;
      const ranked = rankPlays(decision.state.position, decision.player, decision.dice);
      expect(row.of).toBe(ranked.length);
      expect(row.forced).toBe(ranked.length < 2);
      const made = ranked.findIndex(({ position }) => samePosition(position, decision.reached));
      expect(row.rank).toBe(row.forced ? 1 : ranked.findIndex(({ score }) => score === ranked[made]!.score) + 1);
      expect(row.best.map(({ hops }) => hops)).toEqual(row.forced ? [] : ranked.slice(0, 5).map(({ hops }) => hops));
      expect([row.loss, row.tag, row.luckPerRoll]).toEqual([0, null, null]);
    }
  });

  it('counts decisions and forced plays', () => {
    const plays = report.moves.flatMap((row) => (row.kind === 'play' ? [row] : []));
    for (const p of [0, 1] as const) {
      const own = plays.filter((row) => row.p === p);
      expect(report.players[p]).toMatchObject({
        decisions: own.filter(({ forced }) => !forced).length,
        forced: own.filter(({ forced }) => forced).length,
      });
    }
    const [first, second] = report.players;
    expect(report.totals).toMatchObject({
      decisions: first.decisions + second.decisions,
      forced: first.forced + second.forced,
    });
    expect(report.totals.games).toBeGreaterThanOrEqual(Math.max(1, ...report.moves.map(({ game }) => game)));
  });
});

it('shows a dance as a forced play without hops', () => {
  const { moves } = fastReport(vectorRecord('dance'));
  const dances = moves.filter((row) => row.kind === 'play' && row.of === 0);
  expect(dances.length).toBeGreaterThan(0);
  for (const row of dances) expect(row).toMatchObject({ hops: [], forced: true, rank: 1, loss: 0, best: [] });
});
