// A thread that obeys the seed of its input: it hangs, throws, exits, or returns one or two decisions.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ number, request: { seed } }) => {
  if (seed === 'hang') for (;;);
  if (seed === 'throw') throw new Error('thrown');
  if (seed === 'exit') process.exit(3);
  parentPort.postMessage({ number, action: { type: 'roll', player: 0 }, isFinal: false });
  if (seed === 'both') parentPort.postMessage({ number, action: { type: 'roll', player: 1 }, isFinal: true });
});
