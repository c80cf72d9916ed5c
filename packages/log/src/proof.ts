import { fromBase64, fromDecimal, fromUtf8, hashFromBase64, isSize, toBase64 } from './encoding.ts';
import { MAX_PROOF_HASHES, verifyInclusion } from './merkle.ts';
import { MAX_NOTE_BYTES } from './note.ts';
import { checkPolicy, type Policy, type PolicyParty, type TrustedCheckpoint } from './policy.ts';
import { type Result, refuse, succeed } from './result.ts';

/** The first line of a proof (tlog-proof, "Format"). */
export const PROOF_HEADER = 'c2sp.org/tlog-proof@v1';
/** Larger proofs are refused before any work. */
export const MAX_PROOF_BYTES = MAX_NOTE_BYTES + 131_072;

/** A proof that an entry is in a log, to be verified offline (tlog-proof). */
export interface TlogProof {
  /** Position of the entry, from 0. */
  readonly index: number;
  /** The inclusion proof, sibling of the leaf first. */
  readonly hashes: readonly Uint8Array[];
  /** The checkpoint, a signed note. */
  readonly checkpoint: string;
  /** Data of the application, or null. Nothing authenticates it. */
  readonly extra: Uint8Array | null;
}

/**
 * Parses a proof without verifying it.
 * @returns `proof-too-large` or `proof-form`
 */
export function parseProof(input: string | Uint8Array): Result<TlogProof> {
  if (input.length > MAX_PROOF_BYTES) return refuse('proof-too-large', 'The proof is larger than 384 KiB.');
  const bad = (what: string) => refuse('proof-form', `The text is not a proof: ${what}.`);
  const text = typeof input === 'string' ? input : fromUtf8(input);
  if (text === null) return bad('it is not UTF-8');
  const end = text.indexOf('\n\n');
  if (end < 0) return bad('it has no empty line before the checkpoint');
  const [header, ...lines] = text.slice(0, end).split('\n', MAX_PROOF_HASHES + 4);
  if (header !== PROOF_HEADER) return bad(`its first line is not ${PROOF_HEADER}`);
  let extra: Uint8Array | null = null;
  const [extraLine] = lines;
  if (extraLine?.startsWith('extra ')) {
    lines.shift();
    extra = fromBase64(extraLine.slice('extra '.length));
    if (!extra) return bad('its extra data are not base64');
  }
  const indexLine = lines.shift() ?? '';
  const index = indexLine.startsWith('index ') ? fromDecimal(indexLine.slice('index '.length)) : null;
  if (index === null) return bad('its index line is malformed, or the index is above 2^53 − 1');
  if (lines.length > MAX_PROOF_HASHES) return bad('it has more than 63 hashes');
  const hashes = lines.map(hashFromBase64);
  if (!hashes.every((hash) => hash !== null)) return bad('one of its hashes is not 32 bytes in base64');
  return succeed({ index, hashes, checkpoint: text.slice(end + 2), extra });
}

/**
 * Writes a proof.
 * @throws TypeError if the index is not a position, or there are more than 63 hashes
 */
export function formatProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  if (!isSize(index) || hashes.length > MAX_PROOF_HASHES) throw new TypeError('not a proof');
  const lines = [
    PROOF_HEADER,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/**
 * Verifies that the entry with this leaf hash is in a log that a policy accepts.
 * @param leafHash see `hashLeaf`; the caller derives it from the entry itself
 * @param logs the accepted logs; those of the policy by default
 * @returns the checkpoint, or the failures of `checkPolicy` and `verifyInclusion`
 */
export function verifyProof(
  proof: TlogProof,
  leafHash: Uint8Array,
  policy: Policy,
  logs: readonly PolicyParty[] = policy.logs,
): Result<TrustedCheckpoint> {
  const checkpoint = checkPolicy(proof.checkpoint, policy, logs);
  if (!checkpoint.ok) return checkpoint;
  const { size, root } = checkpoint.value;
  const included = verifyInclusion(proof.index, size, leafHash, proof.hashes, root);
  return included.ok ? checkpoint : included;
}
