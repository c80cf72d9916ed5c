// SHA-256 (FIPS 180-4), optimised for the short messages of a record. At these lengths calling the platform's
// hash costs more than computing it, and WebCrypto's is asynchronous. Calls never overlap, so they share one
// state and allocate only their results.

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Offset of the message length in the last block. */
const LENGTH_AT = 56;

/** The first 32 bits of the fractional part of a root. The standard takes its constants from roots of primes. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const primes = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
});
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const state = new Int32Array(8);
/** The message schedule: the sixteen words of the current block and the words derived from them. */
const words = new Int32Array(64);

/** Returns the SHA-256 of raw bytes, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  state.set(initial);
  absorbLast(bytes, 0);
  return digest();
}

/** Returns HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  absorbKey(short, 0x36);
  absorbLast(message, BLOCK_BYTES);
  const inner = digest();
  absorbKey(short, 0x5c);
  absorbLast(inner, BLOCK_BYTES);
  return digest();
}

function absorbKey(key: Uint8Array, pad: number): void {
  const block = new Uint8Array(BLOCK_BYTES).fill(pad);
  for (let i = 0; i < key.length; i++) block[i]! ^= key[i]!;
  state.set(initial);
  absorbBlock(block, 0);
}

/** Processes the rest of a message with padding and length. `before` bytes have been processed already. */
function absorbLast(bytes: Uint8Array, before: number): void {
  let at = 0;
  for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) absorbBlock(bytes, at);
  words.fill(0, 0, 16);
  for (let i = at; i <= bytes.length; i++) {
    // A single 1 bit follows the message.
    const byte = i < bytes.length ? bytes[i]! : 0x80;
    words[(i - at) >> 2]! |= byte << (24 - 8 * (i & 3));
  }
  if (bytes.length - at >= LENGTH_AT) {
    compress();
    words.fill(0, 0, 16);
  }
  const length = before + bytes.length;
  words[14] = length / 2 ** 29;
  words[15] = length << 3;
  compress();
}

function absorbBlock(bytes: Uint8Array, at: number): void {
  for (let word = 0, i = at; word < 16; word++, i += 4) {
    words[word] = (bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!;
  }
  compress();
}

function digest(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(DIGEST_BYTES);
  for (let i = 0; i < DIGEST_BYTES; i++) bytes[i] = state[i >> 2]! >>> (24 - 8 * (i & 3));
  return bytes;
}

/** The compression function of the standard, on the block in `words`, with the standard's variable names. */
function compress(): void {
  extend();
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + sum1 + (g ^ (e & (f ^ g))) + roundConstants[t]! + words[t]!) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = sum0 + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

function extend(): void {
  for (let t = 16; t < 64; t++) {
    const x = words[t - 15]!;
    const y = words[t - 2]!;
    const sigma0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const sigma1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[t] = (words[t - 16]! + sigma0 + words[t - 7]! + sigma1) | 0;
  }
}
