import { type ClockReading, readClock } from './clock.ts';
import { type RecordFailure, type RecordResult, refuse } from './codes.ts';
import type { SignatureVerifier } from './crypto/backend.ts';
import { backend, verifyUnlessOwn } from './crypto/ed25519.ts';
import { sha256HexLater } from './crypto/hash.ts';
import { checkEvent, dateEvent, type EncodedEvent, encodeEvent, encodeEvents, partyKey } from './event.ts';
import { hasRoomForTheEndOnly } from './full-record.ts';
import { checkHeader, headerHash } from './header.ts';
import { judge } from './judge.ts';
import { expectationOf, expiryOf, type LedgerState, runningClock, startLedger } from './ledger-state.ts';
import type { Expectation, Header, MatchEvent, SignedEvent } from './types.ts';
import { type VerifiedRoll, verifiedRoll } from './verified-roll.ts';
import { viewCheck } from './view.ts';

/** The accepted event, or the reason for refusing it. A refused event leaves the ledger unchanged. */
export type AppendResult = RecordResult<MatchEvent>;

/** The result of appending a list of events. */
export interface AppendAllResult {
  /** The first refused event: its index in the list and the reason. Null if all were accepted. */
  readonly fault: (RecordFailure & { readonly event: number }) | null;
}

export interface AppendAllOptions {
  /**
   * Called after each batch with the number of events judged so far. The ledger continues when it resolves.
   * If it throws, the call rejects.
   */
  readonly onBatch?: (judged: number) => void | Promise<void>;
  /**
   * Number of events at the beginning of the list whose signatures are not checked: the caller has checked them
   * before it stored the events. Their hashes and all other rules are checked. The signature of a later event
   * covers them, because the chain of hashes does. 0 if missing.
   */
  readonly verified?: number;
}

/** The results of the cryptography for one event: its hash, and whether its signatures are valid. */
interface Seal {
  readonly hash: string;
  readonly valid: boolean;
  /** True if the event is a `commit` with a view that the log has signed. */
  readonly isViewSigned: boolean;
}

/** An event after the check of its form. It has no seal if the form is invalid. */
interface Candidate {
  readonly checked: AppendResult;
  readonly seal: Seal | undefined;
}

/** An event that the rules accept, its hash, and the state after it. */
interface Judged {
  readonly event: MatchEvent;
  readonly hash: string;
  readonly next: LedgerState;
}

export interface LedgerOptions {
  /** If false, the ledger keeps no events, which saves memory, and its `events` and `rolls` throw a TypeError. */
  readonly keepsEvents?: boolean;
  /**
   * Verifies signatures instead of the platform's implementation. It is called only with valid keys and
   * well-formed signatures.
   */
  readonly verifier?: SignatureVerifier;
}

/**
 * Number of events whose hashes and signatures are computed at once, ahead of judging. Enough to keep every
 * core busy, and a bound on the work wasted after a fault.
 */
const BATCH = 64;

const OTHER_HEADER = 'the first event was signed for another header';

/**
 * A match: its header and the accepted events. Server, browser and verifier run the same state machine over
 * the same list, so their states cannot differ.
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
  /** Computed from the state on first use after each event. */
  #expects: Expectation | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Creates an empty ledger. Throws a TypeError if `checkHeader` refuses the header. */
  constructor(header: Header, { keepsEvents = true, verifier }: LedgerOptions = {}) {
    const checked = checkHeader(header);
    if (!checked.ok) throw new TypeError(checked.message);
    this.header = checked.value;
    this.#keepsEvents = keepsEvents;
    this.#verifier = verifier;
    this.#head = headerHash(this.header);
    this.#state = startLedger(this.header);
  }

  /**
   * The party whose event the match waits for, and the types that it may send. Asides and the server's
   * `forfeit` may come at any time.
   */
  get expects(): Expectation {
    this.#expects ??= expectationOf(this.#state);
    return this.#expects;
  }

  /** The hash of the last event, or of the header if there is none. The next event has it as `prev`. */
  get head(): string {
    return this.#head;
  }

  /** Number of events. The next event has it as `n`. */
  get length(): number {
    return this.#length;
  }

  /** The last accepted event. Null before the first. */
  get last(): MatchEvent | null {
    return this.#last;
  }

  /** The `at` of the last event, or `created` if there is none, in milliseconds since the epoch. */
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

  /** Returns the clock at `now`, in milliseconds since the epoch. Returns null in an untimed match. */
  clock(now: number): ClockReading | null {
    const { clock } = this.#state;
    return clock && readClock(clock, runningClock(this.#state), now);
  }

  /**
   * Time at which the player to act runs out of time, in milliseconds since the epoch. Null while the server
   * must act and after the end.
   */
  get expiresAt(): number | null {
    return expiryOf(this.#state, this.header);
  }

  /**
   * Accepts or refuses an event. Checks in this order: form, n, prev, at, signature, content. Overlapping
   * calls are processed in order.
   */
  append(event: unknown): Promise<AppendResult> {
    return this.#inTurn(() => this.#append(checkEvent(event)));
  }

  /**
   * Like `append`, for an event that `checkSignedEvent` has returned or this program has signed, accepted at
   * `at`. Its form is not checked again.
   *
   * @param at in milliseconds since the epoch
   */
  appendSigned(event: SignedEvent, at: number): Promise<AppendResult> {
    return this.#inTurn(() => this.#append(dateEvent(event, at)));
  }

  /**
   * Judges an event as if it were accepted now at `at`, and leaves the ledger as it is.
   *
   * @param at in milliseconds since the epoch
   */
  check(event: SignedEvent, at: number): Promise<AppendResult> {
    return this.#inTurn(async () => {
      const judged = await this.#judge(dateEvent(event, at));
      return judged.ok ? { ok: true, value: judged.value.event } : judged;
    });
  }

  /**
   * Appends a list of events up to the first that is refused. The result is the same as appending them one by
   * one, but hashes and signatures are computed ahead in batches.
   */
  appendAll(events: readonly unknown[], { onBatch, verified = 0 }: AppendAllOptions = {}): Promise<AppendAllResult> {
    return this.#inTurn(async () => {
      const batchAt = (start: number) =>
        this.#candidates(events.slice(start, start + BATCH), Math.max(0, verified - start));
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
    const judged = await this.#judge(checked);
    if (!judged.ok) return judged;
    this.#accept(judged.value);
    return checked;
  }

  async #judge(checked: AppendResult): Promise<RecordResult<Judged>> {
    // Check number and `prev` first: they are cheaper than the signature.
    const early = checked.ok ? this.#orderFault(checked.value) : checked;
    if (early) return early;
    if (!checked.ok) return checked;
    const verifier = this.#verifier ?? (await backend());
    const encoded = encodeEvent(checked.value);
    return this.#judgeSealed({ checked, seal: await this.#seal(encoded, this.#verify(encoded, verifier), verifier) });
  }

  #firstFault(batch: readonly Candidate[], start: number): AppendAllResult['fault'] {
    for (const [place, candidate] of batch.entries()) {
      const judged = this.#judgeSealed(candidate);
      if (!judged.ok) return { ...judged, event: start + place };
      this.#accept(judged.value);
    }
    return null;
  }

  #judgeSealed({ checked, seal }: Candidate): RecordResult<Judged> {
    if (!checked.ok) return checked;
    const event = checked.value;
    const misplaced = this.#orderFault(event);
    if (misplaced) return misplaced;
    if (!seal?.valid) return refuse('bad-signature', 'the signature is not valid for the named party');
    const { hash, isViewSigned } = seal;
    const next = judge(this.#state, event, {
      header: this.header,
      expects: this.expects,
      anchors: this.#anchors,
      lastAt: this.at,
      lastType: this.#last?.type ?? null,
      isViewSigned,
    });
    return next.ok ? { ok: true, value: { event, hash, next: next.value } } : next;
  }

  #orderFault(event: MatchEvent): RecordFailure | null {
    const { n, prev, at } = event;
    if (n !== this.length) return refuse('wrong-number', `event ${this.length} comes next, not ${n}`);
    // The last place is reserved for a forfeit, so that no match can grow beyond the limit of a verifier.
    if (hasRoomForTheEndOnly(n) && event.type !== 'forfeit')
      return refuse('too-many-events', 'the match has reached its maximum length; only a forfeit is accepted');
    if (prev !== this.#head)
      return refuse('wrong-prev', n === 0 ? OTHER_HEADER : '"prev" is not the hash of the previous event');
    return at < this.at ? refuse('wrong-time', 'the event is dated before the previous one') : null;
  }

  #accept({ event, hash, next }: Judged): void {
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

  /** Checks events up to the first invalid form; no later event is judged. */
  async #candidates(values: readonly unknown[], verified: number): Promise<Candidate[]> {
    const results: AppendResult[] = [];
    const events: MatchEvent[] = [];
    for (const value of values) {
      const checked = checkEvent(value);
      results.push(checked);
      if (!checked.ok) break;
      events.push(checked.value);
    }
    const verifier = this.#verifier ?? (await backend());
    const encoded = encodeEvents(events);
    // Start verifying all signatures first: that takes longest, and may run on other threads while this one hashes.
    const verifying = encoded.map((one, i) => i < verified || this.#verify(one, verifier));
    const sealed = await Promise.all(encoded.map((one, i) => this.#seal(one, verifying[i] ?? false, verifier)));
    return results.map((checked, i) => ({ checked, seal: sealed[i] }));
  }

  #verify({ event, signed }: EncodedEvent, verifier: SignatureVerifier): true | Promise<boolean> {
    return verifyUnlessOwn(verifier, { pub: partyKey(this.header, event.p), message: signed, sig: event.sig });
  }

  /** Computes the seal of an event whose signature is being verified. */
  async #seal(
    { event, hashed }: EncodedEvent,
    verifying: boolean | Promise<boolean>,
    verifier: SignatureVerifier,
  ): Promise<Seal> {
    const hashing = sha256HexLater(hashed);
    const valid = await verifying;
    return { hash: await hashing, valid, isViewSigned: valid && (await this.#isViewSigned(event, verifier)) };
  }

  #isViewSigned(event: MatchEvent, verifier: SignatureVerifier): boolean | Promise<boolean> {
    const { log } = this.header;
    const view = event.type === 'commit' ? event.view : null;
    return log && view ? verifyUnlessOwn(verifier, viewCheck(log, view)) : false;
  }
}
