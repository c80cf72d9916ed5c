/** A connection as seen by the budget. */
export interface Holder {
  /** Bytes sent that are still buffered in this process, because the client reads slowly. */
  readonly unreadBytes: number;
  /** True if it is closed but still holds unread bytes. */
  readonly isClosing: boolean;
  /** Closes the connection because the client reads too slowly. */
  drop(): void;
  /** Ends the connection and frees its buffers at once. */
  cut(): void;
}

/**
 * Limits the unread bytes of all connections together. Above the budget, closed connections are cut first, then the largest holders are
 * closed until the rest fits. The known sizes date from each connection's last message, so they are never too small; they are measured again
 * before any connection is closed.
 */
export class UnreadBudget {
  readonly #bytes: number;
  readonly #held = new Map<Holder, number>();
  #total = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Upper bound of the unread bytes. */
  get total(): number {
    return this.#total;
  }

  /** Updates the count after a message was sent. */
  sent(holder: Holder): void {
    this.#note(holder, holder.unreadBytes);
    if (this.#total > this.#bytes) this.#shed();
  }

  /** Removes a connection that has ended. */
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
