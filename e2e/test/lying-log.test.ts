import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIES } from '../lying-log/lies.ts';
import { brokenSource, MUTANTS, PROGRAMS } from '../lying-log/mutants.ts';
import { runSeed } from '../lying-log/run.ts';
import { type RecordedService, recordService } from '../lying-log/service.ts';

/** The short form of `npm run x -- lying-log`: each lie once. */
const SEED = Number(process.env.SEED ?? 42);
let service: RecordedService;
beforeAll(async () => {
  service = await recordService(SEED);
});
afterAll(() => service?.remove());

describe('a lying public log', () => {
  it.each(LIES.map((_, i) => [LIES[(SEED + i) % LIES.length]?.name ?? '', SEED + i] as const))(
    'LL1 page, witness and audit name %s by its name (seed %s)',
    async (_name, seed) => {
      const { lie, detail, broken } = await runSeed(seed, service, PROGRAMS, ['page', 'witness', 'audit']);
      expect(broken, `${lie}, ${detail}`).toEqual([]);
    },
  );

  it.each(MUTANTS)('LL2 can still break the readers: $name', (mutant) => {
    expect(() => brokenSource(mutant)).not.toThrow();
  });
});
