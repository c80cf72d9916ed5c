import { describe, expect, it } from 'vitest';
import { FigureFiller } from '../../src/domain/analysis/figure-filler.ts';
import type { AnnotationName } from '../../src/domain/ports/analysis.ts';
import { FakeAlarms, FakeLog, FakeWorld, START_MS } from '../support/fake-world.ts';

const DAY_MS = 86_400_000;
const damaged: AnnotationName = { matchId: 'a-match-00', engineId: 'engine-1', ply: 2 };

/** A filler over a store whose steps the test gives. */
function filler(steps: () => AsyncIterable<readonly AnnotationName[]>) {
  const [world, log] = [new FakeWorld(), new FakeLog()];
  const alarms = new FakeAlarms(world);
  return { made: new FigureFiller({ store: { fillIn: steps }, alarms, world, log }), alarms, log };
}

describe('the figures of stored reports', () => {
  it('are filled in at the start and a day later, and reports that cannot be read are named in the log', async () => {
    let rounds = 0;
    const { made, alarms, log } = filler(async function* () {
      rounds += 1;
      yield [];
      yield [damaged];
    });
    made.start();
    await expect.poll(() => alarms.at('report-figures'), { interval: 1 }).toBe(START_MS + DAY_MS);
    expect(log.lines).toEqual([expect.objectContaining({ report: damaged })]);
    await alarms.ring('report-figures');
    expect(rounds).toBe(2);
  });

  it('are filled in again ten minutes after the storage has failed', async () => {
    const { made, alarms, log } = filler(async function* () {
      yield [];
      throw new Error('no storage');
    });
    made.start();
    await expect.poll(() => alarms.at('report-figures'), { interval: 1 }).toBe(START_MS + 600_000);
    expect(log.errors).toHaveLength(1);
  });

  it('are left after the present step when the service stops', async () => {
    let steps = 0;
    let isReached = () => {};
    const second = new Promise<void>((resolve) => {
      isReached = resolve;
    });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { made, alarms } = filler(async function* () {
      for (;;) {
        steps += 1;
        if (steps === 2) isReached();
        if (steps === 2) await held;
        yield [];
      }
    });
    made.start();
    await second;
    const stopped = made.stop();
    goOn();
    await stopped;
    expect([steps, alarms.at('report-figures')]).toEqual([2, null]);
  });
});
