// A thread that exits instead of answering.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => process.exit(3));
