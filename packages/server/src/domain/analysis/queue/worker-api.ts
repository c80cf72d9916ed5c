import { checkResult, type ResultCode, refuseResult } from '@anchor/analysis';
import {
  type AcquireBody,
  type Acquired,
  type Job,
  type JobResult,
  jobResult,
  LEAST_BG_WORKER,
  leaseCount,
  type SubmitBody,
  type Submitted,
  type WorkerStatus,
} from '@anchor/wire';
import { toHex, verifyJudgement } from 'bg-record';
import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import type { DeepQueueStore, HeldJob, StoredEvaluation } from '../../ports/analysis.ts';
import type { Log, World } from '../../ports/world.ts';
import { type PackedResult, packResult } from '../packing.ts';
import type { Canaries } from './canaries.ts';
import type { EvaluationCache } from './evaluation-cache.ts';
import type { EvaluationWaiters } from './evaluation-waiters.ts';
import { afterOpinion, type Opinion } from './job-life.ts';
import { type JobQueue, markOf, readJob } from './job-queue.ts';
import { isSigned, type WorkerName, type WorkerNames, type WorkerRefusal } from './worker-name.ts';
import type { Workers } from './workers.ts';

interface WorkerApiParts {
  readonly queue: JobQueue;
  readonly store: DeepQueueStore;
  readonly cache: EvaluationCache;
  readonly waiters: EvaluationWaiters;
  readonly workers: Workers;
  readonly names: WorkerNames;
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
  /** Null if the lease does not hold such a job. */
  readonly held: HeldJob | null;
  readonly verdict: Result<JobResult, ResultCode>;
  /** The worker's signature, verified, and what it signed. Null for a worker without a key. */
  readonly signed: Signed | null;
}

/** A signature of a result, and the result as the worker has written it. */
interface Signed {
  readonly sig: string;
  readonly said: PackedResult;
}

/** The changes of the queue by a submission. */
interface Changes {
  readonly answered: StoredEvaluation[];
  readonly done: string[];
  readonly noted: { readonly key: string; readonly opinions: string; readonly hadBy: string }[];
  readonly agreed: { readonly job: Job; readonly result: JobResult; readonly judges: readonly Opinion[] }[];
  dropped: number;
}

const NOT_YOURS = 'This lease is over, or it is not yours: acquire again.';
const NOT_BELIEVED = 'This worker gave a wrong answer to a job whose answer is known. Its results are not used.';

/** Hands out jobs to volunteers' workers and takes their results. All input is untrusted. */
export class WorkerApi {
  readonly #parts: WorkerApiParts;
  #rejected = 0;

  constructor(parts: WorkerApiParts) {
    this.#parts = parts;
  }

  /** Leases jobs to a worker that the door key `door` has let in. Returns none when there is no work for its engine, or the worker is not trusted. */
  async acquire(body: AcquireBody, door: string): Promise<Result<Acquired, WorkerRefusal>> {
    const worker = await this.#parts.names.ofLease(body, door, this.#parts.world.now());
    return worker.ok ? { ok: true, value: await this.#lease(worker.value, body) } : worker;
  }

  async #lease(worker: WorkerName, { engineId, count }: AcquireBody): Promise<Acquired> {
    if (!(await this.#parts.workers.meet(worker.name, engineId === this.#parts.engineId))) return { jobs: [] };
    const token = uuidOf(this.#parts.world.randomBytes(16));
    const wanted = await this.#parts.queue.wanted(worker, engineId, token, Math.min(count, leaseCount.most));
    const planned = engineId === this.#parts.engineId ? this.#parts.canaries.plan(wanted.count) : 0;
    // A canary alone would give itself away, so there are none without other work.
    const hasWork = planned > 0 && (await this.#parts.store.hasWork(wanted));
    const canaries = hasWork ? await this.#parts.canaries.lease(wanted, planned) : [];
    const jobs = await this.#parts.queue.take({ ...wanted, count: wanted.count - canaries.length });
    const mixed = this.#parts.canaries.mix(jobs, canaries);
    return mixed.length > 0 ? { token, jobs: mixed } : { jobs: [] };
  }

  /** Takes results of a lease. Each is judged separately; a wrong one does not affect the others. */
  async submit(body: SubmitBody, door: string): Promise<SubmissionOutcome> {
    const { token, workerId, results } = body;
    const worker = this.#parts.names.ofSubmission(body, door);
    if (!(await this.#parts.workers.meet(worker.name, false))) return this.#refuseAll(results.length, NOT_BELIEVED);
    const held = new Map(
      (await this.#parts.store.held(token, worker.name, this.#parts.world.now())).map((job) => [job.key, job]),
    );
    if (held.size === 0) return this.#refuseAll(results.length, NOT_YOURS);
    const checked: Checked[] = [];
    const pub = isSigned(results) ? workerId : null;
    for (const { key, result, sig } of results) {
      const job = held.get(key) ?? null;
      const signed = job && pub !== null ? await signedBy(pub, readJob(job.job), result, sig) : null;
      const isForged = job !== null && pub !== null && signed === null;
      const verdict = judged(job, result, isForged);
      // Only the first valid result of a job counts.
      if (verdict.ok) held.delete(key);
      checked.push({ key, held: job, verdict, signed });
      await this.#parts.yieldToEventLoop();
    }
    const missed = await this.#missedCanary(checked);
    if (missed !== null) return this.#distrust(worker.name, missed, checked.length);
    const behind = worker.door === null ? {} : { door: worker.door };
    const judge = { id: workerId, at: this.#parts.world.now(), ...behind };
    return this.#accept(token, { party: worker.party, judge }, checked);
  }

  async status(annotations: WorkerStatus['annotations']): Promise<QueueFigures> {
    const { depth } = await this.#parts.queue.count();
    const { present, distrusted } = await this.#parts.workers.count();
    return {
      depth,
      ...this.#parts.queue.counters,
      rejected: this.#rejected,
      cache: this.#parts.cache.status,
      annotations,
      engineId: this.#parts.engineId,
      strict: this.#parts.isStrict,
      signedOnly: this.#parts.names.isSignedOnly,
      leastBgWorker: LEAST_BG_WORKER,
      serverKey: this.#parts.names.serverPub,
      workers: present,
      canaries: { ...this.#parts.canaries.status, ignoredWorkers: distrusted },
    };
  }

  /** The first canary with a wrong answer, or null. Checks every canary, so that the counters are right. */
  async #missedCanary(checked: readonly Checked[]): Promise<string | null> {
    let missed: string | null = null;
    for (const { key, held, verdict } of checked) {
      if (!verdict.ok || held === null || held.known === null) continue;
      if (!(await this.#parts.canaries.isRight(key, held.known, verdict.value))) missed ??= key;
    }
    return missed;
  }

  async #distrust(worker: string, missed: string, count: number): Promise<SubmissionOutcome> {
    await this.#parts.workers.distrust(worker, missed);
    await this.#parts.store.revoke(worker, this.#parts.world.now());
    this.#parts.log.warn({ worker }, 'a worker failed a canary; its results are not used for a day');
    return this.#refuseAll(count, NOT_BELIEVED);
  }

  async #accept(token: string, by: Omit<Opinion, 'result'>, checked: readonly Checked[]): Promise<SubmissionOutcome> {
    const changes: Changes = { answered: [], done: [], noted: [], agreed: [], dropped: 0 };
    const isPair = this.#parts.isStrict || (await this.#parts.workers.count()).present > 1;
    for (const { held, verdict, signed } of checked) {
      const judge = { ...by.judge, ...signed };
      if (held !== null && verdict.ok) this.#judge(changes, held, { ...by, judge, result: verdict.value }, isPair);
    }
    const changed = await this.#parts.store.conclude({ token, at: this.#parts.world.now(), ...changes });
    const stored = changes.answered.map(({ key }) => key).filter((key) => changed.has(key));
    this.#parts.queue.note(stored.length, changes.dropped);
    this.#parts.waiters.resolve(stored);
    await this.#parts.cache.grown(stored.length);
    for (const { job, result, judges } of changes.agreed)
      await this.#parts.canaries.learn(job, result, judges, this.#parts.isStrict);
    const codes = checked.flatMap(({ key, verdict }) =>
      !verdict.ok ? verdict.code : changed.has(key) ? [] : ('not-leased' as const),
    );
    return this.#receipt(checked.length - codes.length, codes);
  }

  /** Adds an accepted result to the changes. */
  #judge(changes: Changes, held: HeldJob, opinion: Opinion, isPair: boolean): void {
    const { key, hadBy } = held;
    if (held.known !== null) {
      changes.done.push(key);
      return;
    }
    const earlier = JSON.parse(held.opinions) as Opinion[];
    const after = afterOpinion(earlier, opinion, this.#parts.isStrict || earlier.length > 0);
    if (after.outcome === 'noted') {
      changes.noted.push({ key, opinions: JSON.stringify(after.opinions), hadBy });
      return;
    }
    if (after.outcome === 'answered') {
      const { result, judges } = after;
      const said = JSON.stringify(judges.map(({ judge }) => judge));
      changes.answered.push({ key, text: packResult(result), judges: said });
      changes.agreed.push({ job: readJob(held.job), result, judges });
    } else changes.dropped += 1;
    // The job may stay for another worker, so that its answer becomes known: a canary.
    if (earlier.length === 0 && !this.#parts.isStrict && isPair && this.#parts.canaries.wantsSecondOpinion())
      changes.noted.push({ key, opinions: JSON.stringify([opinion]), hadBy: `${hadBy}${markOf(opinion.party)}` });
    else changes.done.push(key);
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

/** A forged result is not looked at further. */
function judged(job: HeldJob | null, result: unknown, isForged: boolean): Result<JobResult, ResultCode> {
  if (job === null) return refuseResult('not-leased');
  return isForged ? refuseResult('bad-signature') : checkResult(readJob(job.job).req, result);
}

/** The signature of a result if the worker with this key has made it, else null. */
async function signedBy(pub: string, job: Job, answer: unknown, sig: string | undefined): Promise<Signed | null> {
  const read = z.safeParse(jobResult, answer);
  if (!read.success || sig === undefined) return null;
  const { plays, cube } = read.data;
  const result = cube ? { plays, cube } : { plays };
  const statement = { engine: job.engineId, ply: job.ply, question: job.req, result };
  return (await verifyJudgement(pub, statement, sig)) ? { sig, said: packResult(result) } : null;
}

/** Formats sixteen random bytes as a version 4 UUID. */
function uuidOf(random: Uint8Array): string {
  const hex = toHex(random);
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
