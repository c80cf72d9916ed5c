import { equalBytes, fromUtf8, hashFromBase64, toBase64 } from './encoding.ts';
import type { VerifierKey } from './key.ts';
import { MAX_PROOF_HASHES, rootsFromConsistency } from './merkle.ts';
import { MAX_NOTE_BYTES } from './note.ts';
import { openCheckpoint } from './open-checkpoint.ts';
import { type Result, refuse, succeed } from './result.ts';

/** The type that the text of an evidence names. */
export const EVIDENCE_TYPE = 'tlog-kit/contradiction@v1';

/**
 * Evidence that a log contradicted itself: two checkpoints that it signed and that no tree connects. `older` has at most
 * the size of `newer`.
 *
 * If the sizes are equal, the roots differ and `hashes` is empty. Otherwise `hashes` is the consistency proof of RFC 6962
 * from the older size within the newer tree, with its first hash always explicit: the hashes lead to the root of `newer`,
 * and to a root of the older size that is not the root of `older`.
 */
export interface Contradiction {
  readonly older: string;
  readonly newer: string;
  readonly hashes: readonly Uint8Array[];
}

/** The contradiction that evidence proves. */
export interface ProvenContradiction {
  readonly origin: string;
  readonly olderSize: number;
  readonly newerSize: number;
}

/**
 * Verifies evidence from the notes and the keys of the log alone.
 * @returns a failure of `openCheckpoint` for one of the notes, or `no-contradiction` if the evidence proves nothing
 */
export function verifyContradiction(
  { older, newer, hashes }: Contradiction,
  origin: string,
  logKeys: readonly VerifierKey[],
): Result<ProvenContradiction> {
  const one = openCheckpoint(older, origin, logKeys);
  if (!one.ok) return one;
  const other = openCheckpoint(newer, origin, logKeys);
  if (!other.ok) return other;
  const proven = succeed({ origin, olderSize: one.value.size, newerSize: other.value.size });
  const nothing = refuse(
    'no-contradiction',
    'The evidence does not prove that the two checkpoints contradict each other.',
  );
  if (one.value.size === other.value.size) return equalBytes(one.value.root, other.value.root) ? nothing : proven;
  if (one.value.size > other.value.size || one.value.size === 0) return nothing;
  if (hashes.length > MAX_PROOF_HASHES + 1 || hashes.some((hash) => hash.length !== 32)) return nothing;
  const roots = rootsFromConsistency(one.value.size, other.value.size, hashes);
  if (!roots || !equalBytes(roots.newer, other.value.root) || equalBytes(roots.older, one.value.root)) return nothing;
  return proven;
}

/** Writes evidence as one JSON text. */
export function formatContradiction({ older, newer, hashes }: Contradiction): string {
  return `${JSON.stringify({ type: EVIDENCE_TYPE, older, newer, hashes: hashes.map(toBase64) }, null, 2)}\n`;
}

/**
 * Parses what `formatContradiction` writes. Verifies nothing.
 * @returns `evidence-form`
 */
export function parseContradiction(input: string | Uint8Array): Result<Contradiction> {
  const bad = refuse('evidence-form', 'The text is not evidence of a contradiction.');
  if (input.length > 2 * MAX_NOTE_BYTES + 65_536) return bad;
  const text = typeof input === 'string' ? input : fromUtf8(input);
  if (text === null) return bad;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad;
  }
  if (typeof value !== 'object' || value === null) return bad;
  const { type, older, newer, hashes } = value as Record<string, unknown>;
  if (type !== EVIDENCE_TYPE || typeof older !== 'string' || typeof newer !== 'string') return bad;
  if (!Array.isArray(hashes) || hashes.length > MAX_PROOF_HASHES + 1) return bad;
  const decoded = hashes.map((hash) => (typeof hash === 'string' ? hashFromBase64(hash) : null));
  if (!decoded.every((hash) => hash !== null)) return bad;
  return succeed({ older, newer, hashes: decoded });
}
