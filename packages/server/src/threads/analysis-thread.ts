// The script of ThreadAnalyser's thread, and the messages between the two.
import { parentPort } from 'node:worker_threads';
import type { EngineName } from '@anchor/analysis';
import type { Job } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { type JudgedReport, jobsOf, judgedReport, type StoredResult } from '../domain/analysis/deep-report.ts';
import { fastReport } from '../domain/analysis/fast-report.ts';
import { RecentRecords } from '../domain/analysis/recent-records.ts';
import { isConfirmed } from '../domain/puzzle/own-judgement.ts';
import type { Puzzle } from '../domain/puzzle/puzzle.ts';
import { takeMessages } from '../shared/thread-end.ts';

/** A task for the analysis thread, which handles one at a time. */
export type Task =
  | { readonly kind: 'rank'; readonly record: MatchRecord }
  | { readonly kind: 'jobs'; readonly record: MatchRecord; readonly engine: EngineName }
  | {
      readonly kind: 'judge';
      readonly record: MatchRecord;
      readonly engine: EngineName;
      readonly results: ReadonlyMap<string, StoredResult>;
    }
  | { readonly kind: 'confirm'; readonly puzzle: Puzzle };

/** The reply to a task. */
export type Reply =
  | { readonly kind: 'report'; readonly text: string }
  | ({ readonly kind: 'judged' } & JudgedReport)
  | { readonly kind: 'jobs'; readonly jobs: readonly Job[] }
  | { readonly kind: 'confirmed'; readonly isConfirmed: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Capacity in events: about 20 MB of derived data. */
const recent = new RecentRecords(6_000);

function answer(task: Task): Reply {
  if (task.kind === 'confirm') return { kind: 'confirmed', isConfirmed: isConfirmed(task.puzzle) };
  const record: MatchRecord = recent.first(task.record);
  switch (task.kind) {
    case 'rank':
      return { kind: 'report', text: JSON.stringify(fastReport(record)) };
    case 'jobs':
      return { kind: 'jobs', jobs: jobsOf(record, task.engine) };
    case 'judge':
      return { kind: 'judged', ...judgedReport(record, task.engine, task.results) };
  }
}

function safely(task: Task): Reply {
  try {
    return answer(task);
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

takeMessages((task: Task) => parentPort?.postMessage(safely(task)));
