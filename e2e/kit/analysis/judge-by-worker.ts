import type { EngineName } from '@anchor/analysis';
import type { Job, JobResult } from '@anchor/wire';
import { unpackResult } from '../../../packages/server/src/domain/analysis/packing.ts';
import { KEY, startWorkerServer } from '../../../packages/server/test/volunteers/server.ts';
import { openEngine } from '../../../packages/worker/src/engine/open-engine.ts';
import { systemClock } from '../../../packages/worker/src/jobs/clock.ts';
import { HttpServer } from '../../../packages/worker/src/jobs/http-server.ts';
import { Lifecycle } from '../../../packages/worker/src/jobs/lifecycle.ts';
import { WorkerStatus } from '../../../packages/worker/src/jobs/status.ts';
import { work } from '../../../packages/worker/src/jobs/worker.ts';

const ENGINES = 2;

/** Lets a worker with real engines fetch these jobs over HTTP. Returns the results from the server's database, by job key. */
export async function judgeByWorker(jobs: readonly Job[], engine: EngineName): Promise<ReadonlyMap<string, JobResult>> {
  const server = await startWorkerServer({ engine });
  const asked = server.queue.ask('oracle', jobs);
  await server.queue.settled();
  const lifecycle = new Lifecycle();
  const url = `http://127.0.0.1:${server.http.port}`;
  const working = work({
    server: new HttpServer({
      url,
      key: KEY,
      workerId: 'oracle',
      own: null,
      engineId: engine.engineId,
      signal: lifecycle.aborted,
    }),
    openEngine: () => openEngine({ kind: 'gnubg', path: null, id: engine.engineId }),
    lifecycle,
    status: new WorkerStatus(),
    clock: systemClock,
    random: Math.random,
    engines: ENGINES,
    ...engine,
    maxJobsPerHour: null,
    minQueue: 0,
  });
  // if the engine fails, the worker stops without an answer
  await Promise.race([asked.done, working]);
  lifecycle.finish();
  await working;
  const texts = await server.evaluations.read(jobs.map(({ key }) => key));
  await server.stop();
  if (lifecycle.ending) throw new Error(lifecycle.ending.message);
  return new Map([...texts].flatMap(([key, text]) => [[key, unpackResult(text) ?? { plays: [] }] as const]));
}
