import { mergeConfig } from 'vitest/config';
import shared from '../vitest.shared.ts';

/** Tests that compare times with bounds run alone, after the others. */
const TIMED = '(asides|attack).test.ts';

/** Long journeys through several browsers, which other tests make in Chromium. */
const LONG = 'test/browsers-@(correspondence|meeting|money).test.ts';
const leftOut = process.env.BROWSERS === 'full' ? [] : [LONG];

const project = (name: string, exclude: string, maxWorkers: number, groupOrder: number) => ({
  extends: true as const,
  test: { name, exclude: [exclude, ...leftOut], maxWorkers, sequence: { groupOrder } },
});

// Whole matches in real browsers are slow. Of three files at once, each with its own server and browser, one usually
// waits for an outage or a clock, so that three keep two cores busy.
export default mergeConfig(shared, {
  test: {
    testTimeout: 480_000,
    // CI tries a failed journey once more and names it at the end of its log: it is a fault to mend, of the test or of the product.
    retry: process.env.CI === 'true' ? 1 : 0,
    projects: [project('together', `test/@${TIMED}`, 3, 0), project('timed', `test/!${TIMED}`, 1, 1)],
  },
});
