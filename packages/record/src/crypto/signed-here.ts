import type { Key } from '../types.ts';
import type { Backend } from './backend.ts';
import { spells } from './hex.ts';

/** More than one turn of an event loop signs; whoever signs and never judges pushes the oldest out. */
const KEPT = 1_024;

interface Made {
  readonly pub: string;
  readonly message: Uint8Array;
}

/**
 * The signatures that were made here and are still to be judged by a ledger here. Working one out again would tell nothing that
 * making it did not: a server's own dice, a player's own move. Each is believed once, for the same key and the same bytes only.
 */
export class SignedHere {
  readonly #made = new Map<string, Made>();
  readonly #areSound = new WeakMap<Key, Promise<boolean>>();

  get size(): number {
    return this.#made.size;
  }

  /** Remembers a signature, unless the two halves of the key do not belong together. */
  async note(on: Backend, key: Key, message: Uint8Array, sig: string): Promise<void> {
    if (!(await this.#isSound(on, key))) return;
    this.#made.set(sig, { pub: key.pub, message: message.slice() });
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= KEPT) break;
      this.#made.delete(oldest);
    }
  }

  /** Whether this is such a signature; it is forgotten then. */
  take(pub: string, message: Uint8Array, sig: string): boolean {
    const made = this.#made.get(sig);
    if (made?.pub !== pub || !isSame(made.message, message)) return false;
    return this.#made.delete(sig);
  }

  #isSound(on: Backend, key: Key): Promise<boolean> {
    const known = this.#areSound.get(key);
    if (known) return known;
    const found = on.publicKey(key.seed).then((pub) => spells(key.pub, pub));
    this.#areSound.set(key, found);
    return found;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
