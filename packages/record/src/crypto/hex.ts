// Hex conversion for the many short byte strings of a record. At these lengths it is faster than the
// platforms' converters.

const UPPER = /^[A-F]$/;
const NO_DIGIT = 0xff;

/** Values of hex digits by character code; `NO_DIGIT` for other characters. */
const values = new Uint8Array(128).fill(NO_DIGIT);
/** 1 at the character codes of lower-case hex digits. */
const lowerDigits = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') {
  values[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
  lowerDigits[digit.charCodeAt(0)] = UPPER.test(digit) ? 0 : 1;
}

/** Returns true if `value` is exactly `bytes` bytes in lower-case hex. */
export function isHex(value: unknown, bytes: number): value is string {
  if (typeof value !== 'string' || value.length !== bytes * 2) return false;
  for (let i = 0; i < value.length; i++) if (lowerDigits[value.charCodeAt(i)] !== 1) return false;
  return true;
}

/** Decodes hex digits of either case. Throws a RangeError on anything else. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  let seen = 0;
  for (let i = 0; i < bytes.length; i++) {
    const high = values[text.charCodeAt(2 * i)] ?? NO_DIGIT;
    const low = values[text.charCodeAt(2 * i + 1)] ?? NO_DIGIT;
    seen |= high | low;
    bytes[i] = (high << 4) | low;
  }
  if (seen > 15 || text.length % 2 !== 0) throw new RangeError('not hex');
  return bytes;
}
