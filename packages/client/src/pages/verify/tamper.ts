/** A file with one byte changed. */
export interface Tampered {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/**
 * The replacement characters. With them the file stays text and mostly even JSON, so that the fault is in the content.
 */
const LETTERS = 'abcdef0123456789';

/**
 * Changes one byte, chosen by two numbers from 0 up to 1, to another letter or digit. Returns null for an empty file.
 */
export function tamper(bytes: Uint8Array, where: number, what: number): Tampered | null {
  const at = Math.floor(where * bytes.length);
  const old = bytes[at];
  if (old === undefined) return null;
  const from = String.fromCharCode(old);
  const others = [...LETTERS].filter((letter) => letter !== from);
  const to = others[Math.floor(what * others.length)] ?? 'x';
  const changed = Uint8Array.from(bytes);
  changed[at] = to.charCodeAt(0);
  return { bytes: changed, at, from, to };
}
