import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import type { Player } from 'bg-rules';
import { playerSeed } from './dice.ts';
import type { Ledger } from './ledger.ts';
import { partyIndex } from './ledger-state.ts';
import { SparseChain } from './sparse-chain.ts';
import type { FirstChain, Header, Key, Party, View } from './types.ts';
import { viewMember } from './view.ts';

/** Returns `length` random bytes. Tests pass a deterministic one. */
export type RandomBytes = (length: number) => Uint8Array;

export const platformRandom: RandomBytes = randomBytes;

export const NONCE_BYTES = 16;

/**
 * Returns what a player commits to for a match that another player may begin later: see `firstChain` of the header.
 *
 * @param match id of the match and the number of links of its chains
 */
export function firstChainOf(
  key: Key,
  match: Pick<Header, 'id' | 'chain'>,
  random: RandomBytes = platformRandom,
): FirstChain {
  const nonce = bytesToHex(random(NONCE_BYTES));
  return { anchor: chainOf(key, match, nonce).anchor, nonce };
}

/** True if the key’s own chain is the one that the header names for the first commit of player 1, or if it names none. */
export function isOwnFirstChain(key: Key, header: Pick<Header, 'id' | 'chain' | 'firstChain'>): boolean {
  const { firstChain } = header;
  return firstChain === undefined || chainOf(key, header, firstChain.nonce).anchor === firstChain.anchor;
}

function chainOf(key: Key, { id, chain }: Pick<Header, 'id' | 'chain'>, nonce: string): SparseChain {
  return new SparseChain(playerSeed(key.seed, id, nonce), chain);
}

/**
 * A party's own hash chain. It is derived again from the key and a public nonce whenever it is needed, so a
 * device needs only the key to continue a match. The last derived chain is cached.
 */
export class OwnChain {
  readonly #key: Key;
  readonly #header: Header;
  #cached: { readonly nonce: string; readonly chain: SparseChain } | null = null;

  constructor(key: Key, header: Header) {
    this.#key = key;
    this.#header = header;
  }

  /** Returns a random nonce and the anchor of its chain, and in a match whose header names a log the view of it. */
  newCommitment(random: RandomBytes, view: View | null = null): { anchor: string; nonce: string; view?: View | null } {
    return this.#commitment(bytesToHex(random(NONCE_BYTES)), view);
  }

  /** Returns the commitment that the header already names for player 1. Throws if that is not to a chain of this key. */
  firstCommitment({ anchor, nonce }: FirstChain, view: View | null = null) {
    const commitment = this.#commitment(nonce, view);
    if (commitment.anchor !== anchor) throw new Error('the chain that the header names belongs to another key');
    return commitment;
  }

  #commitment(nonce: string, view: View | null): { anchor: string; nonce: string; view?: View | null } {
    return { anchor: this.#chain(nonce).anchor, nonce, ...viewMember(this.#header, view) };
  }

  /**
   * Returns the link that the party reveals next on this ledger, 64 hex digits. Throws if the party has not
   * committed, or committed to a chain of another key.
   */
  next(ledger: Pick<Ledger, 'state'>, party: Party): string {
    return this.#link(ledger, party, 1);
  }

  /**
   * Returns the link that the player reveals with a `roll`: the next one, or again the one that was revealed in
   * advance for a roll that the end of a game prevented. Throws like `next`.
   */
  forRoll(ledger: Pick<Ledger, 'state'>, player: Player): string {
    return this.#link(ledger, player, ledger.state.ahead === player ? 0 : 1);
  }

  #link(ledger: Pick<Ledger, 'state'>, party: Party, step: 0 | 1): string {
    const commitment = ledger.state.commitments[partyIndex(party)];
    if (!commitment) throw new Error('the party has not committed to a chain');
    const chain = this.#chain(commitment.nonce);
    if (chain.anchor !== commitment.anchor) throw new Error('the committed chain belongs to another key');
    return chain.link(commitment.used + step);
  }

  #chain(nonce: string): SparseChain {
    if (this.#cached?.nonce !== nonce) {
      this.#cached = { nonce, chain: chainOf(this.#key, this.#header, nonce) };
    }
    return this.#cached.chain;
  }
}
