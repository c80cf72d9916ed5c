/** The duration of one pass of a contender. */
export interface Timing {
  readonly name: string;
  readonly medianMs: number;
  readonly bestMs: number;
  /** Mean processor time of a pass over all threads. Null in a page. */
  readonly cpuMs: number | null;
  /**
   * The first contender's time divided by this one's: the median of the ratios within rounds, which other
   * processes hardly affect.
   */
  readonly firstIsTimes: number;
}

/** Times contenders alternately, so that a slow period of the machine affects all of them. Also runs in a page. */
export async function timings(
  contenders: Readonly<Record<string, () => Promise<void>>>,
  rounds = 61,
  warmUpRounds = 15,
): Promise<Timing[]> {
  const taken = Object.keys(contenders).map((): number[] => []);
  const cpuMs = Object.keys(contenders).map(() => 0);
  const cpuNow = () => {
    const used = globalThis.process?.cpuUsage?.();
    return used ? (used.user + used.system) / 1000 : Number.NaN;
  };
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [index, pass] of Object.values(contenders).entries()) {
      const begin = performance.now();
      const cpuBegin = cpuNow();
      await pass();
      if (round < warmUpRounds) continue;
      taken[index]?.push(performance.now() - begin);
      cpuMs[index]! += (cpuNow() - cpuBegin) / rounds;
    }
  }
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  return Object.keys(contenders).map((name, index) => {
    const ms = taken[index] ?? [];
    const [bestMs = 0] = sorted(ms);
    const medianMs = sorted(ms)[rounds >> 1] ?? 0;
    const firstIsTimes = sorted(ms.map((own, round) => (taken[0]?.[round] ?? 0) / own))[rounds >> 1] ?? 0;
    return { name, medianMs, bestMs, cpuMs: cpuMs[index] || null, firstIsTimes };
  });
}
