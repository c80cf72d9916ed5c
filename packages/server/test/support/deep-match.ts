import { courseOf, type Decision, deepReport, type EngineName, jobOf, type PlayDecision } from '@anchor/analysis';
import type { Job, JobResult, JudgedPlay } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { legalPlays, type Play, samePosition, swapPlayers } from 'bg-rules';
import { packResult } from '../../src/domain/analysis/packing.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { keepEvaluations } from './evaluations.ts';

/** Losses of the best three plays, of the play made, and of all others. */
const LOSSES = { best: [0, 0.06, 0.1], made: 0.15, others: 0.5 };

/** A play without gammons and with this loss at any score: its only chance is to win the stake. */
function play({ hops }: Play, loss: number): JudgedPlay {
  const win = 0.6 - loss / 2;
  return { hops: hops.map(([from, to]) => [from, to]), equity: 2 * win - 1, probs: [win, 0, 0, 0, 0] };
}

/** The play made is a blunder, and the last three others are the best. */
function tempting({ reached, player }: PlayDecision, legal: readonly Play[]): JudgedPlay[] {
  const after = player === 0 ? reached : swapPlayers(reached);
  const made = legal.find(({ position }) => samePosition(position, after))!;
  const others = legal.filter((one) => one !== made).toReversed();
  const losses = others.map((_, place) => LOSSES.best[place] ?? LOSSES.others);
  const judged = [play(made, LOSSES.made), ...others.map((one, place) => play(one, losses[place]!))];
  return judged.toSorted((a, b) => b.equity - a.equity);
}

/** All engine results of a match: decisions with enough plays are puzzles if the test wants them. */
export function judgements(record: MatchRecord, engine: EngineName, isWanted: (decision: PlayDecision) => boolean) {
  const results = new Map<string, JobResult>();
  for (const decision of courseOf(record).decisions) {
    const job = jobOf(decision, engine);
    if (job) results.set(job.key, resultOf(decision, job, isWanted));
  }
  return results;
}

function resultOf(decision: Decision, { req }: Job, isWanted: (decision: PlayDecision) => boolean): JobResult {
  if (decision.kind !== 'play')
    return { plays: [], cube: { noDouble: 0.4, doubleTake: 0.6, doublePass: 1, action: 'double-take' } };
  const legal = legalPlays(req.pos, 0, req.dice as [number, number]);
  return { plays: isWanted(decision) ? tempting(decision, legal) : legal.map((one) => play(one, 0)) };
}

interface Analysed {
  readonly record: MatchRecord;
  readonly engine: EngineName;
  /** The sources of the report. */
  readonly results: ReadonlyMap<string, JobResult>;
  /** The part of it that is stored. If absent, all of it. */
  readonly left?: ReadonlyMap<string, JobResult>;
}

/** A match with its results and its report, stored as after a deep analysis. */
export async function storeAnalysed(
  store: OpenStore,
  { record, engine, results, left = results }: Analysed,
  atMs: number,
): Promise<void> {
  const unrated = { ...record, header: { ...record.header, rated: false } };
  await store.matches.create(unrated.header);
  const rate = () => {
    throw new Error('rated');
  };
  await store.matches.finish({ record: unrated, finishedAt: atMs, diceCounts: [0, 0, 0, 0, 0, 0], rate });
  const rows = [...left].map(([key, result]) => ({ key, text: packResult(result) }));
  await keepEvaluations(store, rows, atMs);
  const report = JSON.stringify(deepReport(record, engine, results));
  await store.annotations.keep({ matchId: record.header.id, ...engine }, report, atMs);
}
