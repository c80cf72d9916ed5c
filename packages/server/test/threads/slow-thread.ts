// A thread that takes a while to load, writes the file of its second argument when it has, and hangs on request.
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { takeMessages } from '../../src/shared/thread-end.ts';

for (const until = performance.now() + 300; performance.now() < until; );
const [, , , file] = process.argv;
if (file !== undefined) writeFileSync(file, 'loaded');

takeMessages((word: string) => {
  parentPort?.postMessage(word);
  while (word === 'hang');
});
