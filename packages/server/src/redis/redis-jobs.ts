import { job, jobResult } from '@anchor/wire';
import * as z from 'zod/mini';
import { isOpen, type JobState } from '../domain/analysis/queue/job-life.ts';
import type { JobStore, Lease } from '../domain/analysis/queue/job-store.ts';
import { type Connection, PREFIX } from './connection.ts';
import { decoder } from './decoder.ts';
import { CHANGE, CLOSE_JOBS, NEXT, OPEN_LEASE, READ_LEASE } from './job-scripts.ts';

/** Number of jobs without a waiting match whose opinions are kept. */
const MAX_PARKED = 10_000;
const JOBS = `${PREFIX}jobs`;

const queuedJob = z.strictObject({
  job,
  matches: z.array(z.string()),
  hold: z.nullable(z.strictObject({ token: z.string(), workerId: z.string(), until: z.number() })),
  opinions: z.array(z.strictObject({ workerId: z.string(), result: jobResult })),
  hadBy: z.array(z.string()),
});
const readQueued = decoder(queuedJob);
const leaseHead = z.strictObject({ workerId: z.string(), until: z.number() });
const leaseReply = z.tuple([z.string(), z.array(z.string())]);
const nextReply = z.tuple([z.string(), z.string()]);

/** The job store in Redis, for any number of processes. Updates are retried on contention. Every hold belongs to a lease that expires. */
export class RedisJobs implements JobStore {
  readonly #redis: Connection['commands'];
  #count = { depth: 0, leased: 0 };

  constructor({ commands }: Pick<Connection, 'commands'>) {
    this.#redis = commands;
  }

  async read(key: string): Promise<JobState> {
    return readState(await this.#redis.hget(JOBS, key));
  }

  async update<T>(key: string, change: (state: JobState) => readonly [JobState, T]): Promise<T> {
    for (;;) {
      const text = (await this.#redis.hget(JOBS, key)) ?? '';
      const before = readState(text);
      const [after, result] = change(before);
      if (after === before) return result;
      const next = after ? JSON.stringify(after) : '';
      if ((await this.#run(CHANGE, key, text, next, JSON.stringify(stepOf(before, after)))) === 1) return result;
    }
  }

  async *waiting(engineId: string): AsyncIterable<string> {
    const matches = await this.#redis.zrange(`${JOBS}:ring:${engineId}`, '0', '-1');
    let turns = matches.map((match) => ({ match, after: '0' }));
    while (turns.length > 0) {
      const left: typeof turns = [];
      for (const { match, after } of turns) {
        const next = z.safeParse(nextReply, await this.#run(NEXT, engineId, match, after));
        if (!next.success) continue;
        const [key, place] = next.data;
        yield key;
        left.push({ match, after: place });
      }
      turns = left;
    }
  }

  /** Returns the last known numbers while Redis is unreachable. */
  async count(): Promise<{ readonly depth: number; readonly leased: number }> {
    try {
      const [depth, leased] = [await this.#redis.get(`${JOBS}:depth`), await this.#redis.scard(`${JOBS}:held`)];
      this.#count = { depth: Number(depth ?? 0), leased };
    } catch {
      // The health report must work without Redis.
    }
    return this.#count;
  }

  async openLease(token: string, { workerId, until, keys }: Lease): Promise<void> {
    await this.#run(OPEN_LEASE, token, workerId, leaseText({ workerId, until }), String(until), ...keys);
  }

  async lease(token: string): Promise<Lease | null> {
    const read = z.safeParse(leaseReply, await this.#run(READ_LEASE, token));
    if (!read.success) return null;
    const [text, keys] = read.data;
    return { ...z.parse(leaseHead, JSON.parse(text)), keys };
  }

  async closeJobs(token: string, keys: readonly string[]): Promise<void> {
    await this.#run(CLOSE_JOBS, token, ...keys);
  }

  /** Returns none while Redis is unreachable. */
  async leasesOver(now: number): Promise<readonly string[]> {
    return this.#redis.zrangebyscore(`${JOBS}:leases`, '-inf', now).catch(() => []);
  }

  leasesOf(workerId: string): Promise<readonly string[]> {
    return this.#redis.smembers(`${JOBS}:of:${workerId}`);
  }

  #run(script: string, ...args: string[]): Promise<unknown> {
    return this.#redis.eval(script, 1, JOBS, ...args);
  }
}

function readState(text: string | null): JobState {
  return text ? readQueued(text) : null;
}

function leaseText(lease: z.infer<typeof leaseHead>): string {
  return JSON.stringify(lease);
}

/** The derived changes of a job update. */
function stepOf(before: JobState, after: JobState) {
  const [had, has] = [before?.matches ?? [], after?.matches ?? []];
  const hold = after?.hold && after.hold.token !== before?.hold?.token ? after.hold : null;
  return {
    engine: (after ?? before)?.job.engineId ?? '',
    depth: Number(isOpen(after)) - Number(isOpen(before)),
    isHeld: after?.hold != null,
    left: had.filter((match) => !has.includes(match)),
    come: has.filter((match) => !had.includes(match)),
    isParked: after !== null && !isOpen(after),
    mostParked: MAX_PARKED,
    ...(hold && { token: hold.token, worker: hold.workerId, ends: hold.until, lease: leaseText(headOf(hold)) }),
  };
}

function headOf({ workerId, until }: z.infer<typeof leaseHead>): z.infer<typeof leaseHead> {
  return { workerId, until };
}
