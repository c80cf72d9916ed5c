// The script of ThreadVerifier's thread.
import { parentPort } from 'node:worker_threads';
import { type Checks, verifyPacked } from './signature-batch.ts';

parentPort?.on('message', (checks: Checks) => parentPort?.postMessage(verifyPacked(checks)));
