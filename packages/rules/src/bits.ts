// GNU Backgammon's ids are bit strings: bytes filled from the lowest bit up, written as base64 without
// padding.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Maps a bit number to base64's order, which reads each byte from its highest bit down. */
function turned(bit: number): number {
  return bit ^ 7;
}

/** Returns the bits of a number, lowest first. */
export function bitsOf(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, bit) => (value >>> bit) & 1);
}

/** Returns the number in `width` bits from `at`, lowest first. */
export function numberIn(bits: readonly number[], at: number, width: number): number {
  let value = 0;
  for (let bit = width - 1; bit >= 0; bit--) value = value * 2 + (bits[at + bit] ?? 0);
  return value;
}

/** Encodes bits as text. */
export function makeBitText(bits: readonly number[]): string {
  const bytes = Math.ceil(bits.length / 8);
  return Array.from({ length: Math.ceil((bytes * 8) / 6) }, (_, char) => {
    let value = 0;
    for (let n = 0; n < 6; n++) value = value * 2 + (bits[turned(char * 6 + n)] ?? 0);
    return ALPHABET[value];
  }).join('');
}

/** Decodes a text of exactly `bytes` bytes. Returns null for any other text. */
export function parseBitText(text: string, bytes: number): number[] | null {
  if (typeof text !== 'string' || text.length !== Math.ceil((bytes * 8) / 6)) return null;
  const bits = new Array<number>(bytes * 8).fill(0);
  for (const [char, letter] of [...text].entries()) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    for (let n = 0; n < 6 && char * 6 + n < bits.length; n++) bits[turned(char * 6 + n)] = (value >> (5 - n)) & 1;
  }
  return makeBitText(bits) === text ? bits : null;
}
