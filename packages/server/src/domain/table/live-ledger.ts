import { type Header, Ledger, type MatchEvent } from 'bg-record';
import type { Effects } from './effects.ts';
import { endOf } from './outcome.ts';
import type { TableParts } from './table-parts.ts';

/** Delay before a failed operation is retried. */
const RETRY_MS = 1_000;
/** Number of events that are read at once. */
const PAGE_EVENTS = 256;

interface LiveLedgerParts extends Pick<TableParts, 'store' | 'records' | 'world' | 'log' | 'verifier' | 'pages'> {
  readonly effects: Effects;
}

/**
 * The ledger of a live match that this process owns. It is a cache that can be dropped and read again at any time. Every event is published
 * once, also if a failed statement has stored it.
 */
export class LiveLedger {
  readonly #id: string;
  readonly #parts: LiveLedgerParts;
  #ledger: Ledger | null = null;
  /** Number of events that have been published, or that were stored when this process first read the match. */
  #published: number | null = null;
  #isOver = false;

  constructor(id: string, parts: LiveLedgerParts) {
    this.#id = id;
    this.#parts = parts;
  }

  /** Null while the match is not in memory. */
  get now(): Ledger | null {
    return this.#ledger;
  }

  /** Reads the match unless it is in memory. Returns null when it is not live, or this process does not own it any more. */
  async open(): Promise<Ledger | null> {
    if (this.#ledger || this.#isOver) return this.#ledger;
    const header = await this.#parts.store.header(this.#id);
    const read = header && (await this.#read(header));
    if (!read) {
      await this.endMissing();
      return null;
    }
    this.#ledger = read.ledger;
    const { effects, log } = this.#parts;
    if (this.#published !== null && read.ledger.length < this.#published) {
      log.error(
        { match: this.#id, known: this.#published, stored: read.ledger.length },
        'the database has lost events of a match that it had confirmed; the match goes on without them',
      );
      effects.publish({ type: 'taken-back', match: this.#id });
    }
    // A failed statement may have stored the event, and nobody has been told.
    for (const event of read.unpublished) this.#publish(event);
    this.#published = read.ledger.length;
    return read.ledger;
  }

  /** Drops the state in memory. It is read again when needed. */
  forget(): void {
    this.#ledger = null;
  }

  /**
   * Reads the match into a new ledger, which keeps no events in memory. After the first page, the process reads and judges one page of all its
   * matches at a time, so that no match has to wait until a long one has been read. Resolves to null when the match is not live. Throws when
   * the stored events are not a valid match.
   */
  async #read(
    header: Header,
  ): Promise<{ readonly ledger: Ledger; readonly unpublished: readonly MatchEvent[] } | null> {
    const ledger = new Ledger(header, {
      keepsEvents: false,
      ...(this.#parts.verifier && { verifier: this.#parts.verifier }),
    });
    const unpublished: MatchEvent[] = [];
    let events = await this.#page(0);
    while (events !== null) {
      const now: readonly MatchEvent[] = events;
      const isLong = now.length === PAGE_EVENTS;
      const next = isLong ? await this.#parts.pages.run(() => this.#turnPage(ledger, now)) : [];
      if (next?.length === 0) await replay(ledger, now, true);
      unpublished.push(...now.filter(({ n }) => n >= (this.#published ?? Number.POSITIVE_INFINITY)));
      if (next?.length === 0) return { ledger, unpublished };
      events = next;
    }
    return null;
  }

  /** Reads the page behind this one. Judges this one if another page follows. */
  async #turnPage(ledger: Ledger, events: readonly MatchEvent[]): Promise<readonly MatchEvent[] | null> {
    const next = await this.#page(ledger.length + events.length);
    if (next && next.length > 0) await replay(ledger, events, false);
    return next;
  }

  async #page(from: number): Promise<readonly MatchEvent[] | null> {
    return (await this.#parts.store.page(this.#id, from, PAGE_EVENTS))?.parse() ?? null;
  }

  /** A stored event of the match. Null if there is none with this number. */
  async eventAt(n: number): Promise<MatchEvent | null> {
    return (await this.#parts.store.page(this.#id, n, 1))?.parse()[0] ?? null;
  }

  /** Publishes an event that this process has stored. */
  publishStored(event: MatchEvent): void {
    this.#publish(event);
    this.#published = event.n + 1;
  }

  /** Ends the match here because the store has it no more, after a statement that failed and was done. Publishes how it ended. */
  async endMissing(): Promise<void> {
    if (this.#isOver) return;
    const wasLive = this.#published !== null;
    const end = wasLive ? await endOf(this.#id, this.#parts) : null;
    this.end();
    if (end) this.#parts.effects.publish(end);
  }

  /** True if this process does not run the match any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Drops the match for good. */
  drop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ledger = null;
    this.#parts.effects.alarm(null);
  }

  /** The match is not live any more. */
  end(): void {
    this.drop();
    this.#parts.effects.ended();
  }

  /** This process has released the match. */
  leave(): void {
    this.drop();
    this.#parts.effects.left();
  }

  /** Has the match woken after a delay, because an operation failed or may fail. */
  retryLater(): void {
    if (this.#isOver) return;
    this.#parts.effects.alarm(this.#parts.world.now() + RETRY_MS);
  }

  #publish(event: MatchEvent): void {
    this.#parts.effects.publish({ type: 'event', match: this.#id, event });
  }
}

/**
 * Adds stored events to the ledger. All signatures were checked before the events were stored. Only that of the last event of the match is
 * checked again: it covers the hash of the event before it, and so the whole chain. A process that takes over many long matches would
 * otherwise keep their players waiting.
 */
async function replay(ledger: Ledger, events: readonly MatchEvent[], areLast: boolean): Promise<void> {
  const { length, header } = ledger;
  const { fault } = await ledger.appendAll(events, { verified: areLast ? events.length - 1 : events.length });
  if (fault)
    throw new Error(
      `stored event ${length + fault.event} of ${header.id} is invalid, the storage may be damaged: ${fault.code}`,
    );
}
