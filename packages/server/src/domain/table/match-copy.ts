import { FORMAT, type Header, Ledger, type MatchEvent, type SignatureVerifier } from 'bg-record';
import type { Queue } from '../../shared/queue.ts';
import type { Bus, BusMessage } from '../ports/bus.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Log, World } from '../ports/world.ts';
import { matchTopic } from '../topics.ts';
import { finishedMessage } from './outcome.ts';
import type { MatchAlarm, TableParts } from './table-parts.ts';

/** Delay before a failed operation is retried. */
const RETRY_MS = 1_000;
/** How long a process that finds a match gone waits for the message about its end, which carries the server's signature. */
const NEWS_MS = 1_000;
/** Number of events that are read at once. */
const PAGE_EVENTS = 256;

interface MatchCopyParts
  extends Pick<
    TableParts,
    'store' | 'records' | 'bus' | 'alarm' | 'world' | 'log' | 'verifier' | 'ended' | 'left' | 'pages'
  > {
  /** Events from the bus are taken in this queue. */
  readonly queue: Queue;
  /** Called in the queue after each event of another process, whether the copy could take it or was dropped. */
  readonly followed: () => Promise<void>;
}

/**
 * This process's copy of a live match. It is a cache that can be dropped and read again at any time. The bus brings the events that
 * other processes store, and the ledger judges them like any other. Events that the bus loses are read from the storage. Every event is
 * published on this process once, so that viewers here miss none.
 */
export class MatchCopy {
  readonly #id: string;
  readonly #store: MatchStore;
  readonly #records: Pick<RecordStore, 'row'>;
  readonly #bus: Bus;
  readonly #alarm: MatchAlarm;
  readonly #world: World;
  readonly #log: Log;
  readonly #verifier: SignatureVerifier | undefined;
  readonly #queue: Queue;
  readonly #pages: Queue;
  readonly #followed: () => Promise<void>;
  readonly #ended: (match: string) => void;
  readonly #left: (match: string) => void;
  readonly #stopListening: () => void;
  #ledger: Ledger | null = null;
  /** Number of events published on this process, or found stored when it first read the match. */
  #published: number | null = null;
  /** When this process found the match gone without a message about its end; null otherwise. */
  #goneAt: number | null = null;

  constructor(id: string, parts: MatchCopyParts) {
    this.#id = id;
    this.#store = parts.store;
    this.#records = parts.records;
    this.#bus = parts.bus;
    this.#alarm = parts.alarm;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#verifier = parts.verifier;
    this.#queue = parts.queue;
    this.#pages = parts.pages;
    this.#followed = parts.followed;
    this.#ended = parts.ended;
    this.#left = parts.left;
    this.#stopListening = this.#bus.subscribe(matchTopic(id), (message) => this.#receive(message));
  }

  /** Null while the match is not in memory. */
  get ledger(): Ledger | null {
    return this.#ledger;
  }

  /** Number of events known here. Null before the first read. */
  get length(): number | null {
    return this.#ledger?.length ?? this.#published;
  }

  /** Reads the match unless it is in memory. Returns null when it is not live. */
  async open(): Promise<Ledger | null> {
    if (this.#ledger) return this.#ledger;
    await this.#bus.joined(matchTopic(this.#id));
    const header = await this.#store.header(this.#id);
    if (header && !isOfThisFormat(header)) return this.#endOld(header);
    const read = header && (await this.#read(header));
    if (!read) {
      await this.endedElsewhere();
      return null;
    }
    this.#ledger = read.ledger;
    // A failed append may have stored the event, and messages of other processes may have been lost. Nothing of that was published here.
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
    const ledger = new Ledger(header, { keepsEvents: false, ...(this.#verifier && { verifier: this.#verifier }) });
    const unpublished: MatchEvent[] = [];
    let events = await this.#page(0);
    while (events !== null) {
      const now: readonly MatchEvent[] = events;
      const isLong = now.length === PAGE_EVENTS;
      const next = isLong ? await this.#pages.run(() => this.#turnPage(ledger, now)) : [];
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
    return (await this.#store.page(this.#id, from, PAGE_EVENTS))?.parse() ?? null;
  }

  /** Publishes an event that this process has stored. */
  publishStored(event: MatchEvent): void {
    this.#publish(event);
    this.#published = event.n + 1;
  }

  /**
   * Takes events that another process has stored but whose bus messages have not arrived, because a viewer who sees them may act on them
   * at once. Returns the number of stored events, or null when the match is not live.
   */
  async takeStored(known: number): Promise<number | null> {
    const events = await this.#page(known);
    for (const event of events ?? []) {
      await this.#take(event);
      this.#publish(event);
    }
    if (!events || events.length < PAGE_EVENTS) return events && known + events.length;
    return this.takeStored(known + events.length);
  }

  /** Publishes here how the match ended, in case the message of the other process was lost. */
  async endedElsewhere(): Promise<void> {
    const wasLive = this.#published !== null;
    const row = wasLive ? await this.#records.row(this.#id) : null;
    if (wasLive && !row && this.#awaitsNews()) return;
    this.end();
    if (row) this.#bus.publish(matchTopic(this.#id), finishedMessage(row));
    else if (wasLive)
      this.#bus.publish(matchTopic(this.#id), { type: 'aborted', match: this.#id, reason: 'unknown', proof: null });
  }

  /** The match is not live any more, or is parked. */
  end(): void {
    this.#close();
    this.#ended(this.#id);
  }

  /** This process does not need the match any more, which goes on elsewhere. */
  leave(): void {
    this.#close();
    this.#left(this.#id);
  }

  /** Has the match woken after a delay, because an operation failed or may fail. */
  retryLater(): void {
    this.#alarm.set(this.#world.now() + RETRY_MS);
  }

  /** Takes an event of another process from the bus. Events of this process are already in the ledger. */
  #receive(message: BusMessage): void {
    if (message.type === 'event') {
      if (this.#ledger && message.event.n < this.#ledger.length) return;
      this.#later(() => this.#take(message.event));
    } else if (message.type === 'finished' || message.type === 'aborted') this.#later(async () => this.end());
  }

  #close(): void {
    this.#stopListening();
    this.#ledger = null;
    this.#published = null;
    this.#alarm.clear();
  }

  #later(task: () => Promise<void>): void {
    this.#queue.run(task).catch((error) => {
      this.#log.error(
        { err: error, match: this.#id },
        'could not apply an event of another process; the match will be read again',
      );
      this.retryLater();
    });
  }

  /** Judges the event like any other. If it does not fit, the ledger is read from the storage again. */
  async #take(event: MatchEvent): Promise<void> {
    const ledger = this.#ledger;
    if (ledger && event.n < ledger.length) return;
    const fits = ledger?.length === event.n && (await ledger.append(event)).ok;
    if (fits) this.#published = event.n + 1;
    else this.forget();
    await this.#followed();
  }

  /** Aborts a live match whose record format this version no longer plays. */
  async #endOld(header: Header): Promise<null> {
    this.#log.warn(
      { match: this.#id, format: header.format },
      'live match aborted: it was begun in an older record format',
    );
    await this.#store.abort(this.#id, null, this.#world.now());
    this.end();
    this.#bus.publish(matchTopic(this.#id), { type: 'aborted', match: this.#id, reason: 'restart', proof: null });
    return null;
  }

  /** True while the message of the process that aborted the match may still arrive. */
  #awaitsNews(): boolean {
    this.forget();
    this.#goneAt ??= this.#world.now();
    const until = this.#goneAt + NEWS_MS;
    if (this.#world.now() >= until) return false;
    this.#alarm.set(until);
    return true;
  }

  #publish(event: MatchEvent): void {
    this.#bus.publish(matchTopic(this.#id), { type: 'event', match: this.#id, event });
  }
}

/** An older version of this program may have written the match. Its header names the format. */
function isOfThisFormat({ format }: { readonly format: string }): boolean {
  return format === FORMAT;
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
