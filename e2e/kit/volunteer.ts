import type { Acquired, Job, JobResult } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import { type Asking, ask, type HttpAnswer } from './http.ts';

/** Returns a valid answer to a job, always the same one. It uses only the rules of backgammon. */
export function judge({ req }: Job): JobResult {
  if (req.dice[0] === 0)
    return { plays: [], cube: { noDouble: 0.21, doubleTake: 0.18, doublePass: 1, action: 'no-double' } };
  const plays = legalPlays(req.pos, req.onRoll, req.dice);
  return {
    plays: plays.map(({ hops }, index) => {
      const win = Math.round((0.75 - index / 2048) * 1e6) / 1e6;
      return {
        hops: hops.map(([from, to]) => [from, to]),
        equity: Math.round((2 * win - 1 + 0.1) * 1e6) / 1e6,
        probs: [win, 0.15, 0.01, 0.06, 0],
      };
    }),
  };
}

/** A worker that the test controls step by step. */
export class Volunteer {
  readonly id: string;
  readonly #url: string;
  readonly #key: string | null;

  constructor(url: string, id: string, key: string | null) {
    this.#url = url;
    this.id = id;
    this.#key = key;
  }

  post(path: string, body: unknown, asking: Asking = {}): Promise<HttpAnswer> {
    const headers = this.#key === null ? {} : { 'x-worker-key': this.#key };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return ask(this.#url, path, { method: 'POST', body: text, headers, ...asking });
  }

  async acquire(count?: number, engineId = 'gnubg-1.07'): Promise<Acquired> {
    return JSON.parse((await this.post('/worker/acquire', { engineId, count, workerId: this.id })).text);
  }

  async submit(token: string, results: readonly object[], workerId = this.id) {
    return JSON.parse((await this.post('/worker/submit', { token, workerId, results })).text);
  }

  /** Leases this many jobs; throws if there is no work. */
  async lease(count?: number): Promise<{ readonly token: string; readonly jobs: readonly Job[] }> {
    const acquired = await this.acquire(count);
    if ('token' in acquired) return acquired;
    throw new Error('there is no work');
  }

  /** Does all the work available to this worker. Returns the number of accepted results. */
  async work(): Promise<number> {
    let taken = 0;
    for (;;) {
      const acquired = await this.acquire(64);
      if (!('token' in acquired)) return taken;
      const { accepted } = await this.submit(acquired.token, results(acquired.jobs));
      taken += accepted;
    }
  }
}

export const results = (jobs: readonly Job[]) => jobs.map((job) => ({ key: job.key, result: judge(job) }));
