import { expect } from 'vitest';
import { findGnubg } from '../src/engine/find-gnubg.ts';

/** The program that these tests need, or null; said aloud, and a failure where everything must be there. */
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
