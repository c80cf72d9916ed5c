// GNU Backgammon's ids are strings of bits: bytes filled from their lowest bit up, then written as base64 without padding.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Where base64, which reads a byte from its highest bit down, finds the bit of this number. */
function turned(bit: number): number {
  return bit ^ 7;
}

/** The bits of a number, lowest first. */
export function bitsOf(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, bit) => (value >>> bit) & 1);
}

/** The number in some bits, lowest first. */
export function numberIn(bits: readonly number[], at: number, width: number): number {
  let value = 0;
  for (let bit = width - 1; bit >= 0; bit--) value = value * 2 + (bits[at + bit] ?? 0);
  return value;
}

/** Bits as text. */
export function makeBitText(bits: readonly number[]): string {
  const bytes = Math.ceil(bits.length / 8);
  return Array.from({ length: Math.ceil((bytes * 8) / 6) }, (_, char) => {
    let value = 0;
    for (let n = 0; n < 6; n++) value = value * 2 + (bits[turned(char * 6 + n)] ?? 0);
    return ALPHABET[value];
  }).join('');
}

/** So many bytes of bits from a text, null when it is not the text of exactly so many. */
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
