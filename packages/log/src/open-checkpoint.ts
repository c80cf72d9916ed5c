import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { quoted } from './encoding.ts';
import { ML_DSA_44, type VerifierKey } from './key.ts';
import { openNote, type VerifiedSignature } from './note.ts';
import { type Result, refuse, succeed } from './result.ts';

/** A checkpoint that a known key of its log signed. */
export interface SignedCheckpoint extends Checkpoint {
  /** The whole note as it was read. */
  readonly note: string;
  /** The signed text of the note. */
  readonly text: string;
  /** The valid signatures of the keys that the caller named. */
  readonly signatures: readonly VerifiedSignature[];
}

/** Returns true if signatures of a key cover all lines of a checkpoint. Those of type 6 cover no extension lines. */
export function coversAll(key: VerifierKey, { extensions }: Checkpoint): boolean {
  return key.type !== ML_DSA_44 || extensions.length === 0;
}

/**
 * Parses and verifies a checkpoint of one log.
 * @param keys the keys of the log, and of others whose valid signatures are wanted in the result
 * @param isLogKey tells which of them may sign for the log; by default all
 * @returns the failures of `openNote` and `parseCheckpoint`; `unknown-signers` if no key of the log signed, or only with
 * signatures that do not cover the extension lines; `wrong-origin` if it is a checkpoint of another log
 */
export function openCheckpoint(
  input: string | Uint8Array,
  origin: string,
  keys: readonly VerifierKey[],
  isLogKey: (key: VerifierKey) => boolean = () => true,
): Result<SignedCheckpoint> {
  const opened = openNote(input, keys);
  if (!opened.ok) return opened;
  const { text, signatures } = opened.value;
  const checkpoint = parseCheckpoint(text);
  if (!checkpoint.ok) return checkpoint;
  if (!signatures.some(({ key }) => isLogKey(key) && coversAll(key, checkpoint.value)))
    return refuse('unknown-signers', 'No key of the log signed the whole checkpoint.');
  if (checkpoint.value.origin !== origin)
    return refuse('wrong-origin', `The checkpoint is of ${quoted(checkpoint.value.origin)}, not of ${origin}.`);
  const note = typeof input === 'string' ? input : new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
  return succeed({ ...checkpoint.value, note, text, signatures });
}
