import type { Failure, Result } from 'bg-rules';
import { TextJudge } from './text-judge.ts';
import { eachToken } from './tokens.ts';

/** No honest record comes near it; larger input is refused before any work. */
export const MAX_TEXT_BYTES = 10_000_000;

/** Why a text was refused before its content was looked at. */
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
 * Reads the JSON text of a record, a transcript or an event strictly. Two readers of one text must never see different
 * records, so everything that parsers disagree about is refused: a member given twice, a number that is not an integer
 * written in its only canonical way (1.0, 1e0, -0, 2^53 and beyond), malformed UTF-8 and halves of surrogate pairs.
 * @param text the text itself, or its bytes
 * @returns the parsed value, whose form is still to be judged; never throws
 */
export function parseRecordText(text: string | Uint8Array): Result<unknown, TextCode> {
  if (text.length > MAX_TEXT_BYTES) return refuse('text-too-large', 'The text is larger than 10 MB.');
  const decoded = typeof text === 'string' ? text : decodeUtf8(text);
  if (decoded === null) return refuse('text-not-json', 'The bytes are not UTF-8.');
  if (hasLoneSurrogate(decoded)) return refuse('text-lone-surrogate', 'The text has half of a surrogate pair.');
  const judge = new TextJudge(decoded);
  const outsized = eachToken(decoded, (start, end) => judge.take(start, end));
  if (outsized !== null) return outsized;
  const parsed = parseJson(decoded);
  return parsed.ok ? (judge.flaw ?? parsed) : parsed;
}

function refuse(code: TextCode, message: string): Failure<TextCode> {
  return { ok: false, code, message };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function parseJson(text: string): Result<unknown, TextCode> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refuse('text-not-json', 'The text is not JSON.');
  }
}
