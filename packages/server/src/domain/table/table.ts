import {
  closeRecord,
  type Header,
  type Key,
  type Ledger,
  type MatchEvent,
  type RecordResult,
  ServerSeat,
  type SignedEvent,
} from 'bg-record';
import type { Failure, Player } from 'bg-rules';
import type { Alarms, Bus, Log, MatchStore, World } from '../ports.ts';
import { Queue } from '../queue.ts';
import { matchTopic } from '../topics.ts';
import { Attendance, type PresenceMessage } from './attendance.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { openLedger } from './open-ledger.ts';
import { finishedMatch, finishedMessage } from './outcome.ts';

/** After something failed that may work again. */
const RETRY_MS = 1_000;

export interface TableParts {
  readonly store: MatchStore;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  readonly serverKey: Key;
  /** A player who must act may be away this long. */
  readonly abandonMs: number;
  readonly isOnline: (pub: string) => boolean;
  /** The match waits for a player again; the ledger is for reading. */
  readonly moved: (ledger: Ledger) => void;
  /** The match has left the live ones. */
  readonly ended: (match: string) => void;
}

/** A live match as a newcomer is shown it. */
export interface TableView {
  readonly header: Header;
  readonly events: readonly MatchEvent[];
  readonly presence: readonly [PresenceMessage, PresenceMessage];
}

/** The accepted event; or the ledger's refusal; or why the service did not ask the ledger. */
export type ActResult = RecordResult<MatchEvent> | Failure<'not-stored' | 'not-found' | 'not-your-seat'>;

const gone: Failure<'not-found'> = { ok: false, code: 'not-found', message: 'This match is not live.' };
const notYours: Failure<'not-your-seat'> = {
  ok: false,
  code: 'not-your-seat',
  message: 'The event is not for this key’s seat.',
};

/**
 * One live match. Everything that happens to it goes through one queue; whoever looks in between sees only what is
 * stored and published. What is in memory can be dropped and read again at any time.
 */
export class Table {
  readonly id: string;
  readonly #parts: TableParts;
  readonly #queue = new Queue();
  #ledger: Ledger | null = null;
  #hand: ServerSeat | null = null;
  #attendance: Attendance | null = null;
  /** Events that this process has published or found stored when it first looked. */
  #published: number | null = null;

  constructor(id: string, parts: TableParts) {
    this.id = id;
    this.#parts = parts;
  }

  /** Null when the match is not live. */
  view(): Promise<TableView | null> {
    return this.#do(async (ledger) => ({
      header: ledger.header,
      events: [...ledger.events],
      presence: this.#attendanceOf(ledger).now(ledger),
    }));
  }

  /** A player's event: judged, stored, published, and followed by what the server has to add. */
  async act(pub: string, event: SignedEvent): Promise<ActResult> {
    const result = await this.#do(async (ledger) => {
      if (event.p === null || ledger.header.players[event.p].pub !== pub) return notYours;
      await this.#enforce(ledger);
      const still = this.#ledger;
      if (!still) return gone;
      const accepted = await this.#append(still, event);
      if (accepted.ok) await this.#goOn();
      return accepted;
    });
    return result ?? gone;
  }

  /** A deadline may have come, or something has to be tried again. Also begins a new match. */
  async wake(): Promise<void> {
    await this.#do(async (ledger) => {
      await this.#enforce(ledger);
      await this.#goOn();
    });
  }

  /** After the service was down: the gap is marked, so that it is charged to nobody. */
  async resume(): Promise<void> {
    await this.#do(async (ledger) => {
      const { log, serverKey } = this.#parts;
      if (ledger.header.server !== serverKey.pub) {
        log.warn({ match: this.id }, 'aborted: the match belongs to another server key');
        return this.#abort(null, 'restart');
      }
      if (ledger.length === 0) return this.#abort(null, 'restart');
      if (!ledger.state.result) await this.#appendOwn(await this.#handOf(ledger).resume(ledger));
      await this.#goOn();
    });
  }

  /** A seat's player came or left. */
  async attend(seat: Player, online: boolean): Promise<void> {
    const at = this.#parts.world.now();
    await this.#do(async (ledger) => {
      this.#attendanceOf(ledger).change(seat, online, at);
      this.#settle(ledger);
    });
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** A task on the live match; null when it is not live. */
  #do<T>(task: (ledger: Ledger) => Promise<T>): Promise<T | null> {
    return this.#queue.run(async () => {
      const ledger = await this.#open();
      return ledger ? task(ledger) : null;
    });
  }

  async #open(): Promise<Ledger | null> {
    if (this.#ledger) return this.#ledger;
    const transcript = await this.#parts.store.live(this.id);
    if (!transcript) {
      this.#end();
      return null;
    }
    const ledger = await openLedger(transcript);
    this.#ledger = ledger;
    // After a failed append the event may have been stored all the same: then nobody was told yet.
    for (const event of ledger.events.slice(this.#published ?? ledger.length)) this.#publish(event);
    this.#published = ledger.length;
    return ledger;
  }

  async #append(ledger: Ledger, event: SignedEvent): Promise<ActResult> {
    const earliest = ledger.events.at(-1)?.at ?? ledger.header.created;
    const judged = await ledger.append({ ...event, at: Math.max(this.#parts.world.now(), earliest) });
    if (!judged.ok) return judged;
    const fate = await this.#store(judged.value);
    if (fate !== 'stored') return this.#reread(fate);
    this.#publish(judged.value);
    this.#published = ledger.length;
    return judged;
  }

  async #store(event: MatchEvent): Promise<'stored' | 'conflict' | 'failed'> {
    try {
      return await this.#parts.store.append(this.id, event);
    } catch (error) {
      this.#parts.log.error({ err: error, match: this.id, n: event.n }, 'event not stored');
      return 'failed';
    }
  }

  /** What is stored counts, not what is in memory. */
  async #reread(fate: 'conflict' | 'failed'): Promise<ActResult> {
    this.#ledger = null;
    this.#hand = null;
    this.#retryLater();
    await this.#open();
    if (fate === 'conflict') return { ok: false, code: 'wrong-number', message: 'another event was stored first' };
    return { ok: false, code: 'not-stored', message: 'the service could not store the event' };
  }

  /** Does all that is the server's to do, then waits for a player. */
  async #goOn(): Promise<void> {
    for (let ledger = this.#ledger; ledger; ledger = this.#ledger) {
      if (ledger.state.result) return this.#finish(ledger);
      const { party, types } = ledger.expects;
      if (party !== null) return this.#settle(ledger);
      const hand = this.#handOf(ledger);
      const own = await (types.includes('commit') ? hand.commit(ledger) : hand.dice(ledger));
      if (!(await this.#appendOwn(own))) return;
    }
  }

  /** Whether the server's own event was stored; if not, it is tried again later. */
  async #appendOwn(event: SignedEvent): Promise<boolean> {
    const ledger = this.#ledger;
    if (!ledger) return false;
    const result = await this.#append(ledger, event);
    if (!result.ok && this.#ledger === ledger) throw new Error(`the server's ${event.type} is refused: ${result.code}`);
    return result.ok;
  }

  async #enforce(ledger: Ledger): Promise<void> {
    const due = this.#deadline(ledger);
    if (!due || due.at > this.#parts.world.now()) return;
    if (ledger.state.rolls === 0) return this.#abort(due.loser, due.reason);
    await this.#appendOwn(await this.#handOf(ledger).forfeit(ledger, due.loser, due.reason));
    await this.#goOn();
  }

  #deadline(ledger: Ledger): Deadline | null {
    return deadlineOf(ledger, this.#attendanceOf(ledger).away, this.#parts.abandonMs);
  }

  #settle(ledger: Ledger): void {
    const { alarms, bus, moved } = this.#parts;
    const due = this.#deadline(ledger);
    if (due) alarms.set(matchTopic(this.id), due.at);
    else alarms.clear(matchTopic(this.id));
    for (const news of this.#attendanceOf(ledger).news(ledger)) bus.publish(matchTopic(this.id), news);
    moved(ledger);
  }

  async #finish(ledger: Ledger): Promise<void> {
    const { store, bus, serverKey } = this.#parts;
    this.#retryLater();
    const row = await store.finish(finishedMatch(await closeRecord(ledger, serverKey)));
    this.#end();
    bus.publish(matchTopic(this.id), finishedMessage(row));
  }

  async #abort(blamed: Player | null, reason: string): Promise<void> {
    const { store, bus, world } = this.#parts;
    this.#retryLater();
    const pub = blamed === null ? null : (this.#ledger?.header.players[blamed].pub ?? null);
    await store.abort(this.id, pub, world.now());
    this.#end();
    bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason });
  }

  #end(): void {
    this.#ledger = null;
    this.#parts.alarms.clear(matchTopic(this.id));
    this.#parts.ended(this.id);
  }

  #retryLater(): void {
    this.#parts.alarms.set(matchTopic(this.id), this.#parts.world.now() + RETRY_MS);
  }

  #publish(event: MatchEvent): void {
    this.#parts.bus.publish(matchTopic(this.id), { type: 'event', match: this.id, event });
  }

  #handOf(ledger: Ledger): ServerSeat {
    const { serverKey, world } = this.#parts;
    this.#hand ??= new ServerSeat(serverKey, ledger.header, (length) => world.randomBytes(length));
    return this.#hand;
  }

  #attendanceOf(ledger: Ledger): Attendance {
    const { isOnline, world, abandonMs } = this.#parts;
    const since = ({ pub }: { readonly pub: string }) => (isOnline(pub) ? null : world.now());
    const { players } = ledger.header;
    this.#attendance ??= new Attendance(ledger, [since(players[0]), since(players[1])], abandonMs);
    return this.#attendance;
  }
}
