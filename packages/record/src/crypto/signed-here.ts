import { bytesToHex } from '@noble/hashes/utils.js';
import type { Key } from '../types.ts';
import type { Backend } from './backend.ts';

/** More than one turn of an event loop signs. A process that signs without verifying evicts the oldest. */
const KEPT = 1_024;

interface Signed {
  readonly pub: string;
  readonly message: Uint8Array;
}

/**
 * Signatures that this process made and its own ledger has yet to verify, such as the server's dice or a
 * player's own move. Verifying them again would prove nothing. Each is trusted once, and only for the same
 * key and bytes.
 */
export class SignedHere {
  readonly #signed = new Map<string, Signed>();
  readonly #areSound = new WeakMap<Key, Promise<boolean>>();

  get size(): number {
    return this.#signed.size;
  }

  /** Remembers a signature, unless the key's seed and public key do not match. */
  async note(on: Backend, key: Key, message: Uint8Array, sig: string): Promise<void> {
    if (!(await this.#isSound(on, key))) return;
    this.#signed.set(sig, { pub: key.pub, message: message.slice() });
    for (const oldest of this.#signed.keys()) {
      if (this.#signed.size <= KEPT) break;
      this.#signed.delete(oldest);
    }
  }

  /** Returns true and forgets the signature if this process made it for this key and message. */
  take(pub: string, message: Uint8Array, sig: string): boolean {
    const signed = this.#signed.get(sig);
    if (signed?.pub !== pub || !isSame(signed.message, message)) return false;
    return this.#signed.delete(sig);
  }

  #isSound(on: Backend, key: Key): Promise<boolean> {
    const known = this.#areSound.get(key);
    if (known) return known;
    const found = on.publicKey(key.seed).then((pub) => bytesToHex(pub) === key.pub);
    this.#areSound.set(key, found);
    return found;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
