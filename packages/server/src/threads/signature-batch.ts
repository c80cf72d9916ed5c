import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignatureCheck } from 'bg-record';

/** Signatures to check in another thread. Posting a message is expensive, so one message carries many, and all their bytes in one buffer. */
export interface Checks {
  /** Length of each message in bytes. */
  readonly lengths: readonly number[];
  /** For each signature the public key, KEY_BYTES long, the signature, SIGNATURE_BYTES long, and the message. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** For each signature, true if it is valid. */
export type Verdicts = readonly boolean[];

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Capacity of the key cache: more than the concurrent players of one server. */
const KEYS_KEPT = 16_384;
const keys = new Map<string, KeyObject>();

/** Checks one signature in the calling thread. The ledger has applied its rules about keys and the range of S before. */
export function isSignatureRight({ pub, message, sig }: SignatureCheck): boolean {
  return isRight(pub, message, Buffer.from(sig, 'hex'));
}

export function pack(batch: readonly SignatureCheck[]): Checks {
  const lengths = batch.map(({ message }) => message.length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + KEY_BYTES + SIGNATURE_BYTES + length, 0));
  const all = Buffer.from(bytes.buffer);
  let end = 0;
  for (const { pub, message, sig } of batch) {
    // At fixed places, so that a signature that is too short cannot move those after it.
    all.write(pub, end, 'hex');
    all.write(sig, end + KEY_BYTES, 'hex');
    all.set(message, end + KEY_BYTES + SIGNATURE_BYTES);
    end += KEY_BYTES + SIGNATURE_BYTES + message.length;
  }
  return { lengths, bytes };
}

/** Checks a packed batch in the calling thread. */
export function verifyPacked({ lengths, bytes }: Checks): Verdicts {
  const all = Buffer.from(bytes.buffer);
  let end = 0;
  const next = (length: number) => {
    end += length;
    return all.subarray(end - length, end);
  };
  return lengths.map((length) => {
    const pub = next(KEY_BYTES).toString('hex');
    const sig = next(SIGNATURE_BYTES);
    return isRight(pub, next(length), sig);
  });
}

function isRight(pub: string, message: Uint8Array, sig: Uint8Array): boolean {
  return verify(null, message, keyOf(pub), sig);
}

function keyOf(pub: string): KeyObject {
  const known = keys.get(pub);
  if (known) return known;
  const x = Buffer.from(pub, 'hex').toString('base64url');
  const made = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (keys.size >= KEYS_KEPT) keys.clear();
  keys.set(pub, made);
  return made;
}
