/** How long one pass of a contender took. */
export interface Timing {
  readonly name: string;
  readonly medianMs: number;
  readonly bestMs: number;
  /** Processor time of all threads, the mean of all passes; null in a page. */
  readonly cpuMs: number | null;
}

/** Times contenders in turns, so that a slow moment of the machine meets them all. Runs in a page as well. */
export async function timings(
  contenders: Readonly<Record<string, () => Promise<void>>>,
  rounds = 31,
  warmUpRounds = 8,
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
  return Object.keys(contenders).map((name, index) => {
    const sorted = taken[index]?.toSorted((a, b) => a - b) ?? [];
    return { name, medianMs: sorted[rounds >> 1] ?? 0, bestMs: sorted[0] ?? 0, cpuMs: cpuMs[index] || null };
  });
}
