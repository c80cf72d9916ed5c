import * as z from 'zod/mini';
import type { SharedMap } from '../../shared/shared-map.ts';
import { wishSchema } from './wish.ts';

/** Two wishes whose players are asked to accept each other. The first has waited longer. `until` is in milliseconds since the epoch. */
export const pairingSchema = z.strictObject({
  pairing: z.string(),
  wishes: z.tuple([wishSchema, wishSchema]),
  until: z.number(),
});
export type Pairing = z.infer<typeof pairingSchema>;

export function playersOf({ wishes }: Pairing): readonly [string, string] {
  return [wishes[0].from.pub, wishes[1].from.pub];
}

interface PairingListener {
  /** The key has entered or left a pairing. */
  changed(pub: string): void;
  /** A player has accepted. */
  accepted(pairing: Pairing): void;
}

/**
 * The pairings in progress, the same on all processes. One shared map has three kinds of entries, each with the pairing as its value.
 * The entry of a player's key reserves the player: only one pairing can put it. The entry of the handle exists until the pairing is
 * decided: only one process can take it. The third kind says that a player has accepted.
 */
export class PairingList {
  readonly #entries: SharedMap<Pairing>;

  constructor(entries: SharedMap<Pairing>) {
    this.#entries = entries;
  }

  of(pub: string): Pairing | null {
    return this.#entries.entries.get(pub) ?? null;
  }

  /**
   * Reserves both players. Returns false if one of them is in another pairing. Every process reserves in the order of the keys, so of
   * several overlapping pairings one always succeeds.
   */
  async open(pairing: Pairing): Promise<boolean> {
    const [first, second] = playersOf(pairing).toSorted() as [string, string];
    if (await this.#entries.putFirst(first, pairing)) return false;
    if (await this.#entries.putFirst(second, pairing)) {
      await this.#entries.take(first, pairing);
      return false;
    }
    this.#entries.put(pairing.pairing, pairing);
    return true;
  }

  accept(pairing: Pairing, pub: string): void {
    this.#entries.put(acceptance(pairing, pub), pairing);
  }

  hasAccepted(pairing: Pairing, pub: string): boolean {
    return this.#entries.entries.has(acceptance(pairing, pub));
  }

  /** The right to decide the pairing. Returns true for exactly one of several concurrent callers on all processes. */
  close(pairing: Pairing): Promise<boolean> {
    return this.#entries.take(pairing.pairing, pairing);
  }

  /** Removes what is left of a pairing. Its players are free again. */
  async release(pairing: Pairing): Promise<void> {
    const players = playersOf(pairing);
    const keys = [pairing.pairing, ...players.map((pub) => acceptance(pairing, pub)), ...players];
    for (const key of keys) {
      const entry = this.#entries.entries.get(key);
      if (entry?.pairing === pairing.pairing) await this.#entries.take(key, entry);
    }
  }

  /** Releases the pairings that should have been decided before a time: the processes that asked their players are gone. */
  async sweep(before: number): Promise<void> {
    for (const pairing of [...this.#entries.entries.values()]) if (pairing.until < before) await this.release(pairing);
  }

  get isEmpty(): boolean {
    return this.#entries.entries.size === 0;
  }

  observe(listener: PairingListener): void {
    this.#entries.observe((key, after, before) => {
      const pairing = after ?? before;
      if (!pairing) return;
      if (playersOf(pairing).includes(key)) listener.changed(key);
      else if (after && key !== after.pairing) listener.accepted(after);
    });
  }
}

function acceptance({ pairing }: Pairing, pub: string): string {
  return `${pairing}.${pub}`;
}
