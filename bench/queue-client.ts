import { setTimeout as pause } from 'node:timers/promises';
import { honestResult } from '../packages/server/test/volunteers/engine.ts';
import { acquired } from '../packages/wire/src/index.ts';

// A worker in a separate process, so that its work is not counted as the server's: node queue-client.ts <base URL> <key>
// <engine>. It answers at once, in batches of the size that a worker with one GNU Backgammon uses.
const [, , base = '', key = '', engineId = ''] = process.argv;

/** Three seconds of work at five jobs per second, and the results of one second. */
const LEASE = 15;
const SUBMISSION = 5;
const IDLE_MS = 20;
const workerId = 'bench';

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'x-worker-key': key };
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

for (;;) {
  const lease = acquired.parse(await post('/worker/acquire', { engineId, workerId, count: LEASE }));
  if (!('token' in lease)) await pause(IDLE_MS);
  const results = lease.jobs.map((job) => ({ key: job.key, result: honestResult(job) }));
  for (let start = 0; 'token' in lease && start < results.length; start += SUBMISSION)
    await post('/worker/submit', { token: lease.token, workerId, results: results.slice(start, start + SUBMISSION) });
}
