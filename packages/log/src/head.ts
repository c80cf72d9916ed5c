import { formatCheckpoint } from './checkpoint.ts';
import type { VerifierKey } from './key.ts';
import { formatNote, parseNote } from './note.ts';
import { openCheckpoint } from './open-checkpoint.ts';

/** A checkpoint and the signature of its log: what is left of a note if name and key of the log are known. */
export interface SignedHead {
  readonly size: number;
  readonly root: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Returns the head in a note of this log.
 * @param key a key whose name is the origin of the log
 * @returns null if the note is not a checkpoint that the key signed, or has extension lines, which a head does not contain
 */
export function headOf(note: string | Uint8Array, key: VerifierKey): SignedHead | null {
  const opened = openCheckpoint(note, key.name, [key]);
  const parsed = parseNote(note);
  if (!opened.ok || !parsed.ok || opened.value.extensions.length > 0) return null;
  const { size, root } = opened.value;
  const own = parsed.value.signatures.find(({ name, id }) => name === key.name && id === key.id);
  return own ? { size, root, signature: own.signature } : null;
}

/** Writes the note of a head, with the signature of the log alone. Inverts `headOf`. Verifies nothing. */
export function noteOfHead({ size, root, signature }: SignedHead, { name, id }: VerifierKey): string {
  const text = formatCheckpoint({ origin: name, size, root, extensions: [] });
  return formatNote({ text, signatures: [{ name, id, signature }] });
}
