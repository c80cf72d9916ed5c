import { closeRecord, isClosing, type Ledger, type MatchEvent, type RecordCode, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Effects } from './effects.ts';
import type { LiveLedger } from './live-ledger.ts';
import { abortedMessage, finishedMatch, finishedMessage } from './outcome.ts';
import type { ServerSigner } from './server-signer.ts';
import { type ActResult, notStored, type TableParts } from './table-parts.ts';

/** Limit of `void` events per seat while this process has the match in memory. The limit per match is twice this. */
const MAX_VOIDS = 20;

/**
 * The next player pays for this much latency of the server at most: an event counts from its arrival, but from no earlier time than this, and
 * the server gives back what storing it takes beyond this.
 */
export const SLOW_MS = 1_000;

/** A match with more events is long. */
const LONG_EVENTS = 1_024;

/** Refusals of an event with the right number and a valid signature because of its content. */
export const ABOUT_CONTENT: ReadonlySet<string> = new Set<RecordCode>([
  'wrong-party',
  'wrong-type',
  'anchor-reused',
  'wrong-anchor',
  'wrong-view',
  'wrong-reveal',
  'illegal-play',
  'wrong-ahead',
  'wrong-resignation',
  'wrong-holiday',
]);

interface MatchWriterParts extends Pick<TableParts, 'store' | 'world' | 'log' | 'finishes' | 'leases'> {
  readonly effects: Effects;
  readonly live: LiveLedger;
  readonly signer: ServerSigner;
}

/**
 * Appends events to a live match that this process owns: the ledger judges them, they are stored, and then published. The last event closes the
 * record.
 */
export class MatchWriter {
  readonly #id: string;
  readonly #parts: MatchWriterParts;
  /** Lower bound of event times, so that receipts signed here or by the previous owner stay true if the clock is set back. */
  #notBefore = Number.NEGATIVE_INFINITY;
  readonly #voids: [number, number] = [0, 0];

  constructor(id: string, parts: MatchWriterParts) {
    this.#id = id;
    this.#parts = parts;
  }

  /** The newest date that an event or receipt may have by now. */
  get datedUntil(): number {
    const { live, world } = this.#parts;
    return Math.max(world.now(), live.now?.at ?? 0, this.#notBefore);
  }

  /** The time for an event that counts from `at`, or a receipt. Never before an earlier one, and never in the future. */
  now(ledger: Ledger, at = Number.POSITIVE_INFINITY): number {
    return Math.max(Math.min(at, this.#parts.world.now()), ledger.at, this.#notBefore);
  }

  /** No event or receipt is dated before this time from now on. */
  neverBefore(at: number): void {
    this.#notBefore = Math.max(this.#notBefore, at);
  }

  /**
   * Judges the event and the server's answers one by one and stores them together, so that an answer costs no commit of its own. A player's
   * event is dated `at`, from when it counts.
   */
  async append(ledger: Ledger, event: SignedEvent, at?: number): Promise<ActResult> {
    const judged = await this.#judge(ledger, event, at);
    if (!judged.ok) return judged;
    const events = [judged.value, ...(await this.#answersOf(ledger))];
    if (!this.#mayAct()) return notStored;
    const outcomes = await Promise.all(events.map((one) => this.#storeEvent(one)));
    for (const [place, one] of events.entries()) {
      const outcome = outcomes[place] ?? 'failed';
      if (outcome === 'stored') this.#parts.live.publishStored(one);
      else return this.#recover(outcome, place > 0 ? judged : null);
    }
    await this.#payBackStoring(ledger);
    return judged;
  }

  /** Returns true if the server's own event was stored. If not, it is retried later. */
  async appendOwn(event: SignedEvent): Promise<boolean> {
    const ledger = this.#parts.live.now;
    if (!ledger) return false;
    const result = await this.append(ledger, event);
    if (!result.ok && this.#parts.live.now === ledger)
      throw new Error(`the server's ${event.type} is refused: ${result.code}`);
    return result.ok;
  }

  /**
   * Adds the server's events until a player must act or the match is finished. Returns the ledger of a match that waits for a player.
   * Otherwise returns null.
   */
  async appendServerEvents(): Promise<Ledger | null> {
    for (let ledger = this.#parts.live.now; ledger; ledger = this.#parts.live.now) {
      if (ledger.state.result) {
        await this.#finish(ledger);
        return null;
      }
      if (ledger.expects.party !== null) return ledger;
      if (!(await this.appendOwn(await this.#parts.signer.next(ledger)))) return null;
    }
    return null;
  }

  /** True if the match has room for another refusal of this seat. */
  hasVoidsLeft(ledger: Ledger, seat: Player): boolean {
    return this.#voids[seat] < MAX_VOIDS && ledger.state.voids < 2 * MAX_VOIDS;
  }

  /** Records that a player's event was refused for its content, so that the player may decide again. */
  async declareVoid(ledger: Ledger, seat: Player, event: SignedEvent): Promise<void> {
    this.#voids[seat] += 1;
    await this.appendOwn(await this.#parts.signer.seatOf(ledger).void(ledger, event));
  }

  /** Returns false if this process may not end the match. Then the match is read again. */
  async abort(ledger: Ledger, blamed: Player | null, reason: string): Promise<boolean> {
    this.#parts.live.retryLater();
    if (!this.#mayAct()) return false;
    const { signer, store, world } = this.#parts;
    const pub = blamed === null ? null : ledger.header.players[blamed].pub;
    const notice = { reason, proof: await signer.aborted(ledger, reason) };
    const aborting = { blamed: pub, at: world.now(), ...notice };
    if ((await store.abort(this.#id, aborting, ledger.length)) === 'conflict') {
      this.#parts.live.forget();
      return false;
    }
    this.#parts.live.end();
    this.#parts.effects.publish(abortedMessage(this.#id, notice));
    return true;
  }

  /** One long match at a time: all of its events are in memory then. */
  #finish(ledger: Ledger): Promise<void> {
    return ledger.length > LONG_EVENTS ? this.#parts.finishes.run(() => this.#close(ledger)) : this.#close(ledger);
  }

  async #close(ledger: Ledger): Promise<void> {
    this.#parts.live.retryLater();
    const transcript = await this.#parts.store.live(this.#id);
    if (!transcript) return this.#parts.live.endMissing();
    if (!this.#mayAct()) return;
    const record = await closeRecord(ledger, this.#parts.signer.keyOf(ledger), transcript.events);
    const row = await this.#parts.store.finish(finishedMatch(record));
    this.#parts.live.end();
    this.#parts.effects.publish(finishedMessage(row));
  }

  /** Asked before each statement that stores something. If this process may not, the match is read again. */
  #mayAct(): boolean {
    const { leases, live } = this.#parts;
    const isOwner = leases.owns(this.#id) && !live.isOver;
    if (isOwner) return true;
    live.forget();
    // The heartbeat may only have been late for a moment.
    live.retryLater();
    return false;
  }

  /** Gives storage latency beyond SLOW_MS back: the next player's clock runs from the event's date, but they see the event only now. */
  async #payBackStoring(ledger: Ledger): Promise<void> {
    const { last, state } = ledger;
    if (last === null) return;
    const tookMs = this.#parts.world.now() - last.at;
    if (tookMs <= SLOW_MS || last.type === 'resume' || state.result || isClosing(ledger.length)) return;
    this.#parts.log.warn(
      { match: this.#id, ms: tookMs },
      'storing an event was slow; the time is not charged to the player',
    );
    await this.appendOwn(await this.#parts.signer.seatOf(ledger).resume(ledger, last.at));
  }

  #judge(ledger: Ledger, event: SignedEvent, at?: number): Promise<ActResult> {
    return ledger.appendSigned(event, this.now(ledger, at));
  }

  /** The server's events until a player must act. They are judged but not stored. */
  async #answersOf(ledger: Ledger): Promise<MatchEvent[]> {
    const answers: MatchEvent[] = [];
    try {
      while (!ledger.state.result && ledger.expects.party === null) {
        const own = await this.#judge(ledger, await this.#parts.signer.next(ledger));
        if (!own.ok) throw new Error(`the server's own event is refused: ${own.code}`);
        answers.push(own.value);
      }
    } catch (error) {
      this.#parts.live.forget();
      throw error;
    }
    return answers;
  }

  async #storeEvent(event: MatchEvent): Promise<'stored' | 'conflict' | 'failed'> {
    try {
      return await this.#parts.store.append(this.#id, event);
    } catch (error) {
      this.#parts.log.error(
        { err: error, match: this.#id, n: event.n },
        'could not store an event; the match will be read again',
      );
      return 'failed';
    }
  }

  /** Reads the match from the storage again after a conflict or a failure. Returns the result for the author of the first event. */
  async #recover(outcome: 'conflict' | 'failed', accepted: ActResult | null): Promise<ActResult> {
    this.#parts.live.forget();
    this.#parts.live.retryLater();
    await this.#parts.live.open();
    if (accepted) return accepted;
    if (outcome === 'conflict') return { ok: false, code: 'wrong-number', message: 'another event was stored first' };
    return { ok: false, code: 'not-stored', message: 'the service could not store the event' };
  }
}
