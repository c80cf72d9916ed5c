// The script of ThreadVerifier's thread.
import { parentPort } from 'node:worker_threads';
import { takeMessages } from '../shared/thread-end.ts';
import { type Checks, verifyPacked } from './signature-batch.ts';

takeMessages((checks: Checks) => parentPort?.postMessage(verifyPacked(checks)));
