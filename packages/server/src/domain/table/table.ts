import { type Header, isClosing, type Ledger, type Receipt, type SignedEvent, sentHash } from 'bg-record';
import type { Player, Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import { EventTexts } from '../event-texts.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { World } from '../ports/world.ts';
import { waitMsOf } from './aside-rule.ts';
import { MatchCopy } from './match-copy.ts';
import { MatchKeeper } from './match-keeper.ts';
import { ABOUT_CONTENT, MatchWriter } from './match-writer.ts';
import { ServerSigner } from './server-signer.ts';
import {
  type ActResult,
  gone,
  type MustWait,
  notNow,
  notYours,
  type TableParts,
  type TableView,
  tooManyVoids,
} from './table-parts.ts';

/**
 * One live match, as this process serves it. All operations go through one queue, so readers see only state that is stored and published.
 * Players may act on any process. `MatchCopy` follows what other processes store, `MatchWriter` appends events, and `MatchKeeper` does
 * what only the keeper of the match may do.
 */
export class Table {
  readonly id: string;
  readonly #store: MatchStore;
  readonly #world: World;
  readonly #queue = new Queue();
  readonly #signer: ServerSigner;
  readonly #copy: MatchCopy;
  readonly #writer: MatchWriter;
  readonly #keeper: MatchKeeper;
  /** For each seat its newest event, accepted or refused for its content. */
  readonly #seen: [SignedEvent | null, SignedEvent | null] = [null, null];

  constructor(id: string, parts: TableParts) {
    this.id = id;
    this.#store = parts.store;
    this.#world = parts.world;
    this.#signer = new ServerSigner(parts.serverKeys, parts.world, parts.logView ?? null);
    this.#copy = new MatchCopy(id, { ...parts, queue: this.#queue, followed: () => this.#followed() });
    const common = { ...parts, copy: this.#copy, signer: this.#signer };
    const afterStoring = (ledger: Ledger) => this.#keeper.payBackStoring(ledger);
    this.#writer = new MatchWriter(id, { ...common, afterStoring });
    this.#keeper = new MatchKeeper(id, { ...common, writer: this.#writer });
  }

  /** Number of events known here. Null before the first read. */
  get length(): number | null {
    return this.#copy.length;
  }

  /** The match with at most `count` events, starting at number `from`. Reads no others. Returns null when the match is not live. */
  view(from: number, count: number): Promise<TableView | null> {
    return this.#do(async (ledger) => {
      const presence = this.#keeper.presence(ledger);
      const length = await this.#copy.takeStored(ledger.length);
      const last = Math.min(from + count, length ?? 0);
      const events = last > from ? await this.#store.page(this.id, from, last - from) : EventTexts.none;
      if (length === null || !events) {
        await this.#copy.endedElsewhere();
        return null;
      }
      return { header: ledger.header, events, length, presence };
    });
  }

  /** Signs the present state of the match for a seat. Returns null for other keys, and while this process may not sign. */
  receipt(pub: string): Promise<Receipt | null> {
    return this.#do(async (ledger) => {
      const seat = seatOf(ledger, pub);
      if (seat === null) return null;
      const seen = this.#seen[seat];
      return this.#keeper.receipt(ledger, seen && sentHash(seen));
    });
  }

  /** Ends the match without a record, because a player leaves before the first roll. */
  async leave(pub: string): Promise<Result<null, 'not-found' | 'not-your-seat' | 'not-now'>> {
    const left = await this.#do(async (ledger) => {
      const seat = seatOf(ledger, pub);
      if (seat === null) return notYours;
      for (let now: Ledger | null = ledger; now; now = await this.#copy.open()) {
        if (now.state.hasRolled || !this.#signer.canSign(now)) return tooLate;
        if (await this.#writer.abort(now, seat, 'left')) return done;
      }
      return gone;
    });
    return left ?? gone;
  }

  /** Returns null when the match is not live. */
  header(): Promise<Header | null> {
    return this.#do(async ({ header }) => header);
  }

  /**
   * Judges, stores and publishes a player's event, then adds the server's own events. `arrivedAt`: when the event arrived, see
   * `MatchKeeper.countsFrom`. An event that would lead to an aside too early is not stored and must wait
   * (`aside-rule.ts`). `waitedMs`: how long it has waited.
   */
  async act(pub: string, event: SignedEvent, arrivedAt: number, waitedMs: number): Promise<ActResult | MustWait> {
    const result = await this.#do(async (ledger) => {
      const seat = event.p;
      if (seat === null || ledger.header.players[seat].pub !== pub) return notYours;
      const at = this.#keeper.countsFrom(ledger, event, arrivedAt);
      if (!(await this.#keeper.mayAct(ledger, seat, at))) return this.#copy.ledger ? notNow : gone;
      const still = this.#copy.ledger;
      if (!still) return gone;
      if (isClosing(still.length)) return full;
      const fits = event.n === still.length && event.prev === still.head;
      const early = event.type === 'sit' && fits ? this.#early(still, { type: 'sit', seat }, waitedMs) : null;
      if (early) return early;
      const accepted = await this.#writer.append(still, event, at);
      if (accepted.ok) await this.#keeper.goOn();
      else if (ABOUT_CONTENT.has(accepted.code)) {
        if (!this.#writer.hasVoidsLeft(still, seat)) return tooManyVoids;
        const tooEarly = this.#early(still, { type: 'void', seat }, waitedMs);
        if (tooEarly) return tooEarly;
        await this.#writer.declareVoid(still, seat, event);
        await this.#keeper.goOn();
      } else return accepted;
      this.#seen[seat] = event;
      return accepted;
    });
    return result ?? gone;
  }

  /** Runs due deadlines and retries. Also starts a new match. */
  async wake(): Promise<void> {
    await this.#do((ledger) => this.#keeper.serve(ledger));
  }

  /**
   * Makes this process the keeper of the match, or handles a player whose connection was lost with a process. `since` is the beginning of
   * the gap, null if unknown. The record marks the gap, so that no player is charged for it.
   */
  async resume(since: number | null): Promise<void> {
    await this.#queue.run(() => this.#keeper.resume(since));
  }

  /** Makes this process the keeper of a match that was parked or handed over. */
  async takeUp(): Promise<void> {
    await this.#queue.run(() => this.#keeper.takeUp());
  }

  /**
   * Ends the work on a match by turns that waits for a player, and drops it from memory. `leave` stores that this process keeps it no
   * more, and resolves to false if it has to go on. Resolves to false if the match cannot be parked now.
   */
  async park(leave: (length: number, wakeAt: number) => Promise<boolean>): Promise<boolean> {
    return this.#queue.run(async () => {
      const ledger = await this.#copy.open();
      if (!ledger) return false;
      const wakeAt = this.#keeper.parkUntil(ledger);
      if (wakeAt === null || !(await leave(ledger.length, wakeAt))) return false;
      this.#copy.end();
      return true;
    });
  }

  /** Leaves the match to another keeper. `leave` stores that. Resolves to false if this process has to go on. */
  async handOver(leave: (length: number) => Promise<boolean>): Promise<boolean> {
    const isLeft = await this.#do(async (ledger) => {
      if (!(await leave(ledger.length))) return false;
      this.#keeper.release();
      return true;
    });
    return isLeft ?? true;
  }

  /** Drops the match from memory, unless it is needed by then. */
  async drop(isNeeded: () => boolean): Promise<void> {
    await this.#queue.run(async () => {
      if (!isNeeded()) this.#copy.leave();
    });
  }

  /** Another process becomes the keeper, or may do so soon. */
  release(): void {
    this.#keeper.release();
  }

  /** Reads the match again, because messages of other processes may have been lost. */
  async refresh(): Promise<void> {
    await this.#queue.run(() => this.#keeper.refresh());
  }

  /** A player of the match connected or disconnected. */
  async attend(seat: Player, online: boolean): Promise<void> {
    const at = this.#world.now();
    await this.#do(async (ledger) => this.#keeper.attend(ledger, seat, online, at));
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Returns null if the aside may be stored now. */
  #early(ledger: Ledger, aside: { type: 'sit' | 'void'; seat: Player }, waitedMs: number): MustWait | null {
    const waitMs = waitMsOf(ledger, aside, this.#world.now(), waitedMs);
    return waitMs > 0 ? { ok: false, code: 'must-wait', message: 'The event has to wait.', waitMs } : null;
  }

  /** Runs a task on the live match. Returns null when the match is not live. */
  #do<T>(task: (ledger: Ledger) => Promise<T>): Promise<T | null> {
    return this.#queue.run(async () => {
      const ledger = await this.#copy.open();
      return ledger ? task(ledger) : null;
    });
  }

  /** Only the keeper needs the match in memory at once, for its deadlines. */
  async #followed(): Promise<void> {
    const ledger = this.#keeper.isKeeper ? await this.#copy.open() : this.#copy.ledger;
    if (ledger) this.#keeper.settle(ledger);
  }
}

const done: Result<null, never> = { ok: true, value: null };
const tooLate = { ok: false, code: 'not-now', message: 'The match has begun: it can be resigned, not left.' } as const;
const full: ActResult = { ok: false, code: 'too-many-events', message: 'The record of this match is full.' };

function seatOf({ header }: Ledger, pub: string): Player | null {
  const seat = header.players.findIndex((player) => player.pub === pub);
  return seat === 0 || seat === 1 ? seat : null;
}
