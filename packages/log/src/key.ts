import { sha256 } from '@noble/hashes/sha2.js';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { isGoodKey, publicKeyOf, signEd25519, verifyEd25519 } from './ed25519.ts';
import { concat, equalBytes, fromBase64, hasLoneSurrogate, quoted, toBase64, utf8 } from './encoding.ts';
import { type Result, refuse, succeed } from './result.ts';

/** Signature type of plain Ed25519 signatures over the note text (signed-note, "Ed25519 signatures"). */
export const ED25519 = 0x01;
/** Signature type of timestamped Ed25519 cosignatures (tlog-cosignature, "Ed25519 signed message"). */
export const COSIGNATURE_V1 = 0x04;

/** Signature type of timestamped ML-DSA-44 cosignatures (tlog-cosignature, "ML-DSA-44 signed message"). */
export const ML_DSA_44 = 0x06;

export type KeyType = typeof ED25519 | typeof COSIGNATURE_V1 | typeof ML_DSA_44;

const PUBLIC_KEY_BYTES: Readonly<Record<KeyType, number>> = { [ED25519]: 32, [COSIGNATURE_V1]: 32, [ML_DSA_44]: 1312 };

function isKeyType(type: number | undefined): type is KeyType {
  return type !== undefined && Object.hasOwn(PUBLIC_KEY_BYTES, type);
}

/** A public key that verifies signatures of notes. Name and id together identify it. */
export interface VerifierKey {
  /** Not empty, without Unicode spaces and plus signs. */
  readonly name: string;
  /** An unsigned 32-bit number: the first four bytes of SHA-256(name || 0x0A || type || public key). */
  readonly id: number;
  readonly type: KeyType;
  /** 32 bytes; 1,312 bytes for type 6. */
  readonly publicKey: Uint8Array;
}

/** Returns true if a text may be the name of a key (signed-note, "Format"). */
export function isKeyName(name: string): boolean {
  const isPlain = !/[\p{White_Space}+]/u.test(name) && [...name].every((character) => character >= ' ');
  return name.length > 0 && isPlain && !hasLoneSurrogate(name);
}

/** Returns the id of a key, as an unsigned 32-bit number (signed-note, "Signatures"). */
export function keyId(name: string, type: number, publicKey: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(concat(utf8(name), Uint8Array.of(0x0a, type), publicKey));
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/**
 * Makes a verifier key.
 * @param publicKey 32 bytes; 1,312 bytes for type 6
 * @returns `key-form` for a wrong name or length, `key-weak` for bytes that are no canonical point of the curve or a point
 * of small order, for which signatures prove nothing
 */
export function verifierKey(name: string, type: KeyType, publicKey: Uint8Array): Result<VerifierKey> {
  if (!isKeyName(name)) return refuse('key-form', 'The name of the key is empty, or contains a space or a plus sign.');
  const length = PUBLIC_KEY_BYTES[type];
  if (publicKey.length !== length) return refuse('key-form', `The public key is not ${length} bytes long.`);
  if (type !== ML_DSA_44 && !isGoodKey(publicKey))
    return refuse('key-weak', `The public key of ${quoted(name)} is not a strong Ed25519 key.`);
  return succeed({ name, id: keyId(name, type, publicKey), type, publicKey: Uint8Array.from(publicKey) });
}

/** Writes a key as `name+id+key`: the id in 8 hex digits, type and public key in base64 (signed-note, "Verifier keys"). */
export function formatVkey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id.toString(16).padStart(8, '0')}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;
}

/**
 * Parses what `formatVkey` writes.
 * @returns `key-form`, `key-weak`, `key-type` for a type that this package does not verify, or `key-id` if the id does not
 * belong to the name and key
 */
export function parseVkey(text: string): Result<VerifierKey> {
  const bad = refuse('key-form', 'The text is not a verifier key of the form name+id+key.');
  // The name has no plus sign, but the key in base64 may have.
  const match = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text);
  if (!match || text.length > 10_000) return bad;
  const [, name = '', id = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  if (!bytes || bytes.length < 2 || !isKeyName(name)) return bad;
  const type = bytes[0];
  if (!isKeyType(type))
    return refuse('key-type', `The key of ${quoted(name)} has the signature type ${type}, which is not supported.`);
  const key = verifierKey(name, type, bytes.subarray(1));
  if (!key.ok || key.value.id === Number.parseInt(id, 16)) return key;
  return refuse('key-id', `The key ID ${id} does not belong to the key of ${quoted(name)}.`);
}

/**
 * Signs note texts as `key`. `sign` returns what follows the key id in a signature line: for type 1 the 64 bytes of the
 * signature, for type 4 the timestamp and the signature. Implement it to keep the private key elsewhere.
 */
export interface NoteSigner {
  readonly key: VerifierKey;
  sign(text: string): Uint8Array | Promise<Uint8Array>;
}

/**
 * Returns a signer of plain Ed25519 note signatures, as logs use.
 * @param seed the private key, 32 secret random bytes
 * @throws TypeError if the name or the seed is malformed
 */
export function ed25519Signer(name: string, seed: Uint8Array): NoteSigner {
  const own = Uint8Array.from(seed);
  return { key: ownKey(name, ED25519, own), sign: (text) => signEd25519(own, utf8(text)) };
}

/**
 * Returns a signer of timestamped cosignatures, as witnesses use. The text must be that of a checkpoint.
 * @param seed the private key, 32 secret random bytes; one that makes no other kind of statement
 * @param now returns the time in whole seconds since 1970
 * @throws TypeError if the name or the seed is malformed
 */
export function cosigner(name: string, seed: Uint8Array, now: () => number): NoteSigner {
  const own = Uint8Array.from(seed);
  return {
    key: ownKey(name, COSIGNATURE_V1, own),
    sign(text) {
      const time = BigInt(now());
      return concat(uint64(time), signEd25519(own, cosignedMessage(text, time)));
    },
  };
}

/**
 * Returns a signer of timestamped ML-DSA-44 cosignatures of checkpoints. They cover the name of the cosigner, but no
 * extension lines.
 * @param seed the private key, 32 secret random bytes
 * @param now returns the time in whole seconds since 1970; 0 for a cosigner that does not state that the tree is the largest
 * @throws TypeError if the name or the seed is malformed, or when it signs a text that is no checkpoint
 */
export function mlDsaCosigner(name: string, seed: Uint8Array, now: () => number): NoteSigner {
  const own = Uint8Array.from(seed);
  const key = ownKey(name, ML_DSA_44, own);
  const { secretKey } = ml_dsa44.keygen(own);
  return {
    key,
    sign(text) {
      const checkpoint = parseCheckpoint(text);
      if (!checkpoint.ok) throw new TypeError(checkpoint.message);
      const time = BigInt(now());
      return concat(uint64(time), ml_dsa44.sign(subtreeMessage(name, checkpoint.value, time), secretKey));
    },
  };
}

function ownKey(name: string, type: KeyType, seed: Uint8Array): VerifierKey {
  if (seed.length !== 32) throw new TypeError('the seed of a key has 32 bytes');
  const key = verifierKey(name, type, type === ML_DSA_44 ? ml_dsa44.keygen(seed).publicKey : publicKeyOf(seed));
  if (!key.ok) throw new TypeError(key.message);
  return key.value;
}

/** The message of a cosignature (tlog-cosignature, "Ed25519 signed message"). */
function cosignedMessage(text: string, time: bigint): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** The message of an ML-DSA-44 cosignature: the structure `cosigned_message` (tlog-cosignature) of a whole tree. */
function subtreeMessage(name: string, { origin, size, root }: Checkpoint, time: bigint): Uint8Array {
  const opaque = (text: string) => {
    const bytes = utf8(text);
    if (bytes.length > 255) throw new TypeError('the names of cosigner and log have at most 255 bytes');
    return concat(Uint8Array.of(bytes.length), bytes);
  };
  const start = uint64(0n);
  return concat(utf8('subtree/v1\n\0'), opaque(name), uint64(time), opaque(origin), start, uint64(BigInt(size)), root);
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

const ED25519_BYTES = 64;
const ML_DSA_44_BYTES = 2420;

/** The outcome of a signature check. `time` is null unless the signature is a cosignature: seconds since 1970. */
interface CheckedSignature {
  readonly time: number | null;
}

/** Verifies the bytes after the key id of a signature line. Returns null if the signature is not valid. */
export function checkSignature(key: VerifierKey, text: string, signature: Uint8Array): CheckedSignature | null {
  if (key.type === ED25519) return verifyEd25519(key.publicKey, utf8(text), signature) ? { time: null } : null;
  if (signature.length !== 8 + (key.type === ML_DSA_44 ? ML_DSA_44_BYTES : ED25519_BYTES)) return null;
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  // The specification ends at 2^63 − 1. A time above 2^53 − 1 seconds can only be a mistake.
  if (time > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const bytes = signature.subarray(8);
  const isRight =
    key.type === ML_DSA_44
      ? verifyMlDsa(key, text, time, bytes)
      : verifyEd25519(key.publicKey, cosignedMessage(text, time), bytes);
  return isRight ? { time: Number(time) } : null;
}

function verifyMlDsa({ name, publicKey }: VerifierKey, text: string, time: bigint, signature: Uint8Array): boolean {
  const checkpoint = parseCheckpoint(text);
  if (!checkpoint.ok || utf8(name).length > 255 || utf8(checkpoint.value.origin).length > 255) return false;
  return ml_dsa44.verify(signature, subtreeMessage(name, checkpoint.value, time), publicKey);
}

/** Returns true for the signature types of witnesses (tlog-cosignature). */
export function isCosignerKey({ type }: VerifierKey): boolean {
  return type === COSIGNATURE_V1 || type === ML_DSA_44;
}

export function isSameKey(a: VerifierKey, b: VerifierKey): boolean {
  return equalBytes(a.publicKey, b.publicKey);
}
