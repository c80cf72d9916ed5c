// A program that waits for a line of input, writes many lines to the log, and ends.
import { openLog } from '../../src/compose/operator-log.ts';

const log = openLog('info');
process.stdout.write('ready\n');
process.stdin.once('data', (text) => {
  for (let n = 0; n < Number(text); n++) log.error({ n, text: 'x'.repeat(100) }, 'a line');
  process.exit(0);
});
