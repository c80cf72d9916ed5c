import { agreedResult, arePlaysAlike } from '@anchor/analysis';
import type { Job, JobResult } from '@anchor/wire';
import type { DeepQueueStore, JobsWanted } from '../../ports/analysis.ts';
import { packResult, unpackResult } from '../packing.ts';
import type { Opinion } from './job-life.ts';
import { type JobQueue, markOf, readJob } from './job-queue.ts';

interface CanaryParts {
  readonly store: DeepQueueStore;
  readonly queue: Pick<JobQueue, 'chance'>;
  /** Percentage of handed-out jobs that are canaries. */
  readonly percent: number;
}

/** Number of known answers that are kept. */
const MOST_KNOWN = 2_000;
/** Number of workers that get a canary before it is removed. Others may recognise it by then, and its row would grow. */
const MOST_ASKED = 100;
/** Share of the agreements in strict mode that become known answers. */
const STRICT_SHARE = 0.1;

/**
 * Jobs with a known answer, mixed in with the others. A worker that gets one wrong is not trusted any more. The questions are jobs of this
 * service on which two workers agreed; neither they nor their answers are published, and no worker gets the same one twice, so nothing
 * tells a canary from another job.
 */
export class Canaries {
  readonly #store: DeepQueueStore;
  readonly #queue: Pick<JobQueue, 'chance'>;
  readonly #percent: number;
  #checked = 0;
  #missed = 0;

  constructor({ store, queue, percent }: CanaryParts) {
    this.#store = store;
    this.#queue = queue;
    this.#percent = percent;
  }

  /** How many of the next `count` jobs should be canaries. */
  plan(count: number): number {
    if (this.#percent === 0) return 0;
    return Array.from({ length: count }, () => this.#queue.chance() * 100).filter((n) => n < this.#percent).length;
  }

  /** True if another worker shall judge a decision that has its result already, so that the answer becomes known. */
  wantsSecondOpinion(): boolean {
    return this.#percent > 0 && this.#queue.chance() * 100 < this.#percent;
  }

  /** Adds up to `count` canaries to the lease. Returns their jobs. */
  async lease(wanted: JobsWanted, count: number): Promise<Job[]> {
    if (count === 0) return [];
    const drawn = await this.#store.drawKnown(this.#queue.chance(), wanted.mark, count);
    const usable = drawn.filter(({ job }) => readJob(job).engineId === wanted.engineId);
    if (usable.length === 0) return [];
    const added = new Set(await this.#store.addCanaries(usable, wanted));
    await this.#store.markKnown([...added], wanted.mark, MOST_ASKED);
    return usable.filter(({ key }) => added.has(key)).map(({ job }) => readJob(job));
  }

  /** Inserts the canaries at random places. */
  mix(jobs: readonly Job[], canaries: readonly Job[]): Job[] {
    const mixed = [...jobs];
    for (const canary of canaries) mixed.splice(Math.floor(this.#queue.chance() * (mixed.length + 1)), 0, canary);
    return mixed;
  }

  /** True if a checked answer agrees with the known one. Chances are compared only if the answer has them. */
  async isRight(key: string, known: string, answer: JobResult): Promise<boolean> {
    const right = agreesWith(unpackResult(known) ?? { plays: [] }, answer);
    this.#checked += 1;
    this.#missed += right ? 0 : 1;
    await this.#store.judgeKnown(key, right);
    return right;
  }

  /** Keeps a question on which these workers agreed, perhaps. In strict mode there are many, and a part of them is enough. */
  async learn(job: Job, result: JobResult, judges: readonly Opinion[], isStrict: boolean): Promise<void> {
    if (this.#percent === 0 || judges.length < 2 || (isStrict && this.#queue.chance() > STRICT_SHARE)) return;
    const row = { key: job.key, job: JSON.stringify(job), text: packResult(result), lot: this.#queue.chance() };
    const hadBy = judges.map(({ party }) => markOf(party)).join('');
    await this.#store.addKnown([{ ...row, hadBy, right: judges.length }], MOST_KNOWN);
  }

  get status() {
    return { checked: this.#checked, missed: this.#missed };
  }
}

function agreesWith(known: JobResult, answer: JobResult): boolean {
  if (known.plays.length === 0) return agreedResult(known, answer) !== null;
  const hasChances = answer.plays.every(({ probs }) => probs !== undefined);
  const plays = hasChances ? known.plays : known.plays.map(({ hops, equity }) => ({ hops, equity }));
  return arePlaysAlike(plays, hasChances ? answer.plays : answer.plays.map(({ hops, equity }) => ({ hops, equity })));
}
