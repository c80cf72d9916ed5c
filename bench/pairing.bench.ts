// Simulates people who come, ask for an opponent, wait, play and go, with three ways to pair them. Deterministic by seed, except the
// time per seek.
import { meetAt } from '../packages/server/src/domain/lobby/seek.ts';
import { SeekPool } from '../packages/server/src/domain/lobby/seek-pool.ts';
import type { Seek } from '../packages/server/src/domain/rooms/lobby-messages.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import { quantile } from './shared/samples.ts';

const SEED = 20261123;
const SIMULATED_MS = 4 * 3_600_000;
const MEAN_IDLE_MS = 60_000;
const MEAN_MATCH_MS = 300_000;
/** A person who waits gives up after this time on average. */
const MEAN_PATIENCE_MS = 180_000;
const UNLIMITED_MS = 20_000;
const FIXED_TOLERANCE = 150;

/** A way to pair the seeks that wait. Times are milliseconds since the epoch. */
interface Policy {
  set(seek: Seek): void;
  remove(pub: string): void;
  /** Two seeks to be paired now, or null. */
  closestPair(now: number): readonly [Seek, Seek] | null;
  /** The next time at which two seeks may become possible opponents, or null. */
  readonly nextAt: number | null;
}

/** True if time alone can bring two seeks together. */
const mayEverMeet = (a: Seek, b: Seek) => meetAt(a, b) < Number.POSITIVE_INFINITY;

/** Pairs a new seek with the one that has waited longest among those within a tolerance that never changes. */
class Unchanging implements Policy {
  readonly #seeks = new Map<string, Seek>();
  readonly #tolerance: number;
  readonly nextAt = null;
  #fresh: Seek | null = null;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  set(seek: Seek): void {
    this.#seeks.set(seek.from.pub, seek);
    this.#fresh = seek;
  }

  remove(pub: string): void {
    this.#seeks.delete(pub);
  }

  closestPair(): readonly [Seek, Seek] | null {
    const fresh = this.#fresh;
    this.#fresh = null;
    if (!fresh) return null;
    for (const seek of this.#seeks.values()) {
      const difference = Math.abs(seek.from.rating - fresh.from.rating);
      if (difference <= this.#tolerance && mayEverMeet(seek, fresh)) return [seek, fresh];
    }
    return null;
  }
}

const POLICIES: Readonly<Record<string, () => Policy>> = {
  'closest first, widening': () => new SeekPool(),
  'first come, first served': () => new Unchanging(Number.POSITIVE_INFINITY),
  'at most 150 points, always': () => new Unchanging(FIXED_TOLERANCE),
};

interface Person {
  readonly pub: string;
  readonly rating: number;
  /** The next thing that this person does, unless a pairing comes first. */
  does: 'ask' | 'give up' | 'wait on' | 'leave the table';
  at: number;
  /** When this person loses patience. */
  patientUntil: number;
}

interface Figures {
  seeks: number;
  readonly waitsMs: number[];
  readonly differences: number[];
  /** Pairs of seeks that could be paired and have both waited for longer than the tolerance takes to become unlimited. */
  sideBySide: number;
  perSeekUs: number;
}

/** Mixed terms, one half of them the same. One seek in six has a range of ratings. */
function wantedTermsOf({ pub, rating }: Person, now: number, random: () => number): Seek {
  const isUsual = random() < 0.5;
  const length = isUsual ? 5 : ([1, 3, 5, 7][Math.floor(random() * 4)] ?? 5);
  const clock = isUsual || random() < 0.5 ? 'normal' : 'fast';
  const rated = isUsual || random() < 0.7;
  const width = random() < 1 / 6 ? 100 + Math.floor(random() * 300) : 0;
  const range = width > 0 ? { range: { least: Math.round(rating) - width, most: Math.round(rating) + width } } : {};
  const from = { pub, name: pub, rating, rd: 80, provisional: false };
  const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
  return { id: `seek-${pub}`, from, length, clock, rated, rules, ...range, since: now, passed: [] };
}

function simulate(people: number, policy: Policy): Figures {
  const random = seededRandom(SEED);
  const after = (meanMs: number) => -meanMs * Math.log(1 - random());
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, 0) - 6;
  const all = Array.from({ length: people }, (_, index): Person => {
    const rating = 1500 + 250 * normal();
    return { pub: `key${index}`, rating, does: 'ask', at: after(MEAN_IDLE_MS), patientUntil: 0 };
  });
  const byKey = new Map(all.map((person) => [person.pub, person]));
  const waiting = new Map<string, Seek>();
  const figures: Figures = { seeks: 0, waitsMs: [], differences: [], sideBySide: 0, perSeekUs: 0 };
  let spentMs = 0;

  const pairAll = (now: number) => {
    for (let pair = policy.closestPair(now); pair; pair = policy.closestPair(now)) {
      const endAt = now + after(MEAN_MATCH_MS);
      for (const { from, since } of pair) {
        const person = byKey.get(from.pub);
        if (person) Object.assign(person, { does: 'leave the table', at: endAt });
        policy.remove(from.pub);
        waiting.delete(from.pub);
        figures.waitsMs.push(now - since);
      }
      figures.differences.push(Math.abs(pair[0].from.rating - pair[1].from.rating));
    }
  };
  const act = (person: Person, now: number) => {
    if (person.does === 'ask') {
      const seek = wantedTermsOf(person, now, random);
      figures.seeks += 1;
      waiting.set(person.pub, seek);
      person.patientUntil = now + after(MEAN_PATIENCE_MS);
      Object.assign(person, { does: 'wait on', at: Math.min(person.patientUntil, now + UNLIMITED_MS + 1) });
      policy.set(seek);
    } else if (person.does === 'wait on' && now < person.patientUntil) {
      const own = waiting.get(person.pub);
      for (const other of waiting.values())
        if (own && other !== own && now - other.since > UNLIMITED_MS && mayEverMeet(own, other))
          figures.sideBySide += 1;
      Object.assign(person, { does: 'give up', at: person.patientUntil });
    } else {
      policy.remove(person.pub);
      waiting.delete(person.pub);
      Object.assign(person, { does: 'ask', at: now + after(MEAN_IDLE_MS) });
    }
  };
  for (;;) {
    let next = all[0];
    for (const person of all) if (next && person.at < next.at) next = person;
    if (!next) return figures;
    const dueAt = policy.nextAt ?? Number.POSITIVE_INFINITY;
    const now = Math.min(next.at, dueAt);
    if (now > SIMULATED_MS) break;
    const begin = performance.now();
    if (dueAt > next.at) act(next, now);
    pairAll(now);
    spentMs += performance.now() - begin;
  }
  figures.perSeekUs = (1000 * spentMs) / figures.seeks;
  return figures;
}

const seconds = (list: readonly number[], share: number) => (quantile(list, share) / 1000).toFixed(1);
const points = (list: readonly number[], share: number) => quantile(list, share).toFixed(0);

console.log(
  '| people | policy | seeks | paired | wait s: median | p95 | longest | difference: median | p95 | left side by side | µs a seek |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
for (const people of [10, 100, 1_000]) {
  for (const [name, make] of Object.entries(POLICIES)) {
    const { seeks, waitsMs, differences, sideBySide, perSeekUs } = simulate(people, make());
    const paired = `${((100 * waitsMs.length) / seeks).toFixed(1)} %`;
    const waits = [seconds(waitsMs, 0.5), seconds(waitsMs, 0.95), seconds(waitsMs, 1)];
    const apart = [points(differences, 0.5), points(differences, 0.95)];
    const row = [people, name, seeks, paired, ...waits, ...apart, sideBySide, perSeekUs.toFixed(0)];
    console.log(`| ${row.join(' | ')} |`);
    if (name === 'closest first, widening' && sideBySide > 0) process.exitCode = 1;
  }
}
