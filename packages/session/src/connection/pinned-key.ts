import type { TextStorage } from '../platform/ports.ts';

const NAME = 'anchor.server-key';

/**
 * The server key that this origin showed first. A page that later meets another key may be talking to an impostor at
 * the same address, so it signs nothing for it. The storage is already per origin.
 */
export class PinnedKey {
  readonly #storage: TextStorage;

  constructor(storage: TextStorage) {
    this.#storage = storage;
  }

  get pub(): string | null {
    return this.#storage.read(NAME);
  }

  /** Pins the first key seen. Returns true if `shown` is the pinned key. */
  accepts(shown: string): boolean {
    if (this.pub === null) this.replace(shown);
    return this.pub === shown;
  }

  /** Trusts another key from now on, either because the player said so or because the pinned key has signed it. */
  replace(pub: string): void {
    this.#storage.write(NAME, pub);
  }
}
