/** One thing to measure: its work cut into parts, the same ones in the same order for all that are compared. */
export interface Contender {
  readonly name: string;
  readonly parts: readonly Part[];
}
/** Does one part of the work once, and says how much that was. */
export type Part = () => Work;
export interface Work {
  readonly rolls: number;
  readonly plays: number;
}
export interface Rate {
  readonly name: string;
  readonly rollsPerS: number;
  readonly playsPerS: number;
  /** How many times the rolls per second of this one the first contender reaches: the median of the rounds' own ratios. */
  readonly firstIsTimes: number;
}

const WARM_UP_ROUNDS = 1;
const ROUNDS = 5;
/** A part is done again until so much time has passed: long enough for the clock, too short for the machine to change. */
const SLICE_MS = 4;

/**
 * Rates per second of processor time of all contenders, so that what else the machine does is not counted. They take turns after every part of a round, so that a slow moment of the machine,
 * which may last as long as a round, meets them all, and the ratio within a round is theirs and not the machine's.
 */
export function measure(contenders: readonly Contender[]): Rate[] {
  for (let n = 0; n < WARM_UP_ROUNDS; n++) round(contenders);
  const rounds = Array.from({ length: ROUNDS }, () => round(contenders));
  return contenders.map(({ name }, index) => ({
    name,
    rollsPerS: median(rounds.map((rates) => rates[index]!.rolls)),
    playsPerS: median(rounds.map((rates) => rates[index]!.plays)),
    firstIsTimes: median(rounds.map((rates) => rates[0]!.rolls / rates[index]!.rolls)),
  }));
}

/** The rates of each contender over all parts, each part weighing the same however fast it was. */
function round(contenders: readonly Contender[]): Work[] {
  const sums = contenders.map(() => ({ rolls: 0, plays: 0, ms: 0 }));
  for (const part of contenders[0]!.parts.keys()) {
    contenders.forEach(({ parts }, index) => {
      const { rolls, plays, ms } = timePart(parts[part]!);
      const sum = sums[index]!;
      sum.rolls += rolls;
      sum.plays += plays;
      sum.ms += ms;
    });
  }
  return sums.map(({ rolls, plays, ms }) => ({ rolls: (rolls * 1000) / ms, plays: (plays * 1000) / ms }));
}

/** One doing of a part, its time the mean of as many as fit into the slice. */
function timePart(part: Part): Work & { readonly ms: number } {
  const begin = processorMs();
  let times = 0;
  let work: Work;
  let tookMs = 0;
  do {
    work = part();
    times++;
    tookMs = processorMs() - begin;
  } while (tookMs < SLICE_MS);
  return { ...work, ms: tookMs / times };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The middle one, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}
