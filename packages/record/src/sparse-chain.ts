import { bytesToHex } from '@noble/hashes/utils.js';
import { hashChain, linkOf } from './dice.ts';

/** From one link that is kept to the next. */
const STRETCH = 32;

/**
 * A hash chain in a fifteenth of its memory: a server holds one for each of its matches. Every 32nd link is kept, and the
 * stretch that was asked for last; the chain is used in order, so the next stretch is seldom made.
 */
export class SparseChain {
  /** Link 0, 64 hex digits. */
  readonly anchor: string;
  readonly #length: number;
  /** The last link of each stretch, from which its others follow. */
  readonly #ends: readonly Uint8Array[];
  #made: { readonly stretch: number; readonly links: Uint8Array } | null = null;

  constructor(seed: Uint8Array, length: number) {
    const links = hashChain(seed, length);
    this.#length = length;
    this.anchor = bytesToHex(linkOf(links, 0));
    const count = Math.floor(length / STRETCH) + 1;
    this.#ends = Array.from({ length: count }, (_, stretch) => linkOf(links, this.#endOf(stretch)).slice());
  }

  /** 64 hex digits. */
  link(index: number): string {
    const stretch = Math.floor(index / STRETCH);
    const end = this.#ends[stretch];
    if (!end) throw new RangeError(`the chain has no link ${index}`);
    const begin = stretch * STRETCH;
    if (this.#made?.stretch !== stretch) this.#made = { stretch, links: hashChain(end, this.#endOf(stretch) - begin) };
    return bytesToHex(linkOf(this.#made.links, index - begin));
  }

  /** The index of the last link of a stretch. */
  #endOf(stretch: number): number {
    return Math.min((stretch + 1) * STRETCH, this.#length);
  }
}
