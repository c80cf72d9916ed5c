import type { Reaction, ServerMessageOf, SocketCode } from '@anchor/wire';
import type { Header, Ledger, MatchEvent, SignedEvent } from 'bg-record';
import type { Player, Result } from 'bg-rules';
import type { RecordStore } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { keyTopic, matchTopic } from '../topics.ts';
import type { PresenceMessage } from './attendance.ts';
import { finishedMessage } from './outcome.ts';
import { type ActResult, Table, type TableParts } from './table.ts';

/** After something failed that may work again. */
const RETRY_MS = 5_000;

/** A match as whoever looks at it is shown it, live or from its record. */
export interface MatchView {
  readonly header: Header;
  readonly events: readonly MatchEvent[];
  /** Of each seat; empty when the match is finished. */
  readonly presence: readonly PresenceMessage[];
  /** Null while the match is live. */
  readonly finished: ServerMessageOf<'finished'> | null;
}

/** Is told what happens at the tables of this process. */
export interface TableObserver {
  /** The match has begun, or something has changed, and it waits for a player. The ledger is for reading. */
  moved(ledger: Ledger): void;
  ended(match: string): void;
}

export interface TablesParts extends Omit<TableParts, 'moved' | 'ended'> {
  readonly records: RecordStore;
}

/** The live matches that this process has to do with. */
export class Tables {
  readonly #parts: TablesParts;
  readonly #tables = new Map<string, Table>();
  readonly #seated = new Map<string, { readonly match: string; readonly seat: Player }>();
  readonly #observers: TableObserver[] = [];

  constructor(parts: TablesParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#tables.size;
  }

  observe(observer: TableObserver): void {
    this.#observers.push(observer);
  }

  /** Stores a new match and, once that is durable, lets its players know through `seated`; then the match begins. False when one of them sits elsewhere. */
  async create(header: Header, seated: () => void): Promise<boolean> {
    if ((await this.#parts.store.create(header)) !== 'created') return false;
    this.#seat(header);
    seated();
    await this.wake(header.id);
    return true;
  }

  act(pub: string, match: string, event: SignedEvent): Promise<ActResult> {
    return this.#table(match).act(pub, event);
  }

  /** Null when there is no such match, or it was aborted. */
  async view(match: string): Promise<MatchView | null> {
    const live = await this.#table(match).view();
    return live ? { ...live, finished: null } : this.#finished(match);
  }

  /** Says a reaction to all who follow the match; after its end, to its two players. */
  async react(pub: string, match: string, reaction: Reaction): Promise<Result<null, SocketCode>> {
    const view = await this.#table(match).view();
    const header = view?.header ?? (await this.#parts.records.row(match))?.record.header;
    if (!header) return refuse('not-found');
    const seat = header.players.findIndex((player) => player.pub === pub);
    if (seat !== 0 && seat !== 1) return refuse('not-your-seat');
    const topics = view ? [matchTopic(match)] : header.players.map((player) => keyTopic(player.pub));
    for (const topic of topics) this.#parts.bus.publish(topic, { type: 'reacted', match, seat, reaction });
    return { ok: true, value: null };
  }

  /** The live match in which a person has a seat. */
  async liveOf(pub: string): Promise<string | null> {
    return this.#seated.get(pub)?.match ?? this.#parts.store.liveOf(pub);
  }

  /** After a start: every live match goes on, and its deadlines count again. One that cannot is logged and left alone. */
  async resumeAll(): Promise<void> {
    for (const match of await this.#parts.store.liveIds()) {
      await this.#table(match)
        .resume()
        .catch((error) => this.#parts.log.error({ err: error, match }, 'match not resumed'));
    }
  }

  /** The alarm of a match has gone off. */
  async wake(match: string): Promise<void> {
    try {
      await this.#table(match).wake();
    } catch (error) {
      this.#parts.log.error({ err: error, match }, 'match not served, tried again');
      this.#parts.alarms.set(matchTopic(match), this.#parts.world.now() + RETRY_MS);
    }
  }

  /** A person came or left. */
  async attend(pub: string, online: boolean): Promise<void> {
    const at = this.#seated.get(pub);
    if (at) await this.#table(at.match).attend(at.seat, online);
  }

  /** Resolves when everything begun has ended: nothing is half done then. */
  async idle(): Promise<void> {
    await Promise.all([...this.#tables.values()].map((table) => table.idle()));
  }

  #table(match: string): Table {
    const known = this.#tables.get(match);
    if (known) return known;
    const moved = (ledger: Ledger) => this.#moved(ledger);
    const table = new Table(match, { ...this.#parts, moved, ended: (id) => this.#ended(id) });
    this.#tables.set(match, table);
    return table;
  }

  #moved(ledger: Ledger): void {
    this.#seat(ledger.header);
    for (const observer of this.#observers) observer.moved(ledger);
  }

  #ended(match: string): void {
    this.#tables.delete(match);
    for (const [pub, at] of this.#seated) if (at.match === match) this.#seated.delete(pub);
    for (const observer of this.#observers) observer.ended(match);
  }

  #seat({ id: match, players }: Header): void {
    for (const seat of [0, 1] as const) {
      const { pub, bot } = players[seat];
      if (!bot) this.#seated.set(pub, { match, seat });
    }
  }

  async #finished(match: string): Promise<MatchView | null> {
    const [record, row] = await Promise.all([this.#parts.records.read(match), this.#parts.records.row(match)]);
    if (!record || !row) return null;
    return { header: record.header, events: record.events, presence: [], finished: finishedMessage(row) };
  }
}
