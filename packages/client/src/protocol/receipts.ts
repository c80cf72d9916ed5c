import {
  type Ledger,
  type MatchEvent,
  RECEIPT_TOLERANCE_MS,
  type Receipt,
  type SignedEvent,
  sentHash,
  verifyReceipt,
} from 'bg-record';
import { type GuardFailure, guardFailure } from './guard.ts';

/**
 * A receipt dated closer than this to the previous one replaces it, so that a server cannot push out an inconvenient
 * one.
 */
const APART_MS = 4_000;
/**
 * A device that took the seat waits this long for the first receipt. A server whose storage fails signs none.
 */
const WAIT_MS = 8_000;
/** The largest number of receipts in a transcript. */
const KEPT = 16;

/** The stored part of a match's receipts. */
export interface StoredReceipts {
  readonly held: readonly Receipt[];
  /** The first receipt that includes the event in flight. */
  readonly saw: Receipt | null;
}

/** The receipts that the server has signed about its history, and the search for contradictions. */
export class Receipts {
  #held: readonly Receipt[] = [];
  /** Receipts about events that have not arrived yet. */
  #early: readonly Receipt[] = [];
  #saw: Receipt | null = null;
  /** The number of receipts that this page has taken. */
  #taken = 0;
  /**
   * The state of a device that took the seat with event `n` and waits for a receipt: since when, and how many receipts
   * had come before.
   */
  #waits: { readonly n: number; readonly since: number; readonly taken: number } | null = null;

  get stored(): StoredReceipts {
    return { held: this.#held, saw: this.#saw };
  }

  restore({ held, saw }: StoredReceipts): void {
    this.#held = held;
    this.#saw = saw;
  }

  /** All receipts that belong in a transcript. */
  get all(): Receipt[] {
    const all = [...this.#held, ...this.#early];
    return this.#saw && !all.includes(this.#saw) ? [this.#saw, ...all.slice(1 - KEPT)] : all.slice(-KEPT);
  }

  /** True if the server has signed this ledger's history with event number `n`. */
  covers(n: number): boolean {
    return this.#held.some((receipt) => receipt.n > n);
  }

  /** True if the server has signed a history with event `n`, or has had time to sign and has not. */
  coversOrTimedOut(n: number, now: number): boolean {
    if (this.covers(n)) return true;
    if (this.#waits?.n !== n) this.#waits = { n, since: now, taken: this.#taken };
    return this.#waits.taken === this.#taken && Math.abs(now - this.#waits.since) >= WAIT_MS;
  }

  /**
   * Takes a receipt. Resolves to the contradiction, if any. `inFlight` is this player's event that the history does not
   * contain.
   */
  async take(receipt: Receipt, ledger: Ledger, inFlight: SignedEvent | null): Promise<GuardFailure | null> {
    const { server, id } = ledger.header;
    if (!(await verifyReceipt(server, id, receipt))) return guardFailure('bad-receipt');
    this.#taken += 1;
    if (receipt.n > ledger.length) {
      this.#early = [...this.#early, receipt].slice(-KEPT);
      return null;
    }
    const sees = inFlight !== null && receipt.n === inFlight.n && receipt.seen === sentHash(inFlight);
    if (sees) this.#saw ??= receipt;
    this.#hold(receipt);
    return receiptFault(receipt, ledger);
  }

  /** Judges the receipts that arrived before their events, now that the history has grown. */
  reached(ledger: Ledger): GuardFailure | null {
    const reached = this.#early.filter(({ n }) => n <= ledger.length);
    this.#early = this.#early.filter(({ n }) => n > ledger.length);
    for (const receipt of reached) this.#hold(receipt);
    return firstFault(reached, (receipt) => receiptFault(receipt, ledger));
  }

  /** Returns the contradiction that a newly appended event causes, if any. */
  eventFault(event: MatchEvent): GuardFailure | null {
    return firstFault(this.#held, (receipt) => datesBefore(event, receipt) ?? gapAround(event, receipt));
  }

  /** Call this when the event in flight is in the history or was given up. */
  forgetInFlight(): void {
    this.#saw = null;
  }

  /** Returns the receipt that proves that the server had this player's event before `deadline`, or null. */
  sawBefore(deadline: number): Receipt | null {
    return this.#saw && this.#saw.now < deadline ? this.#saw : null;
  }

  #hold(receipt: Receipt): void {
    const [before, last] = this.#held.slice(-2);
    const isClose = before !== undefined && last !== undefined && last.now - before.now < APART_MS;
    this.#held = [...(isClose ? this.#held.slice(0, -1) : this.#held), receipt].slice(-KEPT);
  }
}

function firstFault<T>(list: readonly T[], faultOf: (item: T) => GuardFailure | null): GuardFailure | null {
  for (const item of list) {
    const fault = faultOf(item);
    if (fault) return fault;
  }
  return null;
}

function receiptFault(receipt: Receipt, ledger: Ledger): GuardFailure | null {
  if (headAt(ledger, receipt.n) !== receipt.head) return guardFailure('receipt-differs');
  const since = ledger.events.slice(receipt.n);
  return firstFault(since, (event) => datesBefore(event, receipt) ?? gapAround(event, receipt));
}

/** Returns the hash of a ledger's history after `n` events. */
export function headAt({ events, head, length }: Ledger, n: number): string | null {
  if (n === length) return head;
  return events[n]?.prev ?? null;
}

/** An event that arrived after a receipt was signed cannot be much older than the receipt. */
function datesBefore(event: MatchEvent, { n, now }: Receipt): GuardFailure | null {
  return event.n >= n && event.at < now - RECEIPT_TOLERANCE_MS ? guardFailure('dated-back') : null;
}

/** A server that signed a receipt was not down at that time. */
function gapAround(event: MatchEvent, { now }: Receipt): GuardFailure | null {
  if (event.type !== 'resume') return null;
  const isInside = event.since + RECEIPT_TOLERANCE_MS < now && now < event.at - RECEIPT_TOLERANCE_MS;
  return isInside ? guardFailure('gap-denied') : null;
}
