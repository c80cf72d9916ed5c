import { type ClockReading, readClock } from './clock.ts';
import { type RecordFailure, type RecordResult, refuse } from './codes.ts';
import type { SignatureVerifier } from './crypto/backend.ts';
import { backend, verifyAll } from './crypto/ed25519.ts';
import { sha256Hex } from './crypto/hash.ts';
import { checkEvent, encodeEvents, MAX_EVENTS, partyKey } from './event.ts';
import { checkHeader, headerHash } from './header.ts';
import { judge } from './judge.ts';
import { expectationOf, expiryOf, type LedgerState, runningClock, startLedger } from './ledger-state.ts';
import type { Expectation, Header, MatchEvent } from './types.ts';
import { type VerifiedRoll, verifiedRoll } from './verified-roll.ts';

/** The accepted event, or why it was refused; a refused event leaves the ledger as it was. */
export type AppendResult = RecordResult<MatchEvent>;

/** How far a list of events was accepted. */
export interface AppendAllResult {
  /** The first event that was refused: its place in the list, and why. Null when all were accepted. */
  readonly fault: (RecordFailure & { readonly event: number }) | null;
}

export interface AppendAllOptions {
  /** Called after each batch with the number of events judged so far. The ledger goes on when it resolves; what it throws ends the call. */
  readonly onBatch?: (judged: number) => void | Promise<void>;
}

/** What takes a platform's cryptography to say of an event: its hash, and whether its signature is right. */
interface Seal {
  readonly hash: string;
  readonly right: boolean;
}

/** An event whose form was checked; without a seal where the form is wrong. */
interface Candidate {
  readonly checked: AppendResult;
  readonly seal: Seal | undefined;
}

export interface LedgerOptions {
  /** False for whoever has the events elsewhere: the ledger judges alike, and whoever asks it for `events` or `rolls` gets a TypeError. */
  readonly keepsEvents?: boolean;
  /** Who does the arithmetic of signatures instead of this platform; asked only for good keys, and for signatures of the right form. */
  readonly verifier?: SignatureVerifier;
}

/**
 * How many events have their seals worked out at once, while those before them are judged: enough to keep every core
 * busy, and a bound on the work wasted after a fault.
 */
const BATCH = 64;

const OTHER_HEADER = 'the header is not the one that the first event was signed over';

/**
 * A match: its header and the events that were accepted. Server, browser and verifier run this same machine over the
 * same list, so there is nothing to reconcile between them.
 */
export class Ledger {
  readonly header: Header;
  readonly #events: MatchEvent[] = [];
  readonly #rolls: VerifiedRoll[] = [];
  readonly #anchors = new Set<string>();
  readonly #keepsEvents: boolean;
  readonly #verifier: SignatureVerifier | undefined;
  #length = 0;
  #last: MatchEvent | null = null;
  #head: string;
  #state: LedgerState;
  /** Of the state; worked out when somebody asks, and several do after every event. */
  #expects: Expectation | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** An empty ledger. Throws on a header that `checkHeader` refuses. */
  constructor(header: Header, { keepsEvents = true, verifier }: LedgerOptions = {}) {
    const checked = checkHeader(header);
    if (!checked.ok) throw new TypeError(checked.message);
    this.header = checked.value;
    this.#keepsEvents = keepsEvents;
    this.#verifier = verifier;
    this.#head = headerHash(this.header);
    this.#state = startLedger(this.header);
  }

  /** The party whose event the match waits for, and the types it would accept. Asides and the server's `forfeit` may come besides. */
  get expects(): Expectation {
    this.#expects ??= expectationOf(this.#state);
    return this.#expects;
  }

  /** The hash of the last event, or of the header: `prev` of the next event. */
  get head(): string {
    return this.#head;
  }

  /** Number of events: `n` of the next one. */
  get length(): number {
    return this.#length;
  }

  /** The last event that was accepted; null before the first. */
  get last(): MatchEvent | null {
    return this.#last;
  }

  /** What the last event is dated, or the header: milliseconds since the epoch. */
  get at(): number {
    return this.#last?.at ?? this.header.created;
  }

  get events(): readonly MatchEvent[] {
    return this.#kept(this.#events);
  }

  get state(): LedgerState {
    return this.#state;
  }

  get rolls(): readonly VerifiedRoll[] {
    return this.#kept(this.#rolls);
  }

  /** The clock at `now`, in milliseconds since the epoch; null in an untimed match. */
  clock(now: number): ClockReading | null {
    const { clock } = this.#state;
    return clock && readClock(clock, runningClock(this.#state), now);
  }

  /** When the time of the player to act is used up, milliseconds since the epoch; null while the server must act and after the end. */
  get expiresAt(): number | null {
    return expiryOf(this.#state, this.header);
  }

  /**
   * Accepts or refuses an event, judged in the order form, n, prev, at, signature, content. Calls that overlap are
   * judged one after the other.
   */
  append(event: unknown): Promise<AppendResult> {
    return this.#inTurn(() => this.#append(checkEvent(event)));
  }

  /**
   * Appends a list of events up to the first that is refused. The same judgement as appending one after the other, but
   * hashes and signatures are worked out in batches ahead of it.
   */
  appendAll(events: readonly unknown[], { onBatch }: AppendAllOptions = {}): Promise<AppendAllResult> {
    return this.#inTurn(async () => {
      const batchAt = (start: number) => this.#candidates(events.slice(start, start + BATCH));
      let next = batchAt(0);
      for (let start = 0; start < events.length; start += BATCH) {
        const batch = next;
        next = batchAt(start + BATCH);
        const fault = this.#firstFault(await batch, start);
        if (fault) return { fault };
        await onBatch?.(Math.min(start + BATCH, events.length));
      }
      return { fault: null };
    });
  }

  #kept<T>(list: readonly T[]): readonly T[] {
    if (!this.#keepsEvents) throw new TypeError('this ledger keeps no events');
    return list;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #append(checked: AppendResult): Promise<AppendResult> {
    // What is out of place is not worth a signature check.
    const early = checked.ok ? this.#orderFault(checked.value) : checked;
    if (early || !checked.ok) return early ?? checked;
    const [seal] = await this.#seals([checked.value]);
    return this.#take({ checked, seal });
  }

  #firstFault(batch: readonly Candidate[], start: number): AppendAllResult['fault'] {
    for (const [place, candidate] of batch.entries()) {
      const result = this.#take(candidate);
      if (!result.ok) return { ...result, event: start + place };
    }
    return null;
  }

  #take({ checked, seal }: Candidate): AppendResult {
    if (!checked.ok) return checked;
    const event = checked.value;
    const misplaced = this.#orderFault(event);
    if (misplaced) return misplaced;
    if (!seal?.right) return refuse('bad-signature', 'the signature is not by the party named');
    const next = judge(this.#state, event, { header: this.header, anchors: this.#anchors, lastAt: this.at });
    if (!next.ok) return next;
    this.#accept(event, seal.hash, next.value);
    return checked;
  }

  #orderFault(event: MatchEvent): RecordFailure | null {
    const { n, prev, at } = event;
    if (n !== this.length) return refuse('wrong-number', `event ${this.length} comes next, not ${n}`);
    // The last place is kept for the end, so that no match can grow beyond what a verifier reads.
    if (n >= MAX_EVENTS - 1 && event.type !== 'forfeit') return refuse('too-many-events', 'only a forfeit still fits');
    if (prev !== this.#head)
      return refuse('wrong-prev', n === 0 ? OTHER_HEADER : 'the event does not follow the one before it');
    return at < this.at ? refuse('wrong-time', 'the event is dated before the one before it') : null;
  }

  #accept(event: MatchEvent, hash: string, next: LedgerState): void {
    if (event.type === 'commit') this.#anchors.add(event.anchor);
    if (this.#keepsEvents) {
      if (event.type === 'dice') this.#rolls.push(verifiedRoll(this.#state, event, next));
      this.#events.push(event);
    }
    this.#length += 1;
    this.#last = event;
    this.#head = hash;
    this.#state = next;
    this.#expects = null;
  }

  /** The events of a list up to the first of a wrong form, after which none will be judged. */
  async #candidates(values: readonly unknown[]): Promise<Candidate[]> {
    const results: AppendResult[] = [];
    const events: MatchEvent[] = [];
    for (const value of values) {
      const checked = checkEvent(value);
      results.push(checked);
      if (!checked.ok) break;
      events.push(checked.value);
    }
    const sealed = await this.#seals(events);
    return results.map((checked, i) => ({ checked, seal: sealed[i] }));
  }

  async #seals(events: readonly MatchEvent[]): Promise<Seal[]> {
    const verifier = this.#verifier ?? (await backend());
    const encoded = encodeEvents(events);
    const checks = encoded.map(({ signed }, i) => {
      const { p, sig } = events[i]!;
      return { pub: partyKey(this.header, p), message: signed, sig };
    });
    // Signatures first: they take longest, and other threads may be at them already while this one hashes.
    const judged = verifyAll(verifier, checks);
    const hashes = encoded.map(({ hashed }) => sha256Hex(hashed));
    const rights = await judged;
    return hashes.map((hash, i) => ({ hash, right: rights[i]! }));
  }
}
