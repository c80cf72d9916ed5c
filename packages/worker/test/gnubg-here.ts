import { expect } from 'vitest';
import { findGnubg } from '../src/engine/gnubg.ts';

/** Returns the path of gnubg, or null with a warning if it is missing. On CI a missing gnubg is a failure. */
export function gnubgHere(): string | null {
  const program = process.env.TEST_GNUBG ?? findGnubg();
  if (program === null) {
    console.warn(
      '!! GNU Backgammon is not installed: the tests with the real engine do NOT run (Debian: apt install gnubg).',
    );
    expect(process.env.CI, 'on CI the engine must be installed').toBeFalsy();
  }
  return program;
}
