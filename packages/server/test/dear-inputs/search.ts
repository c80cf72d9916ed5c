import { SeededRandom } from '@anchor/testkit/random';

/** A reader of untrusted input. */
export interface Target {
  readonly name: string;
  /** Largest length of an input, in characters. */
  readonly most: number;
  /** The pieces of inputs. */
  readonly pieces: readonly string[];
  /** Inputs that each search tries, whatever its seed. They may be longer than `most`. */
  readonly known?: readonly string[];
  /** Bound of the processor time of any input, in milliseconds. Without it the time per KB is bounded. */
  readonly mostMs?: number;
  make(random: SeededRandom): string;
  run(input: string): unknown;
}

export interface Finding {
  readonly target: string;
  readonly input: string;
  /** Minimum CPU time of the whole process over several runs. */
  readonly ms: number;
  readonly msPerKB: number;
}

const BYTES_A_KB = 1024;
const POOL = 6;
const RUNS = 7;
/** An input that takes so many milliseconds is measured less often, so that a search of long ones ends. */
const SLOW_MS = 100;
const SLOW_RUNS = 2;

/** Repeats a short unit up to the largest length. `#` becomes a different number in each copy. */
export function filled(random: SeededRandom, pieces: readonly string[], most: number): string {
  const unit = Array.from({ length: 1 + random.below(4) }, () => random.pick(pieces)).join('');
  const copies: string[] = [];
  for (let length = 0, n = 0; ; n++) {
    const copy = unit.replaceAll('#', String(n));
    length += copy.length;
    if (copy.length === 0 || length > most) return copies.join('');
    copies.push(copy);
  }
}

function soup(random: SeededRandom, pieces: readonly string[], most: number): string {
  const length = random.below(Math.min(most, 2_000));
  let text = '';
  while (text.length < length) text += random.pick(pieces).replaceAll('#', String(random.below(1_000)));
  return text.slice(0, most);
}

/** A random input. */
export function made(random: SeededRandom, pieces: readonly string[], most: number): string {
  return random.next() < 0.7 ? filled(random, pieces, most) : soup(random, pieces, most);
}

/** A mutation of this input. */
function mutated(random: SeededRandom, { pieces, most }: Target, input: string, other: string): string {
  const [from, to] = [random.below(input.length + 1), random.below(input.length + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [head, middle, tail] = [input.slice(0, from), input.slice(from, to), input.slice(to)];
  const ways = [
    () => head + random.pick(pieces).repeat(1 + random.below(1_000)) + middle + tail,
    () => head + middle.repeat(2 + random.below(20)) + tail,
    () => head + tail,
    () => random.pick(pieces) + input,
    () => input + random.pick(pieces),
    () => head + other.slice(random.below(other.length + 1)),
    () => head + soup(random, pieces, 100) + tail,
  ];
  return random.pick(ways)().slice(0, most);
}

/** CPU time, so that neither waiting nor other processes count. */
async function costOf(target: Target, input: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const begin = process.cpuUsage();
    await target.run(input);
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Hill climbing from random inputs to more expensive ones. Returns the most expensive one found. */
export async function dearest(target: Target, seed: number, tries: number): Promise<Finding> {
  const random = new SeededRandom(seed);
  const pool: { readonly input: string; readonly ms: number }[] = [];
  const { known = [] } = target;
  for (let n = 0; n < known.length + tries; n++) {
    const isNew = pool.length < POOL || random.next() < 0.4;
    const found = () =>
      isNew ? target.make(random) : mutated(random, target, random.pick(pool).input, random.pick(pool).input);
    const input = known[n] ?? found();
    const least = pool.length < POOL ? 0 : (pool.at(-1)?.ms ?? 0);
    if ((await costOf(target, input, 1)) <= least) continue;
    // Measure again, because another task may have used the CPU.
    const ms = await costOf(target, input, 2);
    pool.push({ input, ms });
    pool.sort((a, b) => b.ms - a.ms);
    pool.length = Math.min(pool.length, POOL);
  }
  const again: { readonly input: string; readonly ms: number }[] = [];
  for (const { input, ms } of pool)
    again.push({ input, ms: await costOf(target, input, ms > SLOW_MS ? SLOW_RUNS : RUNS) });
  const found = again.sort((a, b) => b.ms - a.ms)[0] ?? { input: '', ms: 0 };
  const kilobytes = Math.max(1, found.input.length / BYTES_A_KB);
  return { target: target.name, input: found.input, ms: found.ms, msPerKB: found.ms / kilobytes };
}

/** The beginning of an input, for reports. */
export function beginningOf(input: string): string {
  const text = JSON.stringify(input.length > 60 ? input.slice(0, 60) : input);
  return `${text} (${input.length} characters)`;
}
