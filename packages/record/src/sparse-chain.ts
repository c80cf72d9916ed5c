import { bytesToHex } from '@noble/hashes/utils.js';
import { hashChain, linkOf } from './dice.ts';

/** Distance between two stored links. */
const SEGMENT = 32;

/**
 * A hash chain in a fifteenth of the memory, since a server holds one for each match. It stores every 32nd
 * link and the last segment used. Links are used in order, so a segment is rarely computed again.
 */
export class SparseChain {
  /** Link 0 as 64 hex digits. */
  readonly anchor: string;
  readonly #length: number;
  /** The last link of each segment, from which its other links are computed. */
  readonly #segmentEnds: readonly Uint8Array[];
  #cached: { readonly segment: number; readonly links: Uint8Array } | null = null;

  constructor(seed: Uint8Array, length: number) {
    const links = hashChain(seed, length);
    this.#length = length;
    this.anchor = bytesToHex(linkOf(links, 0));
    const count = Math.floor(length / SEGMENT) + 1;
    this.#segmentEnds = Array.from({ length: count }, (_, segment) => linkOf(links, this.#endOf(segment)).slice());
  }

  /** Returns link `index` as 64 hex digits. Throws a RangeError if there is no such link. */
  link(index: number): string {
    const segment = Math.floor(index / SEGMENT);
    const end = this.#segmentEnds[segment];
    if (!end) throw new RangeError(`the chain has no link ${index}`);
    const begin = segment * SEGMENT;
    if (this.#cached?.segment !== segment)
      this.#cached = { segment, links: hashChain(end, this.#endOf(segment) - begin) };
    return bytesToHex(linkOf(this.#cached.links, index - begin));
  }

  /** Index of the last link of a segment. */
  #endOf(segment: number): number {
    return Math.min((segment + 1) * SEGMENT, this.#length);
  }
}
