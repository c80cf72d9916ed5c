// The thread of ThreadAnalyst.
import { parentPort } from 'node:worker_threads';
import type { MatchRecord } from 'bg-record';
import { deepReportOfPacked, jobsOf } from '../domain/analysis/deep-report.ts';
import { fastReport } from '../domain/analysis/fast-report.ts';
import { RecentRecords } from '../domain/analysis/recent-records.ts';
import type { Reply, Task } from './messages.ts';

/** Capacity in events: about 20 MB of derived data. */
const recent = new RecentRecords(6_000);

function answer(task: Task): Reply {
  const record: MatchRecord = recent.first(task.record);
  switch (task.kind) {
    case 'rank':
      return { kind: 'report', text: JSON.stringify(fastReport(record)) };
    case 'jobs':
      return { kind: 'jobs', jobs: jobsOf(record, task.engine) };
    case 'judge':
      return { kind: 'report', text: JSON.stringify(deepReportOfPacked(record, task.engine, task.results)) };
  }
}

function safely(task: Task): Reply {
  try {
    return answer(task);
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(safely(task)));
