import type { Aborting } from '../../src/domain/ports/matches.ts';

/** An abort without a signature, as the store takes it. */
export function abortFor(blamed: string | null, at: number): Aborting {
  return { blamed, at, reason: 'left', proof: null };
}
