// The other side of ThreadAnalyst: runs in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { jobsOf, judgeRecord } from '../domain/analysis/deep.ts';
import { rankRecord } from '../domain/analysis/fast.ts';
import type { Reply, Task } from './messages.ts';

function answer(task: Task): Reply {
  switch (task.kind) {
    case 'rank':
      return { kind: 'report', text: JSON.stringify(rankRecord(task.record)) };
    case 'jobs':
      return { kind: 'jobs', jobs: jobsOf(task.record, task.engine) };
    case 'judge':
      return { kind: 'report', text: JSON.stringify(judgeRecord(task.record, task.engine, task.results)) };
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
