import {
  type AcquireBody,
  type Acquired,
  type Job,
  type JobResult,
  leaseCount,
  type SubmitBody,
  type Submitted,
  type WorkerStatus,
} from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { Log, World } from '../../ports/world.ts';
import { packResult } from '../packing.ts';
import type { Canaries } from './canaries.ts';
import { checkResult, type ResultCode, refuseResult } from './check-result.ts';
import type { EvaluationCache } from './evaluation-cache.ts';
import type { EvaluationWaiters } from './evaluation-waiters.ts';
import type { QueuedJob } from './job-life.ts';
import type { Answered, JobQueue } from './job-queue.ts';
import type { Lease } from './job-store.ts';

interface WorkerApiParts {
  readonly queue: JobQueue;
  readonly cache: EvaluationCache;
  readonly waiters: EvaluationWaiters;
  /** Notifies other processes of stored results. */
  readonly publishStored: (keys: string[]) => void;
  readonly canaries: Canaries;
  readonly world: World;
  readonly log: Log;
  /** The engine whose results are wanted. */
  readonly engineId: string;
  readonly isStrict: boolean;
  /** Yields to the event loop between results, so that checking a submission does not block live matches. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Status of the queue. The caller adds if volunteers are allowed. */
type QueueFigures = Omit<WorkerStatus, 'volunteers'>;

/** The answer to a submission, and each distinct reason for refused results. */
interface SubmissionOutcome {
  readonly answer: Submitted;
  readonly reasons: readonly ResultCode[];
}

/** A result of a submission after the check. */
interface Checked {
  readonly key: string;
  readonly isCanary: boolean;
  readonly verdict: Result<JobResult, ResultCode>;
}

/** A job that a submission has completed. */
interface Done extends Answered {
  /** The job before completion. */
  readonly before: QueuedJob;
}

const NOT_YOURS = 'This lease is over, or it is not yours: acquire again.';
const NOT_BELIEVED = 'This worker gave a wrong answer to a job whose answer is known. Its results are not used.';

/** Hands out jobs to volunteers' workers and takes their results. All input is untrusted. */
export class WorkerApi {
  readonly #queue: JobQueue;
  readonly #cache: EvaluationCache;
  readonly #waiters: EvaluationWaiters;
  readonly #publishStored: (keys: string[]) => void;
  readonly #canaries: Canaries;
  readonly #world: World;
  readonly #log: Log;
  readonly #engineId: string;
  readonly #isStrict: boolean;
  readonly #yieldToEventLoop: () => Promise<void>;
  readonly #workers = new WorkerRegistry();
  #rejected = 0;

  constructor(parts: WorkerApiParts) {
    this.#queue = parts.queue;
    this.#cache = parts.cache;
    this.#waiters = parts.waiters;
    this.#publishStored = parts.publishStored;
    this.#canaries = parts.canaries;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#engineId = parts.engineId;
    this.#isStrict = parts.isStrict;
    this.#yieldToEventLoop = parts.yieldToEventLoop;
  }

  /** Leases jobs to a worker. Returns none when there is no work for its engine, or the worker is no longer trusted. */
  async acquire({ engineId, workerId, count }: AcquireBody): Promise<Acquired> {
    this.#workers.see(workerId, this.#world.now());
    if (this.#workers.isIgnored(workerId)) return { jobs: [] };
    const room = Math.min(count, leaseCount.most);
    const planned = await this.#canariesFor(engineId, room);
    const token = uuidOf(this.#world.randomBytes(16));
    const jobs = await this.#queue.take(token, { engineId, workerId, count: room - planned.length }, this.#world.now());
    // Never lease a canary alone: a one-job lease would give it away.
    if (jobs.length === 0 && !(planned.length > 0 && (await this.#queue.hasWork(engineId, workerId))))
      return { jobs: [] };
    const mixed = this.#canaries.mix(jobs, planned);
    await this.#queue.open(
      token,
      workerId,
      mixed.map(({ key }) => key),
      this.#world.now(),
    );
    return { token, jobs: mixed };
  }

  /** Takes results of a lease. Each is judged separately; a wrong one does not affect the others. */
  async submit({ token, workerId, results }: SubmitBody): Promise<SubmissionOutcome> {
    this.#workers.see(workerId, this.#world.now());
    const lease = await this.#queue.leaseOf(token, workerId, this.#world.now());
    if (this.#workers.isIgnored(workerId)) return this.#refuseAll(results.length, NOT_BELIEVED);
    if (!lease) return this.#refuseAll(results.length, NOT_YOURS);
    const checked: Checked[] = [];
    for (const { key, result } of results) {
      checked.push(await this.#check(token, lease, key, result));
      await this.#yieldToEventLoop();
    }
    if (this.#failsCanary(checked)) return this.#distrust(workerId, checked.length);
    return this.#accept(token, workerId, checked);
  }

  async status(annotations: WorkerStatus['annotations']): Promise<QueueFigures> {
    const { depth } = await this.#queue.count(this.#world.now());
    return {
      depth,
      ...this.#queue.counters,
      rejected: this.#rejected,
      cache: this.#cache.status,
      annotations,
      engineId: this.#engineId,
      strict: this.#isStrict,
      workers: this.#workers.present(this.#world.now()),
      canaries: { ...this.#canaries.status, ignoredWorkers: this.#workers.ignored },
    };
  }

  /** Canaries that are not also jobs of the queue. */
  async #canariesFor(engineId: string, room: number): Promise<Job[]> {
    if (engineId !== this.#engineId) return [];
    const drawn = await this.#canaries.draw(this.#canaries.plan(room));
    const asked = await Promise.all(drawn.map(({ key }) => this.#queue.jobOf(key)));
    return drawn.filter((_, index) => asked[index] === null);
  }

  async #check(token: string, lease: Lease, key: string, result: unknown): Promise<Checked> {
    if (!lease.keys.includes(key)) return { key, isCanary: false, verdict: refuseResult('not-leased') };
    const job = await this.#queue.heldJob(key, token);
    const canary = job ? null : this.#canaries.jobOf(key);
    const { req } = job ?? canary ?? {};
    return { key, isCanary: canary !== null, verdict: req ? checkResult(req, result) : refuseResult('not-leased') };
  }

  /** Checks every canary, so that the counters are right. */
  #failsCanary(checked: readonly Checked[]): boolean {
    const answers = checked.filter(({ isCanary }) => isCanary);
    return answers.filter(({ key, verdict }) => verdict.ok && !this.#canaries.isRight(key, verdict.value)).length > 0;
  }

  async #distrust(workerId: string, count: number): Promise<SubmissionOutcome> {
    this.#workers.ignore(workerId);
    await this.#queue.revoke(workerId);
    this.#log.warn({ workerId }, 'a worker failed a canary; its results are ignored from now on');
    return this.#refuseAll(count, NOT_BELIEVED);
  }

  async #accept(token: string, workerId: string, checked: readonly Checked[]): Promise<SubmissionOutcome> {
    const taken = new Set<string>();
    const done: Done[] = [];
    const reasons: ResultCode[] = [];
    for (const one of checked) {
      const settled = taken.has(one.key) ? refuseResult('not-leased') : await this.#settle(token, workerId, one);
      if (!settled.ok) reasons.push(settled.code);
      else taken.add(one.key);
      if (settled.ok && settled.value) done.push(settled.value);
    }
    await this.#keep(token, [...taken], done);
    return this.#receipt(taken.size, reasons);
  }

  /** Stores the results and delivers them. When the storage fails, gives the jobs back to the worker and rejects. */
  async #keep(token: string, taken: readonly string[], done: readonly Done[]): Promise<void> {
    const answered = done.map(({ key, text }): Answered => ({ key, text }));
    try {
      await this.#cache.keep(answered);
    } catch (err) {
      for (const { before } of done) await this.#queue.takeBack(token, before);
      const lost = new Set(done.map(({ key }) => key));
      await this.#queue.close(
        token,
        taken.filter((key) => !lost.has(key)),
      );
      throw err;
    }
    await this.#queue.close(token, taken);
    this.#waiters.tell(answered);
    if (answered.length > 0) this.#publishStored(answered.map(({ key }) => key));
  }

  /** The job if this result completes it. Null when it needs another opinion, or is a canary. */
  async #settle(
    token: string,
    workerId: string,
    { key, isCanary, verdict }: Checked,
  ): Promise<Result<Done | null, ResultCode>> {
    if (!verdict.ok) return verdict;
    if (isCanary) return { ok: true, value: null };
    const settled = await this.#queue.settle({ token, key, workerId, result: verdict.value });
    if (settled.outcome === 'not-held') return refuseResult('not-leased');
    if (settled.outcome !== 'answered') return { ok: true, value: null };
    return { ok: true, value: { key, text: packResult(settled.result), before: settled.before } };
  }

  #receipt(accepted: number, codes: readonly ResultCode[]): SubmissionOutcome {
    this.#rejected += codes.length;
    const answer: Submitted = { ok: true, accepted };
    return { answer: codes.length === 0 ? answer : { ...answer, ignored: codes.length }, reasons: [...new Set(codes)] };
  }

  #refuseAll(count: number, error: string): SubmissionOutcome {
    this.#rejected += count;
    return { answer: { ok: false, error }, reasons: [] };
  }
}

/** A worker counts as present for this long after its last request. */
const PRESENT_MS = 5 * 60_000;
/** Anyone can invent worker ids, so the number remembered is limited. */
const MAX_REMEMBERED = 10_000;

/** Workers seen recently, and workers that are no longer trusted. */
class WorkerRegistry {
  readonly #seen = new Map<string, number>();
  readonly #ignored = new Set<string>();

  see(workerId: string, now: number): void {
    this.#seen.delete(workerId);
    this.#seen.set(workerId, now);
    dropOldest(this.#seen);
  }

  /** Number of present workers. */
  present(now: number): number {
    for (const [workerId, at] of this.#seen) {
      if (now - at < PRESENT_MS) break;
      this.#seen.delete(workerId);
    }
    return this.#seen.size;
  }

  ignore(workerId: string): void {
    this.#ignored.add(workerId);
    dropOldest(this.#ignored);
  }

  isIgnored(workerId: string): boolean {
    return this.#ignored.has(workerId);
  }

  get ignored(): number {
    return this.#ignored.size;
  }
}

function dropOldest(list: Map<string, number> | Set<string>): void {
  const [oldest] = list.keys();
  if (list.size > MAX_REMEMBERED && oldest !== undefined) list.delete(oldest);
}

/** Formats sixteen random bytes as a version 4 UUID. */
function uuidOf(random: Uint8Array): string {
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
