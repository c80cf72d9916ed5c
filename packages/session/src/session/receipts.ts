import {
  containsHead,
  isInGap,
  type Ledger,
  type MatchEvent,
  RECEIPT_TOLERANCE_MS,
  type Receipt,
  type SignedEvent,
  verifyReceipt,
} from 'bg-record';
import { answerFault, isAbout, type SignedAnswer } from './answers.ts';
import { type GuardFailure, guardFailure } from './guard.ts';

/**
 * A receipt dated closer than this to the previous one replaces it, so that a server cannot push out an inconvenient
 * one.
 */
const APART_MS = 4_000;
/** The largest number of receipts in a transcript. */
const KEPT = 16;
/** The largest number of answers that wait for their history. */
const ANSWERS_KEPT = 8;

/** The stored part of a match's receipts. */
export interface StoredReceipts {
  readonly held: readonly Receipt[];
  readonly answers: readonly SignedAnswer[];
  /** Receipts about events that had not arrived. */
  readonly early: readonly Receipt[];
}

/** The receipts that the server has signed about its history, and the search for contradictions. */
export class Receipts {
  #held: readonly Receipt[] = [];
  /** Receipts about events that have not arrived yet. */
  #early: readonly Receipt[] = [];
  /** The answers that stopped the page, or that only a longer history can judge. */
  #answers: readonly SignedAnswer[] = [];

  get stored(): StoredReceipts {
    return { held: this.#held, answers: this.#answers, early: this.#early };
  }

  restore({ held, answers, early }: StoredReceipts): void {
    this.#held = held;
    this.#answers = answers;
    this.#early = early;
  }

  /** All receipts that belong in a transcript. */
  get all(): Receipt[] {
    const answers = this.#answers.map(({ receipt }) => receipt);
    const others = [...this.#held, ...this.#early].filter(({ sig }) => !answers.some((answer) => answer.sig === sig));
    return [...answers, ...others.slice(answers.length - KEPT)];
  }

  /** True if the server has signed this ledger's history with event number `n`. */
  covers(n: number): boolean {
    return this.#held.some((receipt) => receipt.n > n);
  }

  /** True if the server has signed events that have not arrived. */
  get isAhead(): boolean {
    return this.#early.length > 0 || this.#answers.length > 0;
  }

  /**
   * Takes a receipt. Resolves to the contradiction, if any.
   *
   * @param event the event in the ping that this receipt answers, or null
   */
  async take(receipt: Receipt, event: SignedEvent | null, ledger: Ledger): Promise<GuardFailure | null> {
    const { server, id } = ledger.header;
    if (!(await verifyReceipt(server, id, receipt))) return guardFailure('bad-receipt');
    const isEarly = receipt.n > ledger.length;
    if (isEarly) this.#early = [...this.#early, receipt].slice(-KEPT);
    else this.#hold(receipt);
    const answered = event && isAbout(event, receipt) ? await this.#judge({ event, receipt }, ledger) : null;
    return answered ?? (isEarly ? null : receiptFault(receipt, ledger));
  }

  /** Judges what arrived before its events, now that the history has grown. */
  async reached(ledger: Ledger): Promise<GuardFailure | null> {
    const reached = this.#early.filter(({ n }) => n <= ledger.length);
    this.#early = this.#early.filter(({ n }) => n > ledger.length);
    for (const receipt of reached) this.#hold(receipt);
    const answers = this.#answers;
    this.#answers = [];
    for (const answer of answers) {
      const fault = await this.#judge(answer, ledger);
      if (fault) return fault;
    }
    const wrong = reached.find((receipt) => receiptFault(receipt, ledger));
    if (!wrong) return null;
    this.#held = [...this.#held.filter(({ sig }) => sig !== wrong.sig), wrong].slice(-KEPT);
    return receiptFault(wrong, ledger);
  }

  /** Returns the contradiction that a newly appended event causes, if any. */
  eventFault(event: MatchEvent): GuardFailure | null {
    return firstFault(this.#held, (receipt) => datesBefore(event, receipt) ?? gapAround(event, receipt));
  }

  /** Judges an answer. Keeps it if it stops the page, or if it waits for its history, the earliest of those that wait. */
  async #judge(answer: SignedAnswer, ledger: Ledger): Promise<GuardFailure | null> {
    const { fate, n } = answer.receipt;
    const fault = await answerFault(answer, ledger);
    if (fault) this.#answers = [answer];
    else if (fate === 'stored' && n > ledger.length) this.#answers = [...this.#answers, answer].slice(0, ANSWERS_KEPT);
    return fault;
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
  if (!containsHead(ledger, receipt)) return guardFailure('receipt-differs');
  const since = ledger.events.slice(receipt.n);
  return firstFault(since, (event) => datesBefore(event, receipt) ?? gapAround(event, receipt));
}

/** An event that arrived after a receipt was signed cannot be much older than the receipt. */
function datesBefore(event: MatchEvent, { n, now }: Receipt): GuardFailure | null {
  return event.n >= n && event.at < now - RECEIPT_TOLERANCE_MS ? guardFailure('dated-back') : null;
}

/** A server that signed a receipt was not down at that time. */
function gapAround(event: MatchEvent, { now }: Receipt): GuardFailure | null {
  return event.type === 'resume' && isInGap(now, event) ? guardFailure('gap-denied') : null;
}
