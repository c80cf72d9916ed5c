import { concat, fromBase64, fromUtf8, hasLoneSurrogate, quoted, toBase64 } from './encoding.ts';
import { checkSignature, isKeyName, type NoteSigner, type VerifierKey } from './key.ts';
import { type Result, refuse, succeed } from './result.ts';

/** Larger notes are refused before any work. Leaves room for 64 post-quantum signatures. */
export const MAX_NOTE_BYTES = 262_144;
/** Notes with more signatures are refused. The specification requires that at least 16 are accepted. */
export const MAX_SIGNATURES = 64;

/** One signature line of a note. Nothing about it is verified. */
export interface NoteSignature {
  readonly name: string;
  /** The key id, an unsigned 32-bit number. */
  readonly id: number;
  /** The bytes after the key id. */
  readonly signature: Uint8Array;
}

/** A note as it was written. Its text must not be used before a signature of a known key is verified: see `openNote`. */
export interface Note {
  /** The signed text. Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A valid signature of a known key. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** Seconds since 1970 of a cosignature; null for plain signatures. */
  readonly time: number | null;
  /** The signature line as it stands in the note, with its newline. */
  readonly line: string;
}

/** A note of which at least one known key signed the text. */
export interface OpenedNote {
  readonly text: string;
  readonly signatures: readonly VerifiedSignature[];
}

/** Control characters below U+0020 other than the newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the specification forbids them
const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f]/;

/**
 * Parses a signed note (signed-note, "Format") without verifying a signature.
 * @returns `note-too-large`, `note-encoding` for text that is not UTF-8 or has control characters, `note-form`, or
 * `note-signatures` for more than 64 signatures
 */
export function parseNote(input: string | Uint8Array): Result<Note> {
  if (input.length > MAX_NOTE_BYTES) return refuse('note-too-large', 'The note is larger than 256 KiB.');
  const whole = typeof input === 'string' ? input : fromUtf8(input);
  if (whole === null || hasLoneSurrogate(whole) || FORBIDDEN.test(whole))
    return refuse('note-encoding', 'The note is not UTF-8, or has control characters other than newlines.');
  const end = whole.lastIndexOf('\n\n');
  if (end < 0) return refuse('note-form', 'The note has no empty line between its text and its signatures.');
  const signatures = parseSignatureLines(whole.slice(end + 2));
  return signatures.ok ? succeed({ text: whole.slice(0, end + 1), signatures: signatures.value }) : signatures;
}

/**
 * Parses signature lines, as they stand in a note or in the answer of a witness.
 * @returns `note-form`, also for an empty text, or `note-signatures`
 */
export function parseSignatureLines(text: string): Result<NoteSignature[]> {
  if (!text.endsWith('\n')) return refuse('note-form', 'The last signature line does not end with a newline.');
  const lines = text.slice(0, -1).split('\n', MAX_SIGNATURES + 1);
  if (lines.length > MAX_SIGNATURES) return refuse('note-signatures', 'The note has more than 64 signatures.');
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const signature = parseSignatureLine(line);
    if (!signature) return refuse('note-form', 'The note has a malformed signature line.');
    signatures.push(signature);
  }
  return succeed(signatures);
}

function parseSignatureLine(line: string): NoteSignature | null {
  const match = /^\u2014 ([^ ]+) ([A-Za-z0-9+/=]+)$/u.exec(line);
  const [, name = '', encoded = ''] = match ?? [];
  const bytes = fromBase64(encoded);
  if (!bytes || bytes.length < 5 || !isKeyName(name)) return null;
  const id = new DataView(bytes.buffer).getUint32(0);
  return { name, id, signature: bytes.subarray(4) };
}

/** Writes a signature line with its newline. */
export function formatSignatureLine({ name, id, signature }: NoteSignature): string {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, id);
  return `\u2014 ${name} ${toBase64(concat(head, signature))}\n`;
}

/**
 * Writes a note.
 * @throws TypeError if the text does not end with a newline, has control characters or an unpaired surrogate, or if there
 * is no signature
 */
export function formatNote({ text, signatures }: Note): string {
  if (!text.endsWith('\n') || FORBIDDEN.test(text) || hasLoneSurrogate(text)) throw new TypeError('not a note text');
  if (signatures.length === 0) throw new TypeError('a note has at least one signature');
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`;
}

/** Signs a text with each signer and returns the note. Throws as `formatNote` does. */
export async function signNote(text: string, signers: readonly NoteSigner[]): Promise<string> {
  const signatures = await Promise.all(
    signers.map(async (signer) => ({
      name: signer.key.name,
      id: signer.key.id,
      signature: await signer.sign(text),
    })),
  );
  return formatNote({ text, signatures });
}

/**
 * Parses a note and verifies the signatures of known keys. Signatures of other keys are ignored, also if they share a name
 * or an id with a known key.
 * @returns the failures of `parseNote`; `bad-signature` if a signature of a known key is not valid, whatever the others
 * are; `unknown-signers` if no known key signed
 */
export function openNote(input: string | Uint8Array, keys: readonly VerifierKey[]): Result<OpenedNote> {
  const note = parseNote(input);
  if (!note.ok) return note;
  const checked = checkSignatures(note.value, keys);
  if (!checked.ok) return checked;
  if (checked.value.length === 0) return refuse('unknown-signers', 'No known key signed the note.');
  return succeed({ text: note.value.text, signatures: checked.value });
}

/**
 * Verifies the signatures of known keys over a text. Unlike `openNote`, accepts that there are none.
 * @returns `bad-signature` if a signature of a known key is not valid
 */
export function checkSignatures(note: Note, keys: readonly VerifierKey[]): Result<VerifiedSignature[]> {
  const verified: VerifiedSignature[] = [];
  for (const signature of note.signatures) {
    const known = keys.filter((key) => key.name === signature.name && key.id === signature.id);
    if (known.length === 0) continue;
    const found = firstValid(known, note.text, signature);
    if (!found) return refuse('bad-signature', `A signature of ${quoted(signature.name)} is not valid.`);
    verified.push(found);
  }
  return succeed(verified);
}

function firstValid(keys: readonly VerifierKey[], text: string, signature: NoteSignature): VerifiedSignature | null {
  for (const key of keys) {
    const checked = checkSignature(key, text, signature.signature);
    if (checked) return { key, time: checked.time, line: formatSignatureLine(signature) };
  }
  return null;
}

/** Appends signature lines to a note. Lines that the note already has are left out. */
export function addSignatures(note: string, lines: readonly string[]): string {
  const present = new Set(note.split('\n').map((line) => `${line}\n`));
  return note + [...new Set(lines)].filter((line) => !present.has(line)).join('');
}
