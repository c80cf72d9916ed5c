import type { EngineName } from '@anchor/analysis';
import type { Acquired, Job } from '@anchor/wire';
import { startHttp } from '../http/kit.ts';
import { ENGINE, honestResult } from './engine.ts';
import { openTestQueue, openTestStore, SERVER_PUB } from './kit.ts';

export const KEY = 'the key of volunteers';

/** The worker routes with real HTTP and a real database, and a clock under the test's control. */
export async function startWorkerServer(
  changes: {
    readonly isStrict?: boolean;
    readonly workerKeys?: readonly string[];
    readonly engine?: EngineName;
    readonly isSignedOnly?: boolean;
  } = {},
) {
  const { evaluations, deepQueue } = await openTestStore();
  const { workerKeys = [KEY], isStrict = false, engine = ENGINE, isSignedOnly = false } = changes;
  const names = { serverPub: SERVER_PUB, isSignedOnly, doors: workerKeys.length };
  const queue = await openTestQueue({ store: deepQueue, evaluations, isStrict, engine, names });
  const http = await startHttp({ workerApi: queue.workerApi, workerKeys });
  const post = (path: string, body: unknown, headers: Record<string, string> = { 'x-worker-key': KEY }) =>
    http.get(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const submit = async (body: object) => (await post('/worker/submit', body)).json();
  return {
    queue,
    evaluations,
    http,
    post,
    submit,
    async acquire(workerId: string, count?: number): Promise<Acquired> {
      return (await post('/worker/acquire', { engineId: engine.engineId, workerId, count })).json();
    },
    async lease(workerId: string, count?: number): Promise<{ readonly token: string; readonly jobs: readonly Job[] }> {
      const acquired = await this.acquire(workerId, count);
      if (!('token' in acquired)) throw new Error('there is no work');
      return acquired;
    },
    /** Takes and answers all jobs like an honest worker. Returns the number of accepted results. */
    async work(workerId: string): Promise<number> {
      let accepted = 0;
      for (;;) {
        const acquired = await this.acquire(workerId, 64);
        if (!('token' in acquired)) return accepted;
        accepted += (await submit({ token: acquired.token, workerId, results: honestResults(acquired.jobs) })).accepted;
      }
    },
    /** The given keys that are in the cache. */
    cached: async (jobs: readonly Job[]) => [...(await evaluations.read(jobs.map(({ key }) => key))).keys()],
    async stop() {
      await http.stop();
    },
  };
}

export const honestResults = (jobs: readonly Job[]) => jobs.map((job) => ({ key: job.key, result: honestResult(job) }));
export type WorkerServer = Awaited<ReturnType<typeof startWorkerServer>>;
