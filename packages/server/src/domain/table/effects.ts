import type { Ledger } from 'bg-record';
import type { BusMessage } from '../bus.ts';

/** Something that follows from what a match has done. */
export type Effect =
  /** All members get this message. */
  | { readonly type: 'publish'; readonly message: BusMessage }
  /** The match is to be woken at this time. Replaces an earlier one; null if it need not be woken. */
  | { readonly type: 'alarm'; readonly at: number | null }
  /** The match waits for a player. The ledger is read-only for others. */
  | { readonly type: 'moved'; readonly ledger: Ledger }
  /** The match is not live any more. */
  | { readonly type: 'ended' }
  /** This process does not own the match any more. */
  | { readonly type: 'left' };

/** The effects of one step of a match, in order. The match adds them, and its room takes and applies them when the step is over. */
export class Effects {
  #all: Effect[] = [];

  publish(message: BusMessage): void {
    this.#all.push({ type: 'publish', message });
  }

  alarm(at: number | null): void {
    this.#all.push({ type: 'alarm', at });
  }

  moved(ledger: Ledger): void {
    this.#all.push({ type: 'moved', ledger });
  }

  ended(): void {
    this.#all.push({ type: 'ended' });
  }

  left(): void {
    this.#all.push({ type: 'left' });
  }

  take(): readonly Effect[] {
    const all = this.#all;
    this.#all = [];
    return all;
  }
}
