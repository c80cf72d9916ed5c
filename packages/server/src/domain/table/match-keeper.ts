import { isAside, isByTurns, isClosing, type Ledger, type Receipt, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Bus } from '../ports/bus.ts';
import type { Log, World } from '../ports/world.ts';
import { matchTopic } from '../topics.ts';
import { Attendance, type PresenceMessage } from './attendance.ts';
import { announcementOf, type Deadline, deadlineOf } from './deadline.ts';
import type { MatchCopy } from './match-copy.ts';
import type { MatchWriter } from './match-writer.ts';
import type { ServerSigner } from './server-signer.ts';
import type { MatchAlarm, TableParts } from './table-parts.ts';

/** A deadline that passed this long ago without a forfeit fell into a stop of the service. */
const LATE_MS = 60_000;

/**
 * The next player pays for this much latency of the server at most: an event counts from its arrival, but from no earlier time than this, and
 * the server gives back what storing it takes beyond this.
 */
export const SLOW_MS = 1_000;

interface MatchKeeperParts
  extends Pick<
    TableParts,
    | 'bus'
    | 'alarm'
    | 'world'
    | 'log'
    | 'isOnline'
    | 'waitingSince'
    | 'keeps'
    | 'maySign'
    | 'isCurrent'
    | 'marked'
    | 'moved'
  > {
  readonly copy: MatchCopy;
  readonly writer: MatchWriter;
  readonly signer: ServerSigner;
}

/**
 * Runs a live match as its keeper: marks gaps in the service, enforces deadlines, announces absent players, completes what another process
 * left undone, and signs receipts. While another process keeps the match, none of this happens here.
 */
export class MatchKeeper {
  readonly #id: string;
  readonly #copy: MatchCopy;
  readonly #writer: MatchWriter;
  readonly #signer: ServerSigner;
  readonly #bus: Bus;
  readonly #alarm: MatchAlarm;
  readonly #world: World;
  readonly #log: Log;
  readonly #isOnline: (pub: string) => boolean;
  readonly #waitingSince: (pub: string) => number | null;
  readonly #keeps: (match: string) => boolean;
  readonly #maySign: (match: string) => boolean;
  readonly #isCurrent: (match: string, length: number) => Promise<boolean>;
  readonly #marked: (match: string) => void;
  readonly #moved: (ledger: Ledger) => void;
  #attendance: Attendance | null = null;
  /** The match had no keeper since then (null: unknown), and the record does not mark that gap yet. */
  #gap: { readonly since: number | null } | null = null;
  /** The time of the newest receipt signed here. */
  #receiptAt = Number.NEGATIVE_INFINITY;

  constructor(id: string, parts: MatchKeeperParts) {
    this.#id = id;
    this.#copy = parts.copy;
    this.#writer = parts.writer;
    this.#signer = parts.signer;
    this.#bus = parts.bus;
    this.#alarm = parts.alarm;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#isOnline = parts.isOnline;
    this.#waitingSince = parts.waitingSince;
    this.#keeps = parts.keeps;
    this.#maySign = parts.maySign;
    this.#isCurrent = parts.isCurrent;
    this.#marked = parts.marked;
    this.#moved = parts.moved;
  }

  /** True if this process is the keeper. */
  get isKeeper(): boolean {
    return this.#keeps(this.#id);
  }

  /** See `Table.resume`. */
  async resume(since: number | null): Promise<void> {
    this.#copy.forget();
    this.#attendance = null;
    this.#gap = { since: this.#gap?.since ?? since };
    this.#writer.neverBefore(since ?? 0);
    const ledger = await this.#copy.open();
    if (!ledger) return;
    this.#attendanceOf(ledger).announceAll();
    await this.serve(ledger);
  }

  /**
   * Takes over a match that was parked or handed over, so that no keeper lost it. If its deadline passed while no process ran, the record marks
   * that stop.
   */
  async takeUp(): Promise<void> {
    this.#copy.forget();
    // The keeper before may have signed a receipt a moment ago.
    this.#writer.neverBefore(this.#world.now());
    const ledger = await this.#copy.open();
    if (!ledger) return;
    const due = this.#deadline(ledger);
    if (due && due.at + LATE_MS <= this.#world.now()) this.#gap ??= { since: due.at };
    // The keeper that handed the match over may have announced something else meanwhile.
    if (!isByTurns(ledger.header)) this.#attendanceOf(ledger).announceAll();
    await this.serve(ledger);
  }

  /** Resolves to the deadline of a match that can be parked now. Null while the server or a bot must act, or something is due. */
  parkUntil(ledger: Ledger): number | null {
    const { party } = ledger.expects;
    if (party === null || ledger.header.players[party].bot || this.#gap) return null;
    const due = this.#deadline(ledger);
    return due && !this.#isDue(due) ? due.at : null;
  }

  /** Another process becomes the keeper, or may do so soon. */
  release(): void {
    this.#gap = null;
    this.#alarm.clear();
  }

  /** Does everything that the keeper has to do now. */
  async serve(ledger: Ledger): Promise<void> {
    if (!this.#signer.canSign(ledger)) return this.#suspend(ledger);
    if (!this.isKeeper) return this.settle(ledger);
    if (!(await this.#markGap(ledger))) return;
    await this.#enforce();
    await this.#announce();
    await this.goOn();
  }

  /** Adds the server's events until a player must act or the match is finished. */
  async goOn(): Promise<void> {
    const waiting = await this.#writer.appendServerEvents();
    if (waiting) this.settle(waiting);
  }

  /**
   * The time from which a player's event counts that arrived at `arrivedAt`. An answer of the player who has to act counts from its arrival, so
   * that the load of this process is charged to no player, but only on the process that signs the receipts: another one does not know what the
   * keeper has signed meanwhile. All other events count from now. The distances between asides are measured by their dates.
   */
  countsFrom({ expects }: Ledger, { p, type }: SignedEvent, arrivedAt: number): number {
    const now = this.#world.now();
    const isAnswer = p === expects.party && !isAside(type);
    return isAnswer && this.isKeeper ? Math.min(now, Math.max(arrivedAt, now - SLOW_MS)) : now;
  }

  /**
   * True if the deadlines allow an event of this seat that counts from `at`. Only the keeper may declare a flag fall, because only the keeper knows about downtime.
   */
  async mayAct(ledger: Ledger, seat: Player, at: number): Promise<boolean> {
    if (!this.#signer.canSign(ledger)) return false;
    if (!this.isKeeper) return !this.#isDue(deadlineOf(ledger, [null, null]), at);
    if (!(await this.#markGap(ledger))) return false;
    await this.#enforce(seat, at);
    const still = this.#copy.ledger;
    return still !== null && !this.#isDue(this.#deadline(still), at);
  }

  /** Reports that the match waits for a player. The keeper also sets the alarm. */
  settle(ledger: Ledger): void {
    if (this.isKeeper) this.#watch(ledger);
    this.#moved(ledger);
  }

  /** A player of the match connected or disconnected at `at`. */
  attend(ledger: Ledger, seat: Player, online: boolean, at: number): void {
    this.#attendanceOf(ledger).change(seat, online, at);
    this.settle(ledger);
  }

  presence(ledger: Ledger): [PresenceMessage, PresenceMessage] {
    return this.#attendanceOf(ledger).now(ledger);
  }

  /** Reads the match again, because messages of other processes may have been lost. */
  async refresh(): Promise<void> {
    this.#copy.forget();
    const ledger = await this.#copy.open();
    if (ledger) this.settle(ledger);
  }

  /** Signs the present state for the seat whose newest event is `seen`. Returns null while this process may not sign. */
  async receipt(ledger: Ledger, seen: string | null): Promise<Receipt | null> {
    if (!this.#maySign(this.#id)) return null;
    if (await this.#isCurrent(this.#id, ledger.length)) return this.#signReceipt(ledger, seen);
    await this.refresh();
    return null;
  }

  /**
   * Signs a receipt that stays true. It covers only stored events, and no later event is dated before it (`neverBefore`). So while a frame
   * of the player who has to act waits, a receipt is dated by the arrival of that frame: if it were dated later, each ping of the opponent
   * would charge that player for the wait, and if it were held back until the frame is handled, one player could delay the other's receipts.
   * It is true at that time as well, because the newest event that it covers is not dated after it. Only a keeper
   * whose stored heartbeat is younger than TRUSTED_MS signs, so the gap that the next keeper marks from that heartbeat on contains no
   * receipt by more than that. A gap that this process marks begins after its newest receipt. A receipt covers no event that may still
   * get lost: the table does one thing at a time and sets `seen` when it is known whether the event is stored.
   */
  async #signReceipt(ledger: Ledger, seen: string | null): Promise<Receipt | null> {
    const maySign = this.#gap === null && this.#maySign(this.#id) && this.#signer.canSign(ledger);
    if (!maySign) return null;
    const { party } = ledger.expects;
    const now = this.#writer.now(ledger, party === null ? undefined : this.#earliestOf(ledger, party));
    this.#writer.neverBefore(now);
    this.#receiptAt = now;
    return this.#signer.receipt(ledger, { seen, now });
  }

  /** Gives storage latency beyond SLOW_MS back: the next player's clock runs from the event's date, but they see the event only now. */
  async payBackStoring(ledger: Ledger): Promise<void> {
    const { last, state } = ledger;
    if (last === null || !this.isKeeper || this.#gap !== null) return;
    const tookMs = this.#world.now() - last.at;
    if (tookMs <= SLOW_MS || last.type === 'resume' || state.result || isClosing(ledger.length)) return;
    this.#log.warn({ match: this.#id, ms: tookMs }, 'storing an event was slow; the time is not charged to the player');
    await this.#writer.appendOwn(await this.#signer.seatOf(ledger).resume(ledger, last.at));
  }

  /** Returns false when the match cannot go on, or not yet. */
  async #markGap(ledger: Ledger): Promise<boolean> {
    const gap = this.#gap;
    if (!gap || ledger.state.result) return true;
    if (ledger.length === 0 || this.#signer.isStale(ledger)) await this.#writer.abort(ledger, null, 'restart');
    else {
      const at = this.#writer.now(ledger);
      const since = Math.min(at, Math.max(gap.since ?? at, ledger.at, this.#receiptAt));
      if (await this.#writer.appendOwn(await this.#signer.seatOf(ledger).resume(ledger, since))) this.#gap = null;
    }
    if (this.#gap === null) this.#marked(this.#id);
    return this.#copy.ledger !== null && this.#gap === null;
  }

  /** A match whose key is missing here waits until a process with the key claims it. */
  #suspend({ header: { server } }: Ledger): void {
    this.#alarm.clear();
    this.#log.warn(
      { match: this.#id, server },
      'match suspended: this process does not have its server key; start a process that has the key',
    );
  }

  /** Ends the match if its deadline has passed. `seat`: that of the event that is being judged, which counts from `at`. */
  async #enforce(seat: Player | null = null, at?: number): Promise<void> {
    const { ledger } = this.#copy;
    const due = ledger && this.#deadline(ledger);
    if (!ledger || !due || !this.#isDue(due, at)) return;
    if (due.loser !== seat && this.#mayBeInTime(ledger, due.loser, due.at)) return;
    if (due.isAbort) {
      await this.#writer.abort(ledger, due.loser, due.reason);
      return;
    }
    await this.#writer.appendOwn(await this.#signer.seatOf(ledger).forfeit(ledger, due.loser, due.reason));
    await this.goOn();
  }

  async #announce(): Promise<void> {
    const { ledger } = this.#copy;
    const due = ledger && announcementOf(ledger, this.#attendanceOf(ledger).away);
    if (!due || !this.#isDue(due) || this.#mayBeInTime(ledger, due.seat, due.at)) return;
    await this.#writer.appendOwn(await this.#signer.seatOf(ledger).absent(ledger, due.seat));
  }

  /**
   * Sets the alarm for the next deadline and publishes changes of presence. While the server must act, the alarm lets the keeper finish
   * what a dead process left undone.
   */
  #watch(ledger: Ledger): void {
    const deadline = this.#deadline(ledger);
    const announcement = announcementOf(ledger, this.#attendanceOf(ledger).away);
    const times = [
      ...(deadline ? [this.#alarmAt(ledger, deadline.loser, deadline.at)] : []),
      ...(announcement ? [this.#alarmAt(ledger, announcement.seat, announcement.at)] : []),
    ];
    if (times.length > 0) this.#alarm.set(Math.min(...times));
    else this.#copy.retryLater();
    for (const change of this.#attendanceOf(ledger).takeChanges(ledger))
      this.#bus.publish(matchTopic(this.#id), change);
  }

  /** When to look if this player's time is over at `at`: once no event in a frame that waits can be in time. */
  #alarmAt(ledger: Ledger, seat: Player, at: number): number {
    return this.#isDue({ at }) && this.#mayBeInTime(ledger, seat, at) ? at + SLOW_MS : at;
  }

  /** True if a frame of this player waits that arrived before `at`, so that an event in it counts from before that time. */
  #mayBeInTime(ledger: Ledger, seat: Player, at: number): boolean {
    return this.#earliestOf(ledger, seat) < at;
  }

  /** The earliest time from which an event of this player may still count: see `countsFrom`. */
  #earliestOf({ header }: Ledger, seat: Player): number {
    const now = this.#world.now();
    return Math.min(now, Math.max(this.#waitingSince(header.players[seat].pub) ?? now, now - SLOW_MS));
  }

  #deadline(ledger: Ledger): Deadline | null {
    return deadlineOf(ledger, this.#attendanceOf(ledger).away);
  }

  #isDue(what: { readonly at: number } | null, now = this.#world.now()): boolean {
    return what !== null && what.at <= now;
  }

  #attendanceOf(ledger: Ledger): Attendance {
    const since = ({ pub }: { readonly pub: string }) => (this.#isOnline(pub) ? null : this.#world.now());
    const { players } = ledger.header;
    this.#attendance ??= new Attendance(ledger, [since(players[0]), since(players[1])]);
    return this.#attendance;
  }
}
