import type { Job, JobResult, JudgedPlay } from '@anchor/wire';
import type { Log, World } from '../../ports.ts';
import { arePlaysAlike } from './agreement.ts';

/** A job of which it is known what the engine says. */
export interface KnownAnswer {
  readonly job: Job;
  /** Best first, hops as the rules write them. */
  readonly plays: readonly JudgedPlay[];
}

export type KnownAnswers = () => Promise<readonly (() => KnownAnswer)[]>;

export interface CanaryParts {
  /** Whatever is known, each worked out when it is first used; rejects when it cannot be read. */
  readonly known: KnownAnswers;
  /** Of a hundred jobs given out, so many are canaries. */
  readonly percent: number;
  readonly world: Pick<World, 'randomBytes'>;
  readonly log: Log;
}

/** Jobs with a known answer, mixed in among the others: whoever misses one cannot be believed about the rest. */
export class Canaries {
  readonly #parts: CanaryParts;
  /** Those that were given out. */
  readonly #byKey = new Map<string, KnownAnswer>();
  #checked = 0;
  #missed = 0;

  constructor(parts: CanaryParts) {
    this.#parts = parts;
  }

  /** How many of the next so many jobs shall be canaries. */
  plan(count: number): number {
    const { percent } = this.#parts;
    return percent === 0 ? 0 : Array.from({ length: count }, () => this.#chance(100)).filter((n) => n < percent).length;
  }

  /** So many different ones; none when nothing is known. */
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

  /** The same jobs, the canaries at places that tell nothing. */
  mix(jobs: readonly Job[], canaries: readonly Job[]): Job[] {
    const mixed = [...jobs];
    for (const canary of canaries) mixed.splice(this.#chance(mixed.length + 1), 0, canary);
    return mixed;
  }

  jobOf(key: string): Job | null {
    return this.#byKey.get(key)?.job ?? null;
  }

  /**
   * Whether an answer, already checked, is the known one: the same best play, and everything within the agreement. Chances are
   * compared if it has any.
   */
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
      return await this.#parts.known();
    } catch (err) {
      // work goes on without them
      this.#parts.log.error({ err }, 'canaries could not be read');
      return [];
    }
  }

  /** A whole number from 0 to below `end`; the bias of four bytes is too small to matter here. */
  #chance(end: number): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#parts.world.randomBytes(4);
    return Math.floor(((((a * 256 + b) * 256 + c) * 256 + d) / 2 ** 32) * end);
  }
}
