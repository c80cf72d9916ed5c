import { randomInt } from 'node:crypto';
import { SeededRandom } from '@anchor/testkit/random';
import type { Job, JobResult } from '@anchor/wire';
import { describe, expect, it } from 'vitest';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import { LEASE_MS, REQUEST_MS } from '../../src/domain/analysis/queue/job-life.ts';
import { honestResult, jobsFor } from './engine.ts';
import { DOOR, openTestQueue, type TestQueue } from './kit.ts';
import { Model } from './model.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const JOBS = jobsFor(24);
const ASKERS = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
const WORKERS = ['w1', 'w2', 'w3', 'w4'];
/** Short schedules, because a long one ends with everything judged. */
const RUNS = 8;
const STEPS = 80;

/** A second possible answer with another best play. A third would be impossible. */
const answersOf = (job: Job): readonly (JobResult | null)[] => {
  const { plays } = honestResult(job);
  const [first, second] = plays;
  if (!first || !second) throw new Error('these jobs have more than one play');
  return [{ plays }, { plays: [second, first, ...plays.slice(2)] }, { plays: plays.slice(1) }];
};
const ANSWERS = new Map(JOBS.map((job) => [job.key, answersOf(job)]));

/** One random schedule, compared with the model after each step. */
class Schedule {
  readonly queue: TestQueue;
  readonly model: Model;
  readonly #chance: SeededRandom;
  readonly #waits: { readonly keys: Set<string>; cancel(): void }[] = [];
  readonly #tokens: { readonly token: string; readonly workerId: string; readonly keys: readonly string[] }[] = [];

  constructor(queue: TestQueue, isStrict: boolean, seedOfRun: number) {
    this.queue = queue;
    this.model = new Model(isStrict);
    this.#chance = new SeededRandom(seedOfRun);
  }

  readonly #steps = {
    ask: () => this.#ask(),
    cancel: () => this.#cancel(),
    pass: () => this.#pass(),
    acquire: () => this.#acquire(),
    submit: () => this.#submit(),
  };

  async step(): Promise<void> {
    const { ask, cancel, pass, acquire, submit } = this.#steps;
    const drawn = [ask, ask, cancel, pass, acquire, acquire, acquire, submit, submit, submit, submit];
    await this.#chance.pick(drawn)();
    await this.queue.settled();
  }

  async compare(): Promise<void> {
    const { model, queue } = this;
    const { rejected, ...counters } = model.counters;
    expect(await queue.queue.count()).toEqual({ depth: model.depth, leased: model.leased });
    expect(await queue.status()).toMatchObject({ ...counters, rejected, depth: model.depth });
    expect(counters.queued).toBe(counters.served + counters.dropped + model.depth);
    const rows = await queue.evaluations.read(JOBS.map(({ key }) => key));
    const cached = [...rows].map(([key, text]) => [key, JSON.stringify(unpackResult(text))] as const);
    expect(new Map(cached)).toEqual(model.cache);
  }

  #ask(): void {
    const asker = this.#chance.pick(ASKERS);
    const jobs = JOBS.filter(() => this.#chance.below(4) === 0);
    const keys = new Set(jobs.map(({ key }) => key));
    const asking = { asker, until: this.queue.world.now() + REQUEST_MS };
    const { cancel } = this.queue.queue.evaluator.evaluate(asking, jobs, (key) => keys.delete(key));
    for (const key of keys) this.model.ask(key);
    this.#waits.push({ keys, cancel });
  }

  /** A caller that stops waiting changes nothing in the queue. */
  #cancel(): void {
    const [wait] = this.#waits.splice(this.#chance.below(this.#waits.length || 1), 1);
    wait?.cancel();
  }

  #pass(): void {
    this.queue.pass(this.#chance.below(LEASE_MS / 2));
    this.model.pass(this.queue.world.now());
  }

  async #acquire(): Promise<void> {
    const workerId = this.#chance.pick(WORKERS);
    const count = 1 + this.#chance.below(6);
    const lease = await this.queue.acquire(workerId, count);
    const keys = lease.jobs.map(({ key }) => key);
    // As many jobs as possible, none held by another worker, and none that this worker may not have.
    expect(keys).toHaveLength(Math.min(count, this.model.couldTake(workerId)));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(this.model.mayTake(workerId, key)).toBe(true);
    if (!('token' in lease)) return;
    this.model.take(lease.token, workerId, keys, this.queue.world.now());
    this.#tokens.push({ token: lease.token, workerId, keys });
  }

  /** Results of some lease, perhaps expired, of another worker, or of other jobs. */
  async #submit(): Promise<void> {
    if (this.#tokens.length === 0) return;
    const { token, workerId: holder, keys } = this.#chance.pick(this.#tokens.slice(-8));
    const workerId = this.#chance.below(8) === 0 ? this.#chance.pick(WORKERS) : holder;
    const some = keys.filter(() => this.#chance.below(3) > 0);
    const sent = this.#chance.below(8) === 0 ? [...some, this.#chance.pick(JOBS).key] : some;
    const results = sent.map((key) => ({ key, ...this.#answer(key) }));
    const isLive = this.model.leases.get(token)?.workerId === workerId;
    const { answer } = await this.queue.workerApi.submit({ token, workerId, results }, DOOR);
    const taken = results.filter(({ key, text }) => this.model.submit(token, workerId, key, text)).length;
    const ignored = results.length - taken;
    if (isLive) expect(answer).toEqual({ ok: true, accepted: taken, ...(ignored > 0 && { ignored }) });
    else expect(answer).toEqual({ ok: false, error: expect.any(String) });
    this.#forget();
  }

  #answer(key: string): { readonly result: unknown; readonly text: string | null } {
    const index = this.#chance.pick([0, 0, 0, 1, 2]);
    const result = ANSWERS.get(key)?.[index] ?? null;
    return { result, text: index === 2 ? null : JSON.stringify(result) };
  }

  /** A caller that got a result does not wait for it any more. */
  #forget(): void {
    for (const { keys } of this.#waits) for (const key of [...keys]) if (this.model.cache.has(key)) expect.fail(key);
  }
}

describe(`a schedule of askers and workers (seed ${seed})`, () => {
  it.each([
    ['one opinion', false],
    ['two that agree', true],
  ])('follows the model: %s', async (_, isStrict) => {
    const totals = { served: 0, dropped: 0, rejected: 0 };
    for (let run = 0; run < RUNS; run++) {
      const schedule = new Schedule(await openTestQueue({ isStrict }), isStrict, seed + run);
      for (let n = 0; n < STEPS; n++) {
        await schedule.step();
        await schedule.compare();
      }
      const { counters } = schedule.model;
      for (const name of ['served', 'dropped', 'rejected'] as const) totals[name] += counters[name];
    }
    // The schedules were not empty.
    expect(Math.min(totals.served, totals.rejected)).toBeGreaterThan(RUNS);
  });
});
