import type { Failure, Result } from 'bg-rules';
import { eachToken } from './tokens.ts';

/** No honest record comes near it; larger input is refused before any work. */
export const MAX_TEXT_BYTES = 10_000_000;

/**
 * How many names and values a text may have: an event takes at most 27 (its own seven names, itself, six values, and
 * thirteen in four hops), and there are at most 24,000. Parsing millions of empty lists would take seconds.
 */
const MAX_ITEMS = 700_000;

/** A record nests five deep (record, events, event, hops, hop). */
const MAX_DEPTH = 8;

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
  const outsized = judgeSize(decoded);
  if (outsized !== null) return outsized;
  const parsed = parseJson(decoded);
  return parsed.ok ? (judgeTokens(decoded) ?? parsed) : parsed;
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

/** Looks at depth and number of things before a parser builds any of them. */
function judgeSize(text: string): Failure<TextCode> | null {
  let depth = 0;
  let items = 0;
  return eachToken(text, (start) => {
    const first = text.charAt(start);
    if (first === ',' || first === ':') return null;
    if (first === '}' || first === ']') depth--;
    else if (++items > MAX_ITEMS) return refuse('text-too-large', 'The text has more in it than any record.');
    else if ((first === '{' || first === '[') && ++depth > MAX_DEPTH)
      return refuse('text-too-deep', `The text nests deeper than ${MAX_DEPTH} levels.`);
    return null;
  });
}

/** Member names seen so far in each open object; null for an open array. */
type Open = (Set<string> | null)[];

/** Looks through a text that is known to be valid JSON for what a parsed value no longer shows. */
function judgeTokens(text: string): Failure<TextCode> | null {
  const open: Open = [];
  let lastString = '';
  return eachToken(text, (start, end) => {
    const first = text.charAt(start);
    if (first === ':') return judgeName(lastString, open.at(-1));
    if (first === '"') {
      lastString = text.slice(start, end);
      return judgeString(lastString);
    }
    if (first === '{' || first === '[') open.push(first === '{' ? new Set() : null);
    else if (first === '}' || first === ']') open.pop();
    else if (first === '-' || isDigit(first)) return judgeNumber(text.slice(start, end));
    return null;
  });
}

function judgeName(token: string, names: Open[number] | undefined): Failure<TextCode> | null {
  const name = unquote(token);
  if (names?.has(name)) return refuse('text-duplicate-member', `The member ${JSON.stringify(name)} is given twice.`);
  names?.add(name);
  return null;
}

/** Only an escape can hide half a surrogate pair: the text itself was looked at whole. */
function judgeString(token: string): Failure<TextCode> | null {
  if (!token.includes('\\u') || !hasLoneSurrogate(unquote(token))) return null;
  return refuse('text-lone-surrogate', 'A string has half of a surrogate pair.');
}

/** Two spellings of one name ("a" and "\u0061") are the same name. */
function unquote(token: string): string {
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function judgeNumber(token: string): Failure<TextCode> | null {
  // No safe integer has more than 16 digits and a sign.
  if (token.length <= 17 && /^(0|-?[1-9][0-9]*)$/.test(token) && Number.isSafeInteger(Number(token))) return null;
  return refuse('text-bad-number', `${token.slice(0, 40)} is not an integer in its plain form.`);
}
