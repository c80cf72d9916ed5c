import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { playerSeed } from './dice.ts';
import type { Ledger } from './ledger.ts';
import { partyIndex } from './ledger-state.ts';
import { SparseChain } from './sparse-chain.ts';
import type { Header, Key, Party } from './types.ts';

/** Gives `length` fresh random bytes; tests give their own. */
export type RandomBytes = (length: number) => Uint8Array;

export const platformRandom: RandomBytes = randomBytes;

export const NONCE_BYTES = 16;

/**
 * A party's own hash chain, made again from its key and a public nonce whenever it is needed: nothing but the key must be
 * kept to go on with a match. The chain made last is remembered.
 */
export class OwnChain {
  readonly #key: Key;
  readonly #header: Header;
  #made: { readonly nonce: string; readonly chain: SparseChain } | null = null;

  constructor(key: Key, header: Header) {
    this.#key = key;
    this.#header = header;
  }

  /** A fresh nonce and the anchor of the chain that it gives. */
  promise(random: RandomBytes): { anchor: string; nonce: string } {
    const nonce = bytesToHex(random(NONCE_BYTES));
    return { anchor: this.#chain(nonce).anchor, nonce };
  }

  /**
   * The link that the party reveals next on this ledger, 64 hex digits. Throws when the party has not committed, or
   * committed to a chain that this key did not make.
   */
  next(ledger: Pick<Ledger, 'state'>, party: Party): string {
    const commitment = ledger.state.commitments[partyIndex(party)];
    if (!commitment) throw new Error('there is no chain before the commit');
    const chain = this.#chain(commitment.nonce);
    if (chain.anchor !== commitment.anchor) throw new Error('this key did not make the chain committed to');
    return chain.link(commitment.used + 1);
  }

  #chain(nonce: string): SparseChain {
    if (this.#made?.nonce !== nonce) {
      const seed = playerSeed(this.#key.seed, this.#header.id, nonce);
      this.#made = { nonce, chain: new SparseChain(seed, this.#header.chain) };
    }
    return this.#made.chain;
  }
}
