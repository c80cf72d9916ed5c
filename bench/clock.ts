import { median } from './shared/samples.ts';

/**
 * One implementation to measure. Its work consists of parts, which are the same and in the same order for all
 * contenders.
 */
export interface Contender {
  readonly name: string;
  readonly parts: readonly Part[];
}
/** Does one part of the work once. Returns the amount of work. */
type Part = () => Work;
interface Work {
  readonly rolls: number;
  readonly plays: number;
}
interface Rate {
  readonly name: string;
  readonly rollsPerS: number;
  readonly playsPerS: number;
  /** The first contender's rate divided by this one's: the median of the ratios within each round. */
  readonly firstIsTimes: number;
}

const WARM_UP_ROUNDS = 1;
const ROUNDS = 5;
/**
 * A part is repeated for this long: enough for the clock's resolution, too short for the load of the machine
 * to change.
 */
const SLICE_MS = 4;

/**
 * Returns the rates of all contenders per second of processor time, so that other processes do not count. The
 * contenders alternate after every part of a round, so that a slow period of the machine affects all of them
 * and cancels out in the ratio within a round.
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

/** Measures each contender over all parts. Every part has the same weight, however fast it is. */
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

/** Measures a part: the mean of as many repetitions as fit into the slice. */
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
