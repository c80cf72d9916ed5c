import { closeRecord, type Ledger, type MatchEvent, type RecordCode, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Queue } from '../../shared/queue.ts';
import type { Bus } from '../ports/bus.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { Log, World } from '../ports/world.ts';
import { matchTopic } from '../topics.ts';
import type { MatchCopy } from './match-copy.ts';
import { finishedMatch, finishedMessage } from './outcome.ts';
import type { ServerSigner } from './server-signer.ts';
import type { ActResult, TableParts } from './table-parts.ts';

/** Limit of `void` events per seat while this process has the match in memory. The limit per match is twice this. */
const MAX_VOIDS = 20;

/** A match with more events is long. */
const LONG_EVENTS = 1_024;

/** Refusals of an event with the right number and a valid signature because of its content. */
export const ABOUT_CONTENT: ReadonlySet<string> = new Set<RecordCode>([
  'wrong-party',
  'wrong-type',
  'anchor-reused',
  'wrong-view',
  'wrong-reveal',
  'illegal-play',
  'wrong-ahead',
  'wrong-resignation',
]);

interface MatchWriterParts extends Pick<TableParts, 'store' | 'bus' | 'world' | 'log' | 'finishes'> {
  readonly copy: MatchCopy;
  readonly signer: ServerSigner;
  /** Called after an event and the answers to it have been stored. */
  readonly afterStoring: (ledger: Ledger) => Promise<void>;
}

/**
 * Appends events to a live match: the ledger judges them, they are stored, and then published. Any process may do this, whether it keeps
 * the match or not. The last event closes the record.
 */
export class MatchWriter {
  readonly #id: string;
  readonly #copy: MatchCopy;
  readonly #signer: ServerSigner;
  readonly #store: MatchStore;
  readonly #bus: Bus;
  readonly #world: World;
  readonly #log: Log;
  readonly #finishes: Queue;
  readonly #afterStoring: (ledger: Ledger) => Promise<void>;
  /** Lower bound of event times, so that receipts signed here or by the previous keeper stay true if the clock is set back. */
  #notBefore = Number.NEGATIVE_INFINITY;
  readonly #voids: [number, number] = [0, 0];

  constructor(id: string, parts: MatchWriterParts) {
    this.#id = id;
    this.#copy = parts.copy;
    this.#signer = parts.signer;
    this.#store = parts.store;
    this.#bus = parts.bus;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#finishes = parts.finishes;
    this.#afterStoring = parts.afterStoring;
  }

  /** The time for an event that counts from `at`, or a receipt. Never before an earlier one, and never in the future. */
  now(ledger: Ledger, at = Number.POSITIVE_INFINITY): number {
    return Math.max(Math.min(at, this.#world.now()), ledger.at, this.#notBefore);
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
    const outcomes = await Promise.all(events.map((one) => this.#storeEvent(one)));
    for (const [place, one] of events.entries()) {
      const outcome = outcomes[place] ?? 'failed';
      if (outcome === 'stored') this.#copy.publishStored(one);
      else return this.#recover(outcome, place > 0 ? judged : null);
    }
    await this.#afterStoring(ledger);
    return judged;
  }

  /** Returns true if the server's own event was stored. If not, it is retried later. */
  async appendOwn(event: SignedEvent): Promise<boolean> {
    const { ledger } = this.#copy;
    if (!ledger) return false;
    const result = await this.append(ledger, event);
    if (!result.ok && this.#copy.ledger === ledger)
      throw new Error(`the server's ${event.type} is refused: ${result.code}`);
    return result.ok;
  }

  /**
   * Adds the server's events until a player must act or the match is finished. Returns the ledger of a match that waits for a player.
   * Otherwise returns null.
   */
  async appendServerEvents(): Promise<Ledger | null> {
    for (let ledger = this.#copy.ledger; ledger; ledger = this.#copy.ledger) {
      if (ledger.state.result) {
        await this.#finish(ledger);
        return null;
      }
      if (ledger.expects.party !== null) return ledger;
      if (!(await this.appendOwn(await this.#signer.next(ledger)))) return null;
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
    await this.appendOwn(await this.#signer.seatOf(ledger).void(ledger, event));
  }

  /** Returns false when another process has stored an event in the meantime. Then the match is read again. */
  async abort(ledger: Ledger, blamed: Player | null, reason: string): Promise<boolean> {
    this.#copy.retryLater();
    const pub = blamed === null ? null : ledger.header.players[blamed].pub;
    const proof = await this.#signer.aborted(ledger, reason);
    if ((await this.#store.abort(this.#id, pub, this.#world.now(), ledger.length)) === 'conflict') {
      this.#copy.forget();
      return false;
    }
    this.#copy.end();
    this.#bus.publish(matchTopic(this.#id), { type: 'aborted', match: this.#id, reason, proof });
    return true;
  }

  /** One long match at a time: all of its events are in memory then. */
  #finish(ledger: Ledger): Promise<void> {
    return ledger.length > LONG_EVENTS ? this.#finishes.run(() => this.#close(ledger)) : this.#close(ledger);
  }

  async #close(ledger: Ledger): Promise<void> {
    this.#copy.retryLater();
    const transcript = await this.#store.live(this.#id);
    if (!transcript) return this.#copy.endedElsewhere();
    const record = await closeRecord(ledger, this.#signer.keyOf(ledger), transcript.events);
    const row = await this.#store.finish(finishedMatch(record));
    this.#copy.end();
    this.#bus.publish(matchTopic(this.#id), finishedMessage(row));
  }

  #judge(ledger: Ledger, event: SignedEvent, at?: number): Promise<ActResult> {
    return ledger.appendSigned(event, this.now(ledger, at));
  }

  /** The server's events until a player must act. They are judged but not stored. */
  async #answersOf(ledger: Ledger): Promise<MatchEvent[]> {
    const answers: MatchEvent[] = [];
    try {
      while (!ledger.state.result && ledger.expects.party === null) {
        const own = await this.#judge(ledger, await this.#signer.next(ledger));
        if (!own.ok) throw new Error(`the server's own event is refused: ${own.code}`);
        answers.push(own.value);
      }
    } catch (error) {
      this.#copy.forget();
      throw error;
    }
    return answers;
  }

  async #storeEvent(event: MatchEvent): Promise<'stored' | 'conflict' | 'failed'> {
    try {
      return await this.#store.append(this.#id, event);
    } catch (error) {
      this.#log.error(
        { err: error, match: this.#id, n: event.n },
        'could not store an event; the match will be read again',
      );
      return 'failed';
    }
  }

  /** Reads the match from the storage again after a conflict or a failure. Returns the result for the author of the first event. */
  async #recover(outcome: 'conflict' | 'failed', accepted: ActResult | null): Promise<ActResult> {
    this.#copy.forget();
    this.#copy.retryLater();
    await this.#copy.open();
    if (accepted) return accepted;
    if (outcome === 'conflict') return { ok: false, code: 'wrong-number', message: 'another event was stored first' };
    return { ok: false, code: 'not-stored', message: 'the service could not store the event' };
  }
}
