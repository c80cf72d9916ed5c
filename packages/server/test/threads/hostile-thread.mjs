// A thread that does what its task's record says: stays away for good, breaks off, ends, eats memory, or answers.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ record }) => {
  if (record.header === 'hang') for (;;);
  if (record.header === 'throw') throw new Error('thrown');
  if (record.header === 'exit') process.exit(3);
  if (record.header === 'eat') for (const eaten = []; ; ) eaten.push(new Array(1e6).fill(eaten.length));
  parentPort.postMessage({ kind: record.header === 'jobs' ? 'jobs' : 'report', text: record.header });
});
