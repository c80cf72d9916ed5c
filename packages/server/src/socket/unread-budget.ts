/** A connection as far as the budget needs it. */
export interface Holder {
  /** Bytes sent that have not left yet. */
  readonly unreadBytes: number;
  /** True if it was closed and still holds what the other end has not read. */
  readonly isClosing: boolean;
  /** Closes it because it reads too slowly. */
  drop(): void;
  /** Frees what it holds at once. */
  cut(): void;
}

/**
 * Bounds what all connections together hold for clients that do not read: when it is more than the budget, those that were closed before are
 * cut off, then those that hold most are closed until the rest is within it. What is known of a connection is from its last message, which
 * is never less than what it holds; it is counted anew before anybody is closed.
 */
export class UnreadBudget {
  readonly #bytes: number;
  readonly #held = new Map<Holder, number>();
  #total = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Bytes that are held, at most. */
  get total(): number {
    return this.#total;
  }

  /** Something was sent. */
  sent(holder: Holder): void {
    this.#note(holder, holder.unreadBytes);
    if (this.#total > this.#bytes) this.#shed();
  }

  /** The connection has gone. */
  forget(holder: Holder): void {
    this.#note(holder, 0);
  }

  #note(holder: Holder, bytes: number): void {
    this.#total += bytes - (this.#held.get(holder) ?? 0);
    if (bytes > 0) this.#held.set(holder, bytes);
    else this.#held.delete(holder);
  }

  #shed(): void {
    for (const holder of [...this.#held.keys()]) this.#note(holder, holder.unreadBytes);
    if (this.#total <= this.#bytes) return;
    const largestFirst = [...this.#held].sort(([, a], [, b]) => b - a);
    for (const [holder] of largestFirst) if (holder.isClosing) this.#end(holder, () => holder.cut());
    let open = this.#total;
    for (const [holder, bytes] of largestFirst) {
      if (open <= this.#bytes) return;
      if (holder.isClosing) continue;
      holder.drop();
      open -= bytes;
    }
  }

  #end(holder: Holder, end: () => void): void {
    end();
    this.#note(holder, 0);
  }
}
