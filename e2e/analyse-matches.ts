// Analyses the match files of vectors/gnubg with GNU Backgammon through the worker's driver. Prints our totals next to GNU Backgammon's
// own, and the intermediate steps between the two. docs/analysis.md explains the columns. Usage: npx tsx --conditions=@anchor/source
// e2e/analyse-matches.ts [file name …]

import { readdirSync } from 'node:fs';
import { courseOf, deepReport, isForced, jobOf, type PlayDecision, winningChance } from '@anchor/analysis';
import type { Job, JobResult } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { applyPlay, samePosition } from 'bg-rules';
import { jobsOf } from '../packages/server/src/domain/analysis/deep-report.ts';
import { findGnubg, GnubgEngine } from '../packages/worker/src/engine/gnubg.ts';
import { evaluateJob } from '../packages/worker/src/jobs/evaluate-job.ts';
import { chanceByTable, type EngineTable, readEngineTable } from './kit/analysis/engine-table.ts';
import { analyseWithGnubg } from './kit/analysis/gnubg-statistics.ts';
import { matRecord } from './kit/analysis/mat-record.ts';

const ENGINE = { engineId: 'gnubg-1.07', ply: 2 };
const PROCESSES = 2;
const folder = new URL('../vectors/gnubg/', import.meta.url);
const wanted = process.argv.slice(2);
const names = readdirSync(folder).filter(
  (name) => name.endsWith('.mat') && (wanted.length === 0 || wanted.includes(name)),
);

/** A judgement with the engine's cubeful equities, which the job's result leaves out. */
type Judged = JobResult & { readonly cubeful: readonly number[] };

async function openEngine(program: string): Promise<GnubgEngine> {
  const opened = await GnubgEngine.open({ program });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

async function judgeOne(engine: GnubgEngine, job: Job): Promise<Judged> {
  const result = await evaluateJob(engine, job);
  if (!result.ok) throw new Error(result.message);
  const { pos, onRoll, cube, score, matchLength: length, crawford, jacoby, beavers, dice } = job.req;
  const isCube = dice[0] === 0;
  const state = { position: pos, onRoll, cube, score, length, crawford, jacoby, beavers };
  const again = isCube ? null : await engine.moves({ ...state, dice, plies: job.ply });
  return { ...result.value, cubeful: again?.ok ? again.value.map(({ equity }) => equity) : [] };
}

/** Each engine takes the next job as soon as it is free. */
async function judgeAll(jobs: readonly Job[], engines: readonly GnubgEngine[]): Promise<Map<string, Judged>> {
  const left = [...jobs];
  const results = new Map<string, Judged>();
  const work = async (engine: GnubgEngine) => {
    for (let job = left.shift(); job; job = left.shift()) results.set(job.key, await judgeOne(engine, job));
  };
  await Promise.all(engines.map(work));
  return results;
}

/** Sums a player's losses by another measure of the same judgements. */
function lossBy(
  decisions: readonly PlayDecision[],
  results: ReadonlyMap<string, Judged>,
  worthsOf: (decision: PlayDecision, judged: Judged) => { readonly worths: readonly number[]; readonly point: number },
): number {
  return decisions.reduce((sum, decision) => {
    const judged = results.get(jobOf(decision, ENGINE)!.key)!;
    const { worths, point } = worthsOf(decision, judged);
    const made = judged.plays.findIndex(({ hops }) => isMade(decision, hops));
    return sum + (Math.max(...worths) - worths[made]!) / point;
  }, 0);
}

function isMade({ state, player, dice, reached }: PlayDecision, hops: JobResult['plays'][number]['hops']): boolean {
  const position = applyPlay(state.position, player, dice, hops);
  return position.ok && samePosition(position.value, reached);
}

/** Our measure, computed with the engine's match equity table instead of ours. */
function worthsByTable(table: EngineTable) {
  return ({ state, player }: PlayDecision, { plays }: Judged) => {
    const after = chanceByTable(table, state, player);
    const { value } = state.cube;
    const worths = plays.map(({ probs }) => winningChance(probs!, value, after));
    return { worths, point: (after(value) - after(-value)) / 2 };
  };
}

const worthsByEngine = (_: PlayDecision, { cubeful }: Judged) => ({ worths: cubeful, point: 1 });

function rowsOf(name: string, record: MatchRecord, results: ReadonlyMap<string, Judged>, program: string) {
  const report = deepReport(record, ENGINE, results);
  const own = analyseWithGnubg(program, new URL(name, folder));
  const plays = courseOf(record).decisions.flatMap((one) => (one.kind === 'play' && !isForced(one) ? [one] : []));
  return report.players.map(({ decisions, loss, pr }, player) => {
    const his = plays.filter((one) => one.player === player);
    const gnubg = own[player]!;
    return {
      match: name,
      column: player === 0 ? 'left' : 'right',
      decisions,
      unforced: gnubg.unforced,
      pr: pr?.toFixed(2),
      loss: loss.toFixed(3),
      'by the engine’s table': lossBy(his, results, worthsByTable(table)).toFixed(3),
      'by its equities': lossBy(his, results, worthsByEngine).toFixed(3),
      'GNU Backgammon': gnubg.error.toFixed(3),
      'mEMG / 2': ((500 * gnubg.error) / gnubg.unforced).toFixed(2),
    };
  });
}

const program = findGnubg();
if (program === null) throw new Error('GNU Backgammon was not found');
const table = readEngineTable();
const engines = await Promise.all(Array.from({ length: PROCESSES }, () => openEngine(program)));
const rows: ReturnType<typeof rowsOf> = [];
for (const name of names) {
  const record = matRecord(new URL(name, folder), name.replace('.mat', '-from-file'));
  const results = await judgeAll(jobsOf(record, ENGINE), engines);
  rows.push(...rowsOf(name, record, results, program));
  console.error(`${name}: ${results.size} decisions judged`);
}
await Promise.all(engines.map((engine) => engine.close()));
console.table(rows);
