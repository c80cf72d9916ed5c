import { describe, expect, test } from 'vitest';
import { MUTANTS } from './lies/mutants.ts';
import { type Outcome, runSeed } from './lies/run.ts';

/** The short form of `npm run x -- lies`. */
const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

/** Reports what is needed to reproduce a failure. */
function report({ seed, broken, moves }: Outcome): string {
  return [`seed ${seed}`, ...broken, ...moves].join('\n');
}

describe('pages of honest players', () => {
  test('LY1 keep their promises against lying servers, and continue with honest ones', async () => {
    const failed: string[] = [];
    for (const seed of SEEDS) {
      const outcome = await runSeed(seed);
      if (outcome.broken.length > 0) failed.push(report(outcome));
    }
    expect(failed.join('\n\n')).toBe('');
  }, 300_000);

  test('LY2 are the same for the same seed', async () => {
    expect(await runSeed(SEEDS[0]!)).toEqual(await runSeed(SEEDS[0]!));
  }, 60_000);

  test('LY3 are broken in sixteen ways by `npm run x -- lies --mutate`', () => {
    expect(MUTANTS).toHaveLength(16);
  });
});
