import { parseCheckpoint } from './checkpoint.ts';
import { equalBytes, fromDecimal, fromUtf8, hashFromBase64, toBase64 } from './encoding.ts';
import type { NoteSigner, VerifierKey } from './key.ts';
import { emptyRoot, MAX_PROOF_HASHES, verifyConsistency } from './merkle.ts';
import { formatSignatureLine, MAX_NOTE_BYTES, parseNote } from './note.ts';
import { openCheckpoint, type SignedCheckpoint } from './open-checkpoint.ts';
import { type LogCode, type Result, refuse, succeed } from './result.ts';

/** Larger requests are refused before any work. */
export const MAX_REQUEST_BYTES = MAX_NOTE_BYTES + 4096;
/** Content type of a 409 answer that names the size that the witness cosigned last. */
export const SIZE_CONTENT_TYPE = 'text/x.tlog.size';

/** The body of an add-checkpoint request (tlog-witness, "add-checkpoint"). */
export interface AddCheckpoint {
  /** The size that the client believes the witness cosigned last; 0 if it knows none. */
  readonly oldSize: number;
  /** Consistency proof from `oldSize` to the size of the checkpoint. */
  readonly proof: readonly Uint8Array[];
  /** The checkpoint, a signed note. */
  readonly checkpoint: string;
}

/** Writes the body of a request. */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;
}

/**
 * Parses the body of a request. The checkpoint in it is not parsed.
 * @returns `request-form`
 */
export function parseAddCheckpoint(input: string | Uint8Array): Result<AddCheckpoint> {
  const bad = (what: string) => refuse('request-form', `The request is malformed: ${what}.`);
  if (input.length > MAX_REQUEST_BYTES) return bad('it is too large');
  const text = typeof input === 'string' ? input : fromUtf8(input);
  if (text === null) return bad('it is not UTF-8');
  const end = text.indexOf('\n\n');
  if (end < 0) return bad('it has no empty line before the checkpoint');
  const [sizeLine = '', ...lines] = text.slice(0, end).split('\n', MAX_PROOF_HASHES + 2);
  const oldSize = sizeLine.startsWith('old ') ? fromDecimal(sizeLine.slice('old '.length)) : null;
  if (oldSize === null) return bad('its first line is not "old" and a size up to 2^53 − 1');
  if (lines.length > MAX_PROOF_HASHES) return bad('it has more than 63 hashes');
  const proof = lines.map(hashFromBase64);
  if (!proof.every((hash) => hash !== null)) return bad('one of its hashes is not 32 bytes in base64');
  return succeed({ oldSize, proof, checkpoint: text.slice(end + 2) });
}

/** The state of a log at a witness: the newest checkpoint that it cosigned. */
export interface WitnessState {
  readonly size: number;
  readonly root: Uint8Array;
  /** The note as the log signed it: half of the evidence if the log contradicts it later. */
  readonly note: string;
}

/** The refusal of a request: HTTP status, body and content type by the specification. */
export interface WitnessRefusal {
  readonly ok: false;
  readonly status: 400 | 403 | 404 | 409 | 422;
  readonly code: LogCode;
  readonly message: string;
  /** For 409: the size that the witness cosigned last, if this is what the request got wrong. */
  readonly size: number | null;
  /**
   * The two signed notes, if the request shows that the log signed two trees of one size. Both notes were verified.
   */
  readonly contradiction: { readonly older: string; readonly newer: string } | null;
}

/** The decision about a request. If `ok`, the caller stores `next` by compare-and-swap before it cosigns `text`. */
export type WitnessDecision =
  | { readonly ok: true; readonly next: WitnessState; readonly text: string }
  | WitnessRefusal;

/**
 * Decides about a request without side effects.
 * @param logKeys returns the keys of the log with an origin; null or none if the witness does not know the log
 * @param state the newest checkpoint of this log that the witness cosigned, or null
 */
export function judgeAddCheckpoint(
  request: AddCheckpoint,
  logKeys: (origin: string) => readonly VerifierKey[] | null,
  state: WitnessState | null,
): WitnessDecision {
  const note = parseNote(request.checkpoint);
  if (!note.ok) return refusal(400, note.code, note.message);
  const read = parseCheckpoint(note.value.text);
  if (!read.ok) return refusal(400, read.code, read.message);
  const keys = logKeys(read.value.origin) ?? [];
  if (keys.length === 0) return refusal(404, 'unknown-log', 'This witness does not know the log.');
  const signed = openCheckpoint(request.checkpoint, read.value.origin, keys);
  if (!signed.ok) return refusal(403, signed.code, signed.message);
  return judgeSigned(request, signed.value, state);
}

function judgeSigned(request: AddCheckpoint, checkpoint: SignedCheckpoint, state: WitnessState | null) {
  const { oldSize, proof } = request;
  const { size, root, text, note } = checkpoint;
  if (oldSize > size) return refusal(400, 'old-size', 'The old size is larger than the checkpoint.');
  const known = state ?? { size: 0, root: emptyRoot() };
  if (oldSize !== known.size)
    return { ...refusal(409, 'old-size', 'The old size is not the size cosigned last.'), size: known.size };
  if (oldSize === size && !equalBytes(known.root, root)) {
    const contradiction = state ? { older: state.note, newer: note } : null;
    return { ...refusal(409, 'conflict', 'Another root of this size was cosigned.'), contradiction };
  }
  const connected = verifyConsistency(oldSize, size, known.root, root, proof);
  if (!connected.ok) return refusal(422, connected.code, connected.message);
  const decision: WitnessDecision = { ok: true, next: { size, root, note }, text };
  return decision;
}

function refusal(status: WitnessRefusal['status'], code: LogCode, message: string): WitnessRefusal {
  return { ok: false, status, code, message, size: null, contradiction: null };
}

/** The storage of a witness, with one state for each log. */
export interface WitnessStore {
  read(origin: string): Promise<WitnessState | null>;
  /**
   * Replaces the state of a log durably if it still has the size and root of `previous`, in one atomic step. Returns false
   * if it does not. `previous` and `next` may have the same size and root.
   */
  advance(origin: string, previous: WitnessState | null, next: WitnessState): Promise<boolean>;
}

/** An HTTP answer. */
export interface WitnessAnswer {
  readonly status: 200 | WitnessRefusal['status'];
  readonly contentType: string;
  readonly body: string;
  /** The refusal behind a status other than 200, for the log of the witness. */
  readonly refusal: WitnessRefusal | null;
}

export interface WitnessOptions {
  /** Signers of cosignatures (`cosigner`). All of them sign. */
  readonly signers: readonly NoteSigner[];
  /** Returns the keys of the log with this origin; null or none if the witness does not know the log. */
  readonly logKeys: (origin: string) => readonly VerifierKey[] | null;
  readonly store: WitnessStore;
}

/**
 * Answers add-checkpoint requests. Cosigns only a checkpoint that it connected to the one it cosigned before and that the
 * store has accepted.
 */
export class Witness {
  readonly #options: WitnessOptions;

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  /**
   * Answers the body of a POST request. Rejects only with an exception of the store or of a signer; the caller then
   * answers 500.
   */
  async addCheckpoint(body: string | Uint8Array): Promise<WitnessAnswer> {
    const { logKeys, store, signers } = this.#options;
    const request = parseAddCheckpoint(body);
    if (!request.ok) return answerTo(refusal(400, request.code, request.message));
    const [origin = ''] = request.value.checkpoint.split('\n', 1);
    const state = (logKeys(origin) ?? []).length > 0 ? await store.read(origin) : null;
    const decision = judgeAddCheckpoint(request.value, logKeys, state);
    if (!decision.ok) return answerTo(decision);
    if (!(await store.advance(origin, state, decision.next))) {
      const size = (await store.read(origin))?.size ?? 0;
      return answerTo({ ...refusal(409, 'old-size', 'Another request was faster.'), size });
    }
    const lines = await Promise.all(
      signers.map(async (signer) => {
        const { name, id } = signer.key;
        return formatSignatureLine({ name, id, signature: await signer.sign(decision.text) });
      }),
    );
    return { status: 200, contentType: 'text/plain; charset=utf-8', body: lines.join(''), refusal: null };
  }
}

function answerTo(refused: WitnessRefusal): WitnessAnswer {
  const { status, size, message } = refused;
  if (size !== null) return { status, contentType: SIZE_CONTENT_TYPE, body: `${size}\n`, refusal: refused };
  return { status, contentType: 'text/plain; charset=utf-8', body: `${message}\n`, refusal: refused };
}
