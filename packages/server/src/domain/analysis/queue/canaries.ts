import type { Job, JobResult, JudgedPlay } from '@anchor/wire';
import type { Log, World } from '../../ports.ts';
import { arePlaysAlike } from './agreement.ts';

/** A job of which it is known what the engine says. */
export interface KnownAnswer {
  readonly job: Job;
  /** Best first, hops as the rules write them. */
  readonly plays: readonly JudgedPlay[];
}

export interface CanaryParts {
  /** Whatever is known; rejects when it cannot be read. */
  readonly known: () => Promise<readonly KnownAnswer[]>;
  /** Of a hundred jobs given out, so many are canaries. */
  readonly percent: number;
  readonly world: Pick<World, 'randomBytes'>;
  readonly log: Log;
}

/** Jobs with a known answer, mixed in among the others: whoever misses one cannot be believed about the rest. */
export class Canaries {
  readonly #parts: CanaryParts;
  #known: readonly KnownAnswer[] = [];
  #byKey: ReadonlyMap<string, KnownAnswer> = new Map();
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
    if (count > 0) await this.#load();
    const drawn = new Set<Job>();
    for (let tries = 0; drawn.size < count && tries < 2 * count; tries++) {
      const known = this.#known[this.#chance(this.#known.length)];
      if (known) drawn.add(known.job);
    }
    return [...drawn];
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

  /** Whether an answer, already checked, is the known one; the same best play and everything within the agreement. */
  isRight(key: string, result: JobResult): boolean {
    const known = this.#byKey.get(key);
    const right = known !== undefined && arePlaysAlike(known.plays, result.plays);
    this.#checked += 1;
    this.#missed += right ? 0 : 1;
    return right;
  }

  get status() {
    return { checked: this.#checked, missed: this.#missed };
  }

  async #load(): Promise<void> {
    if (this.#known.length > 0) return;
    try {
      this.#known = await this.#parts.known();
      this.#byKey = new Map(this.#known.map((known) => [known.job.key, known]));
    } catch (err) {
      // work goes on without them
      this.#parts.log.error({ err }, 'canaries could not be read');
    }
  }

  /** A whole number from 0 to below `end`; the bias of four bytes is too small to matter here. */
  #chance(end: number): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#parts.world.randomBytes(4);
    return Math.floor(((((a * 256 + b) * 256 + c) * 256 + d) / 2 ** 32) * end);
  }
}
