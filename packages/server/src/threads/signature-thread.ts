// The script of ThreadVerifier's thread, and the messages between the two.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** A batch of signatures to check. Posting a message to a thread is expensive, so one message carries many. */
export interface Checks {
  /** Ed25519 public keys, 64 hex digits each. */
  readonly pubs: readonly string[];
  /** 128 hex digits each. */
  readonly sigs: readonly string[];
  /** Length of each message in bytes. */
  readonly lengths: readonly number[];
  /** The concatenated messages. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** For each signature, true if it is valid. */
export type Verdicts = readonly boolean[];

/** Capacity of the key cache: more than the concurrent players of one server. */
const KEYS_KEPT = 16_384;
const keys = new Map<string, KeyObject>();

function keyOf(pub: string): KeyObject {
  const known = keys.get(pub);
  if (known) return known;
  const x = Buffer.from(pub, 'hex').toString('base64url');
  const made = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (keys.size >= KEYS_KEPT) keys.clear();
  keys.set(pub, made);
  return made;
}

function verifyAll({ pubs, sigs, lengths, bytes }: Checks): Verdicts {
  let end = 0;
  return pubs.map((pub, i) => {
    const start = end;
    end += lengths[i] ?? 0;
    return verify(null, bytes.subarray(start, end), keyOf(pub), Buffer.from(sigs[i] ?? '', 'hex'));
  });
}

parentPort?.on('message', (checks: Checks) => parentPort?.postMessage(verifyAll(checks)));
