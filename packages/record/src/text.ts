import type { Failure, Result } from 'bg-rules';
import { firstFault } from './text-judge.ts';

/** Larger input is refused before any work. Real records are far smaller. */
export const MAX_TEXT_BYTES = 10_000_000;

/** Codes with which a text is refused before its content is checked. */
export const TEXT_CODES = [
  'text-too-large',
  'text-not-json',
  'text-lone-surrogate',
  'text-too-deep',
  'text-bad-number',
  'text-duplicate-member',
] as const;

export type TextCode = (typeof TEXT_CODES)[number];

/**
 * Parses the JSON text of a record, a transcript or an event strictly. Two readers of one text must never see
 * different records, so everything that parsers treat differently is refused: duplicate members, numbers that
 * are not integers in canonical form (1.0, 1e0, -0, 2^53 and above), malformed UTF-8 and unpaired surrogates.
 * @param text the text itself, or its bytes
 * @returns the parsed value, whose form is not checked, or the first fault with its position in the message.
 * Never throws: input that
 *   is neither a string nor a `Uint8Array` is `text-not-json`.
 */
export function parseRecordText(text: string | Uint8Array): Result<unknown, TextCode> {
  if (typeof text === 'string') {
    if (text.length > MAX_TEXT_BYTES) return tooLarge;
    const half = text.search(/\p{Surrogate}/u);
    if (half < 0) return parse(text);
    return refuse('text-lone-surrogate', `The text has an unpaired surrogate (${placeOf(text, half)}).`);
  }
  if (!isBytes(text)) return refuse('text-not-json', 'The input is neither a string nor bytes.');
  if (text.length > MAX_TEXT_BYTES) return tooLarge;
  const decoded = decodeUtf8(text);
  return decoded === null ? refuse('text-not-json', notUtf8(text)) : parse(decoded);
}

const tooLarge = refuse('text-too-large', 'The text is larger than 10 MB.');

function parse(text: string): Result<unknown, TextCode> {
  if (text.startsWith('\ufeff'))
    return refuse('text-not-json', 'The text is not JSON: it begins with a byte order mark (U+FEFF).');
  const fault = firstFault(text);
  if (fault) return refuse(fault.code, `${fault.message} (${placeOf(text, fault.at)}).`);
  return { ok: true, value: JSON.parse(text) };
}

function refuse(code: TextCode, message: string): Failure<TextCode> {
  return { ok: false, code, message };
}

/** Also accepts arrays of another realm (window), which `instanceof` does not recognise. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}

function placeOf(text: string, at: number): string {
  let [line, lineStart] = [1, 0];
  for (let i = 0; i < at; i++) {
    if (text.charCodeAt(i) !== LINE_FEED) continue;
    line += 1;
    lineStart = i + 1;
  }
  return `line ${line}, column ${at - lineStart + 1}`;
}

const LINE_FEED = 10;

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function notUtf8(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'The bytes are not UTF-8: they look like UTF-16.';
  const at = firstBadByte(bytes);
  const byte = bytes[at];
  if (byte === undefined) return 'The bytes are not UTF-8: they end inside a character.';
  return `The bytes are not UTF-8: byte ${at}, counted from 0, is ${byte.toString(16).padStart(2, '0')}.`;
}

/** Number of bytes decoded at once while searching for the first invalid byte. */
const CHUNK = 4096;

/** Returns the index of the first invalid byte, or the number of bytes if they only end too early. */
function firstBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; start < bytes.length; start += CHUNK) {
    try {
      decoder.decode(bytes.subarray(start, start + CHUNK), { stream: true });
    } catch {
      return firstBadByteFrom(bytes, start);
    }
  }
  return bytes.length;
}

/**
 * Finds the invalid byte in a chunk that contains it. The affected character may begin up to three bytes
 * before the chunk.
 */
function firstBadByteFrom(bytes: Uint8Array, chunk: number): number {
  let start = chunk;
  while (start > 0 && chunk - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  let end = chunk;
  while (isBeginning(bytes.subarray(start, end + 1))) end += 1;
  return end;
}

/** Returns true if these bytes are the beginning of valid UTF-8. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
