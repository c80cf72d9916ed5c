import { parseCheckpoint } from './checkpoint.ts';
import { fromDecimal } from './encoding.ts';
import { type BoundedAnswer, bodyText, type FetchOptions, request } from './fetching.ts';
import { isCosignerKey, type VerifierKey } from './key.ts';
import { checkSignatures, MAX_NOTE_BYTES, parseNote, parseSignatureLines, type VerifiedSignature } from './note.ts';
import { attempt, Refusal, type Result, unwrap } from './result.ts';
import { formatAddCheckpoint, SIZE_CONTENT_TYPE } from './witness.ts';

export interface WitnessRequest extends FetchOptions {
  /** The submission prefix of the witness. */
  readonly url: string;
  /** The keys of the witness, of type 4 or 6. Other cosignatures in its answer are ignored. */
  readonly keys: readonly VerifierKey[];
  /** The checkpoint, a note signed by the log. */
  readonly checkpoint: string;
  /** The size that the witness cosigned last, as far as the caller knows; 0 if it does not know. */
  readonly oldSize: number;
  /** Returns the consistency proof from a smaller size to the checkpoint (`TileTree.consistencyProof`). */
  readonly prove: (oldSize: number) => Promise<Result<readonly Uint8Array[]>>;
}

/**
 * Asks a witness for cosignatures of a checkpoint (tlog-witness). If the witness names another old size, asks once more
 * with a proof from that size.
 * @returns the valid cosignatures; their lines can be appended to the note (`addSignatures`). Failures:
 * `witness-unreachable`; `witness-refused`; `witness-ahead` if the witness cosigned a larger tree, so that the caller's log
 * may have been rolled back; `conflict` if it cosigned another tree of the same size; `witness-answer` for an answer without
 * a cosignature of a known key; `bad-signature`; and those of `prove`
 */
export function askWitness(asked: WitnessRequest): Promise<Result<VerifiedSignature[]>> {
  return attempt(async () => {
    const note = unwrap(parseNote(asked.checkpoint));
    const { size } = unwrap(parseCheckpoint(note.text));
    let answer = await send(asked, asked.oldSize);
    const known = sizeIn(answer);
    if (known !== null) {
      if (known > size)
        throw new Refusal('witness-ahead', `The witness cosigned ${known} entries, more than the ${size} of the log.`);
      if (known !== asked.oldSize) answer = await send(asked, known);
    }
    if (answer.status === 409)
      throw new Refusal('conflict', `The witness refused a conflict: ${bodyText(answer).trim()}.`);
    if (answer.status !== 200)
      throw new Refusal(
        'witness-refused',
        `The witness answered ${answer.status}: ${bodyText(answer).slice(0, 200).trim()}`,
      );
    return cosignaturesIn(answer, note.text, asked.keys);
  });
}

async function send(asked: WitnessRequest, oldSize: number): Promise<BoundedAnswer> {
  const proof = oldSize === 0 ? [] : unwrap(await asked.prove(oldSize));
  const body = formatAddCheckpoint({ oldSize, proof, checkpoint: asked.checkpoint });
  const url = `${asked.url.replace(/\/+$/, '')}/add-checkpoint`;
  try {
    return await request(url, { method: 'POST', body }, MAX_NOTE_BYTES, asked);
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('witness-unreachable', error.message);
    throw error;
  }
}

/** The size that the witness names in a 409 answer, or null if this is not such an answer. */
function sizeIn(answer: BoundedAnswer): number | null {
  if (answer.status !== 409 || answer.contentType.split(';')[0]?.trim() !== SIZE_CONTENT_TYPE) return null;
  const size = fromDecimal(bodyText(answer).replace(/\n$/, ''));
  if (size === null) throw new Refusal('witness-answer', 'The witness named a size that is not a number.');
  return size;
}

function cosignaturesIn(answer: BoundedAnswer, text: string, keys: readonly VerifierKey[]): VerifiedSignature[] {
  const lines = parseSignatureLines(bodyText(answer));
  if (!lines.ok) throw new Refusal('witness-answer', `The answer of the witness is malformed. ${lines.message}`);
  const cosigners = keys.filter(isCosignerKey);
  const found = unwrap(checkSignatures({ text, signatures: lines.value }, cosigners));
  if (found.length === 0) throw new Refusal('witness-answer', 'The answer has no cosignature of a known key.');
  return found;
}
