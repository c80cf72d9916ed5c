import { courseOf, type Decision, type EngineName, type PlayDecision } from '@anchor/analysis';
import type { Job, JobResult, JudgedPlay } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { legalPlays, type Play, samePosition, swapPlayers } from 'bg-rules';
import { judgeRecord } from '../../src/domain/analysis/deep.ts';
import { jobOf } from '../../src/domain/analysis/normalise.ts';
import { packResult } from '../../src/domain/analysis/queue/packing.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';

/** What the best three plays lose, the play that was made, and all others. */
const LOSSES = { best: [0, 0.06, 0.1], made: 0.15, others: 0.5 };

/** A play without gammons that loses so much, whatever the score: the chance of the whole stake is all there is. */
function play({ hops }: Play, loss: number): JudgedPlay {
  const win = 0.6 - loss / 2;
  return { hops: hops.map(([from, to]) => [from, to]), equity: 2 * win - 1, probs: [win, 0, 0, 0, 0] };
}

/** The play that was made is a blunder, and the last three of the others are the best. */
function tempting({ reached, player }: PlayDecision, legal: readonly Play[]): JudgedPlay[] {
  const after = player === 0 ? reached : swapPlayers(reached);
  const made = legal.find(({ position }) => samePosition(position, after))!;
  const others = legal.filter((one) => one !== made).toReversed();
  const losses = others.map((_, place) => LOSSES.best[place] ?? LOSSES.others);
  const judged = [play(made, LOSSES.made), ...others.map((one, place) => play(one, losses[place]!))];
  return judged.toSorted((a, b) => b.equity - a.equity);
}

/** Everything that an engine says of a match: decisions with enough plays are puzzles if the test wants them, others are plain. */
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

export interface Analysed {
  readonly record: MatchRecord;
  readonly engine: EngineName;
  /** What the report is made of. */
  readonly results: ReadonlyMap<string, JobResult>;
  /** What is left of it in storage; all of it when absent. */
  readonly left?: ReadonlyMap<string, JobResult>;
}

/** The match, what was said of it and the report, as they are stored after a deep analysis. */
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
  await store.evaluations.keep(rows, atMs);
  const report = JSON.stringify(judgeRecord(record, engine, results));
  await store.annotations.keep({ matchId: record.header.id, ...engine }, report, atMs);
}
