import { concatBytes } from '@noble/hashes/utils.js';

/** The largest integer that this package handles: 2^53 − 1. The specifications allow sizes up to 2^63 − 1. */
export const MAX_SIZE = Number.MAX_SAFE_INTEGER;

const encoder = new TextEncoder();
// A byte order mark is part of the text: signatures cover it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8. Returns null if the bytes are not valid. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Returns true if the text has an unpaired surrogate, so that it has no UTF-8 form. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Encodes bytes in standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // fromCharCode takes its bytes as arguments, and engines limit their number.
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(''));
}

/**
 * Decodes standard base64 with padding. Returns null for every other form: white space, missing padding, or unused
 * bits that are not zero. So each byte string has exactly one text.
 */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Decodes the base64 form of exactly 32 bytes, a SHA-256 hash. Returns null for anything else. */
export function hashFromBase64(text: string): Uint8Array | null {
  if (text.length !== 44) return null;
  const bytes = fromBase64(text);
  return bytes?.length === 32 ? bytes : null;
}

/** Parses an ASCII decimal without leading zeroes. Returns null for other texts, and for values above 2^53 − 1. */
export function fromDecimal(text: string): number | null {
  if (text.length > 16 || !isDecimal(text)) return null;
  const value = Number(text);
  return value <= MAX_SIZE ? value : null;
}

/** Returns true for an ASCII decimal without leading zeroes, of any length. */
export function isDecimal(text: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(text);
}

export function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export { concatBytes as concat };

/** Maximum length of a quoted text in a message, in UTF-16 units. */
const MAX_QUOTED = 200;

/** Quotes a text that another party wrote, for a message: it can neither end the quotation nor break the line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
