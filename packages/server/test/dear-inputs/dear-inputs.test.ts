import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginningOf, dearest, type Target } from './search.ts';
import { started } from './started.ts';
import { httpTargets, textTargets } from './targets.ts';

const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
/** A short search. CONTRIBUTING.md has the command for a full one. */
const TRIES = 12;
/** Limits of CPU time of inputs that may be long. Some machines are slower than ours. */
const MOST_MS = 10;
const MOST_MS_A_KB = 0.25;

let server: Awaited<ReturnType<typeof started>>;
beforeAll(async () => {
  server = await started();
});
afterAll(() => server.stop());

async function tooDear(targets: readonly Target[]) {
  const found: string[] = [];
  for (const target of targets) {
    const { mostMs } = target;
    const { input, ms, msPerKB } = await dearest(target, seed, TRIES);
    const isTooDear = mostMs === undefined ? ms > MOST_MS && msPerKB > MOST_MS_A_KB : ms > mostMs;
    if (isTooDear) found.push(`${target.name}: ${ms.toFixed(1)} ms for ${beginningOf(input)}`);
  }
  return found;
}

describe(`expensive inputs (seed ${seed})`, () => {
  const isBody = ({ name }: Target) => name.startsWith('body');
  const isFile = ({ name }: Target) => name.startsWith('file');

  it('DI1 in 16 KB of a request head cost little', async () => {
    const targets = httpTargets(server.server, server.matchId).filter((target) => !isBody(target));
    expect(await tooDear(targets)).toEqual([]);
    expect(server.log.errors).toEqual([]);
  });

  it(`DI2 in a body or a frame cost little, and in results of workers or a record less than ${MOST_MS_A_KB} ms per KB`, async () => {
    const bodies = httpTargets(server.server, server.matchId).filter(isBody);
    for (const { run, name } of bodies) expect([400, 200], name).toContain(await run('[]'));
    expect(await tooDear([...bodies, ...textTargets.filter((target) => !isFile(target))])).toEqual([]);
    expect(server.log.errors).toEqual([]);
  });

  it('DI4 in a match file of another program cost little', async () => {
    expect(await tooDear(textTargets.filter(isFile))).toEqual([]);
  });
});

it('DI3 are found by the search if quadratic', async () => {
  const quadratic: Target = {
    name: 'quadratic in commas',
    most: 2_000,
    pieces: ['a', ',', '.'],
    make: (random) => random.pick(['a', 'a,a', '.']),
    run(text) {
      const parts = text.split(',');
      let equal = 0;
      for (const one of parts) for (const other of parts) if (one === other) equal++;
      return equal;
    },
  };
  const { input, ms } = await dearest(quadratic, 1, 150);
  expect(input.split(',').length).toBeGreaterThan(500);
  expect(ms).toBeGreaterThan(0.2);
});
