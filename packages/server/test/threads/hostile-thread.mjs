// A thread that obeys the record of its task: it hangs, throws, exits, uses up its memory, or answers.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ record }) => {
  if (record.finalHash === 'hang') for (;;);
  if (record.finalHash === 'throw') throw new Error('thrown');
  if (record.finalHash === 'exit') process.exit(3);
  if (record.finalHash === 'eat') for (const eaten = []; ; ) eaten.push(new Array(1e6).fill(eaten.length));
  parentPort.postMessage({ kind: record.finalHash === 'jobs' ? 'jobs' : 'report', text: record.finalHash });
});
