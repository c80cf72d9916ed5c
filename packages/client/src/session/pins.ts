import type { Shelf } from './ports.ts';

const NAME = 'anchor.server-key';

/**
 * The server key that this origin showed first. A page that meets another key later may be talking to somebody else who
 * answers at the same address, so it signs nothing for it. The shelf is per origin already.
 */
export class PinnedKey {
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  get pub(): string | null {
    return this.#shelf.read(NAME);
  }

  /** Pins the first key seen; whether `shown` is the pinned one. */
  accepts(shown: string): boolean {
    if (this.pub === null) this.replace(shown);
    return this.pub === shown;
  }

  /** Trusts another key from now on: at the player's explicit wish, or when the pinned one has signed that it follows. */
  replace(pub: string): void {
    this.#shelf.write(NAME, pub);
  }
}
