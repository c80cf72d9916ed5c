import { type Ledger, type MatchEvent, type Receipt, type SignedEvent, sentHash, verifyReceipt } from 'bg-record';
import { type GuardFailure, guardFailure } from './guard.ts';

/** How far two times of the server may contradict each other: clocks of several processes, and of one that is set. */
const TOLERANCE_MS = 5_000;
/** Receipts dated closer than this to the one before replace it: a server cannot push an inconvenient one out. */
const APART_MS = 4_000;
/** A transcript takes no more. */
const KEPT = 16;

/** What is stored of a match's receipts. */
export interface StoredReceipts {
  readonly held: readonly Receipt[];
  /** The first that had seen the event in flight. */
  readonly saw: Receipt | null;
}

/** What the server has signed about the history it stands for, and what contradicts that. */
export class Receipts {
  #held: readonly Receipt[] = [];
  /** Those about events that have not arrived yet. */
  #early: readonly Receipt[] = [];
  #saw: Receipt | null = null;
  #taken = 0;

  get stored(): StoredReceipts {
    return { held: this.#held, saw: this.#saw };
  }

  restore({ held, saw }: StoredReceipts): void {
    this.#held = held;
    this.#saw = saw;
  }

  /** All that a transcript should carry. */
  get all(): Receipt[] {
    const all = [...this.#held, ...this.#early];
    return this.#saw && !all.includes(this.#saw) ? [this.#saw, ...all.slice(1 - KEPT)] : all.slice(-KEPT);
  }

  /** True if the server has signed this ledger's history with an event of this number in it. */
  covers(n: number): boolean {
    return this.#held.some((receipt) => receipt.n > n);
  }

  /** How many this page has taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes a receipt; the answer is what it contradicts. `flying` is this player's event that the history does not hold. */
  async take(receipt: Receipt, ledger: Ledger, flying: SignedEvent | null): Promise<GuardFailure | null> {
    const { server, id } = ledger.header;
    if (!(await verifyReceipt(server, id, receipt))) return guardFailure('bad-receipt');
    this.#taken += 1;
    if (receipt.n > ledger.length) {
      this.#early = [...this.#early, receipt].slice(-KEPT);
      return null;
    }
    const sees = flying !== null && receipt.n === flying.n && receipt.seen === sentHash(flying);
    if (sees) this.#saw ??= receipt;
    this.#hold(receipt);
    return receiptFault(receipt, ledger);
  }

  /** Judges the receipts that came before their events, now that the history has grown. */
  reached(ledger: Ledger): GuardFailure | null {
    const reached = this.#early.filter(({ n }) => n <= ledger.length);
    this.#early = this.#early.filter(({ n }) => n > ledger.length);
    for (const receipt of reached) this.#hold(receipt);
    return firstFault(reached, (receipt) => receiptFault(receipt, ledger));
  }

  /** What an event contradicts that has just been appended to the history. */
  eventFault(event: MatchEvent): GuardFailure | null {
    return firstFault(this.#held, (receipt) => datesBefore(event, receipt) ?? gapAround(event, receipt));
  }

  /** The event in flight has landed or was given up: what had seen it no longer matters. */
  landed(): void {
    this.#saw = null;
  }

  /** The receipt which shows that the server had this player's event before `deadline`; null when there is none. */
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

/** The hash of a ledger's history of this many events. */
export function headAt({ events, head, length }: Ledger, n: number): string | null {
  if (n === length) return head;
  return events[n]?.prev ?? null;
}

/** An event that came after a receipt was signed cannot be much older than it. */
function datesBefore(event: MatchEvent, { n, now }: Receipt): GuardFailure | null {
  return event.n >= n && event.at < now - TOLERANCE_MS ? guardFailure('dated-back') : null;
}

/** A server that signed a receipt was not down. */
function gapAround(event: MatchEvent, { now }: Receipt): GuardFailure | null {
  if (event.type !== 'resume') return null;
  const isInside = event.since + TOLERANCE_MS < now && now < event.at - TOLERANCE_MS;
  return isInside ? guardFailure('gap-denied') : null;
}
