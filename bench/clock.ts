/** One thing to measure: a pass over its work, which returns how much it did. */
export interface Contender {
  readonly name: string;
  readonly pass: () => Work;
}
export interface Work {
  readonly rolls: number;
  readonly plays: number;
}
export interface Rate {
  readonly name: string;
  readonly rollsPerS: number;
  readonly playsPerS: number;
}

const WARM_UP_MS = 500;
const ROUND_MS = 400;
const ROUNDS = 7;

/** Rates per second of all contenders, taken in turns so that a slow moment of the machine meets them all; medians. */
export function measure(contenders: readonly Contender[]): Rate[] {
  for (const { pass } of contenders) round(pass, WARM_UP_MS);
  const rounds = Array.from({ length: ROUNDS }, () => contenders.map(({ pass }) => round(pass, ROUND_MS)));
  return contenders.map(({ name }, index) => ({
    name,
    rollsPerS: median(rounds.map((rates) => rates[index]!.rolls)),
    playsPerS: median(rounds.map((rates) => rates[index]!.plays)),
  }));
}

function round(pass: () => Work, forMs: number): Work {
  const begin = performance.now();
  let rolls = 0;
  let plays = 0;
  let tookMs = 0;
  do {
    const work = pass();
    rolls += work.rolls;
    plays += work.plays;
    tookMs = performance.now() - begin;
  } while (tookMs < forMs);
  return { rolls: (rolls * 1000) / tookMs, plays: (plays * 1000) / tookMs };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
