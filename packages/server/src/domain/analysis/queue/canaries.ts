import type { Job, JobResult, JudgedPlay } from '@anchor/wire';
import type { Log, World } from '../../ports/world.ts';
import { arePlaysAlike } from './agreement.ts';

/** A job whose correct answer is known. */
export interface KnownAnswer {
  readonly job: Job;
  /** Best first, with hops in canonical form. */
  readonly plays: readonly JudgedPlay[];
}

export type KnownAnswers = () => Promise<readonly (() => KnownAnswer)[]>;

interface CanaryParts {
  /** All known answers, each computed on first use. Rejects when they cannot be read. */
  readonly known: KnownAnswers;
  /** Percentage of handed-out jobs that are canaries. */
  readonly percent: number;
  readonly world: Pick<World, 'randomBytes'>;
  readonly log: Log;
}

/** Jobs with a known answer, mixed in with the others. A worker that gets one wrong is no longer trusted. */
export class Canaries {
  readonly #known: KnownAnswers;
  readonly #percent: number;
  readonly #world: Pick<World, 'randomBytes'>;
  readonly #log: Log;
  /** Canaries that were handed out. */
  readonly #byKey = new Map<string, KnownAnswer>();
  #checked = 0;
  #missed = 0;

  constructor(parts: CanaryParts) {
    this.#known = parts.known;
    this.#percent = parts.percent;
    this.#world = parts.world;
    this.#log = parts.log;
  }

  /** How many of the next `count` jobs should be canaries. */
  plan(count: number): number {
    return this.#percent === 0
      ? 0
      : Array.from({ length: count }, () => this.#chance(100)).filter((n) => n < this.#percent).length;
  }

  /** Draws up to `count` different canaries. Returns none when no answer is known. */
  async draw(count: number): Promise<Job[]> {
    const known = count > 0 ? await this.#read() : [];
    const indices = new Set<number>();
    for (let tries = 0; indices.size < Math.min(count, known.length) && tries < 4 * count; tries++)
      indices.add(this.#chance(known.length));
    return [...indices].flatMap((index) => {
      const answer = known[index]?.();
      if (answer) this.#byKey.set(answer.job.key, answer);
      return answer?.job ?? [];
    });
  }

  /** Inserts the canaries at random places. */
  mix(jobs: readonly Job[], canaries: readonly Job[]): Job[] {
    const mixed = [...jobs];
    for (const canary of canaries) mixed.splice(this.#chance(mixed.length + 1), 0, canary);
    return mixed;
  }

  jobOf(key: string): Job | null {
    return this.#byKey.get(key)?.job ?? null;
  }

  /** True if a checked answer agrees with the known one. Chances are compared only if the answer has them. */
  isRight(key: string, { plays }: JobResult): boolean {
    const known = this.#byKey.get(key)?.plays ?? [];
    const comparable = plays[0]?.probs ? known : known.map(({ hops, equity }) => ({ hops, equity }));
    const right = arePlaysAlike(comparable, plays);
    this.#checked += 1;
    this.#missed += right ? 0 : 1;
    return right;
  }

  get status() {
    return { checked: this.#checked, missed: this.#missed };
  }

  async #read(): ReturnType<KnownAnswers> {
    try {
      return await this.#known();
    } catch (err) {
      // Volunteers can work without canaries.
      this.#log.error({ err }, 'could not read the known answers; jobs are handed out without canaries');
      return [];
    }
  }

  /** A random integer from 0 to `end` - 1. The bias of four bytes does not matter here. */
  #chance(end: number): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#world.randomBytes(4);
    return Math.floor(((((a * 256 + b) * 256 + c) * 256 + d) / 2 ** 32) * end);
  }
}
