import { mergeConfig } from 'vitest/config';
import shared from '../vitest.shared.ts';

/** Tests that compare times with bounds run alone, after the others. */
const TIMED = '(asides|attack).test.ts';

/** Long journeys through several browsers, which other tests make in Chromium: only the long form has them. */
const LONG = ['browsers-correspondence', 'browsers-meeting', 'browsers-money'];

/** Journeys through pages and whole matches. CI makes a part of them, in turn. A file that is not named here always runs there. */
const JOURNEYS = [
  ...['affinity', 'analysis-oracle', 'analysis-restart', 'backup', 'browsers-absence', 'browsers-collection'],
  ...['browsers-company', 'browsers-engine', 'browsers-locked', 'browsers-study', 'cards', 'collection', 'comfort'],
  ...['connected', 'engine-hints', 'engine-review', 'hint-and-bot', 'hostile', 'language', 'layout', 'lobby-home'],
  ...['match', 'money-session', 'new-key', 'openings', 'other-auditor', 'pages', 'pairing', 'places', 'places-home'],
  ...['places-own', 'places-states', 'places-verify', 'push-firefox', 'puzzle', 'puzzles', 'review', 'worker'],
];

/** Files that this run leaves out. `JOURNEYS=2/4` makes the second quarter of the journeys, without it a run makes all. */
function leftOut(): string[] {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(process.env.JOURNEYS ?? '1/1') ?? [];
  const [at, of] = [Number(part), Number(parts)];
  if (!(at >= 1 && at <= of)) throw new Error('JOURNEYS is a part of the journeys, such as 2/4');
  const others = JOURNEYS.filter((_, index) => index % of !== at - 1);
  const names = process.env.BROWSERS === 'full' ? others : [...others, ...LONG];
  return names.map((name) => `test/${name}.test.ts`);
}

const project = (name: string, exclude: string, maxWorkers: number, groupOrder: number) => ({
  extends: true as const,
  test: { name, exclude: [exclude, ...leftOut()], maxWorkers, sequence: { groupOrder } },
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
