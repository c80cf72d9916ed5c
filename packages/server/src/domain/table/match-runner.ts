import { isAside, type Ledger, mayBeAway, type Receipt, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { AcquiredMatch } from '../ports/leases.ts';
import { Attendance, type PresenceMessage, placesAtStart } from './attendance.ts';
import { type Announcement, announcementOf, type Deadline, deadlineOf } from './deadline.ts';
import type { Effects } from './effects.ts';
import type { LiveLedger } from './live-ledger.ts';
import { type MatchWriter, SLOW_MS } from './match-writer.ts';
import type { Seating } from './seating.ts';
import type { ServerSigner } from './server-signer.ts';
import type { TableParts } from './table-parts.ts';

/** Delay before a process that has not confirmed what was sent to it is looked at again. */
const CONFIRM_MS = 100;
/** A deadline that passed this long ago without a forfeit fell into a stop of the service. */
const LATE_MS = 60_000;

interface MatchRunnerParts extends Pick<TableParts, 'world' | 'log' | 'isOnline' | 'arrivals' | 'leases'> {
  readonly effects: Effects;
  readonly seating: Seating;
  readonly live: LiveLedger;
  readonly writer: MatchWriter;
  readonly signer: ServerSigner;
}

/**
 * Runs a live match that this process owns: marks gaps in the service, enforces deadlines, announces absent players, completes what was left
 * undone, and signs receipts.
 */
export class MatchRunner {
  readonly #id: string;
  readonly #parts: MatchRunnerParts;
  #attendance: Attendance | null = null;
  /** The match had no owner since then, or a player was lost with a link, and the record does not mark that gap yet. */
  #gapSince: number | null = null;
  /** True if the next look at the players follows the loss of an owner. */
  #wasLost = false;
  /** The time of the newest receipt signed here. */
  #receiptAt = Number.NEGATIVE_INFINITY;

  constructor(id: string, parts: MatchRunnerParts) {
    this.#id = id;
    this.#parts = parts;
  }

  /**
   * Begins to run a match that this process has just acquired. If its owner was lost at `lostAt`, the record marks that gap before anything else is
   * stored, sent or signed. If the deadline of a match that waited for it passed while no process ran, the record marks that stop.
   */
  async begin({ lostAt, datedUntil }: AcquiredMatch): Promise<void> {
    const { live, writer, world, leases } = this.#parts;
    live.forget();
    this.#attendance = null;
    this.#wasLost = lostAt !== null;
    this.#gapSince ??= lostAt;
    // Unless it has given the match up in order, the owner before may have signed receipts as long as it trusted its last heartbeat.
    const isInOrder = lostAt === null || (datedUntil !== null && datedUntil >= lostAt);
    const notBefore = isInOrder ? world.now() : lostAt + leases.times.trustedMs;
    writer.neverBefore(Math.max(notBefore, datedUntil ?? 0));
    const ledger = await live.open();
    if (!ledger) return;
    // The process to which it was released has not acquired it in time.
    if (lostAt === null && datedUntil !== null && !mayBeAway(ledger.header) && datedUntil + SLOW_MS < world.now()) {
      this.#gapSince ??= datedUntil;
      this.#wasLost = true;
    }
    const due = this.#deadline(ledger);
    if (due && due.at + LATE_MS <= world.now()) this.#gapSince ??= due.at;
    // Nobody has begun a match that was stored just before all processes ended.
    const { created } = ledger.header;
    if (ledger.length === 0 && created + LATE_MS <= world.now()) this.#gapSince ??= created;
    this.#attendanceOf(ledger).announceAll();
    await this.serve(ledger);
  }

  /**
   * Marks a gap that is due. Resolves to false if that could not be done, or if this process may not act: then nothing of the match may be shown,
   * stored or signed.
   */
  async prepare(ledger: Ledger): Promise<boolean> {
    if (!this.#parts.signer.canSign(ledger)) return true;
    return this.#parts.leases.owns(this.#id) && (await this.#markGap(ledger));
  }

  /** Resolves to the deadline of a match that can be parked now. Null while the server or a bot must act, or something is due. */
  parkUntil(ledger: Ledger): number | null {
    const { party } = ledger.expects;
    if (party === null || ledger.header.players[party].bot || this.#gapSince !== null) return null;
    const due = this.#deadline(ledger);
    return due && !this.#isDue(due) ? due.at : null;
  }

  /** Does everything that the owner has to do now. */
  async serve(ledger: Ledger): Promise<void> {
    if (!this.#parts.signer.canSign(ledger)) return this.#suspend(ledger);
    if (!this.#parts.leases.owns(this.#id)) return this.#parts.live.retryLater();
    this.#noteGone(ledger);
    this.#giveUpAwaited(ledger);
    if (!(await this.#markGap(ledger))) return;
    await this.#enforce();
    await this.#announce();
    await this.goOn();
  }

  /** Adds the server's events until a player must act or the match is finished. */
  async goOn(): Promise<void> {
    const waiting = await this.#parts.writer.appendServerEvents();
    if (waiting) this.watch(waiting);
  }

  /**
   * The time from which a player's event counts that arrived at `arrivedAt`. An answer of the player who has to act counts from its arrival, so
   * that the load of this process is charged to no player. All other events count from now. The distances between asides are measured by their
   * dates.
   */
  countsFrom({ expects }: Ledger, { p, type }: SignedEvent, arrivedAt: number): number {
    const now = this.#parts.world.now();
    const isAnswer = p === expects.party && !isAside(type);
    return isAnswer ? Math.min(now, Math.max(arrivedAt, now - SLOW_MS)) : now;
  }

  /**
   * Prepares the judgement of an event of this seat that counts from `at`: marks a gap that is due, and ends the match if a deadline has passed.
   * Resolves to true if the event may be judged then. While the player who has to act is lost, the other one cannot act: each event would end the
   * gap that is given back.
   */
  async prepareFor(ledger: Ledger, seat: Player, at: number): Promise<boolean> {
    if (!this.#parts.signer.canSign(ledger) || !this.#parts.leases.owns(this.#id)) return false;
    const { party } = ledger.expects;
    if (party !== null && this.#lostSince(ledger) !== null) {
      if (party !== seat) return false;
      this.#giveBack(ledger);
      this.#attendanceOf(ledger).leave(seat, this.#parts.world.now());
    }
    if (!(await this.#markGap(ledger))) return false;
    await this.#enforce(seat, at);
    const still = this.#parts.live.now;
    return still !== null && !this.#isDue(this.#deadline(still), at);
  }

  /** Reports that the match waits for a player, sets the alarm for the next deadline, and publishes changes of presence. */
  watch(ledger: Ledger): void {
    this.#setAlarm(ledger);
    const { effects } = this.#parts;
    for (const change of this.#attendanceOf(ledger).takeChanges(ledger)) effects.publish(change);
    effects.moved(ledger);
  }

  /** The player of this seat is connected. If a fault of the service kept them out and they have to act, that time is given back. */
  async enter(ledger: Ledger, seat: Player): Promise<void> {
    if (ledger.expects.party === seat) this.#giveBack(ledger);
    this.#attendanceOf(ledger).enter(seat);
    await this.#serveIfReady(ledger);
  }

  /** The player of this seat is not connected any more. */
  async leave(ledger: Ledger, seat: Player): Promise<void> {
    this.#attendanceOf(ledger).leave(seat, this.#parts.world.now());
    await this.#serveIfReady(ledger);
  }

  presence(ledger: Ledger): [PresenceMessage, PresenceMessage] {
    return this.#attendanceOf(ledger).now(ledger);
  }

  /**
   * Signs a receipt that says `fate` of the event `asked`. Both are null if no event was asked about. Returns null while this process may not sign.
   *
   * A receipt stays true. It covers only stored events, and no later event is dated before it (`neverBefore`). So while a frame
   * of the player who has to act waits, a receipt is dated by the arrival of that frame: if it were dated later, each ping of the opponent
   * would charge that player for the wait, and if it were held back until the frame is handled, one player could delay the other's receipts.
   * It is true at that time as well, because the newest event that it covers is not dated after it. Only an owner whose last heartbeat is
   * trusted signs, so the gap that the next owner marks from that heartbeat on contains no receipt by more than that. A gap that this process
   * marks begins after its newest receipt, and while the player to act is lost nobody gets one. A receipt covers no event that may still get lost:
   * the table does one thing at a time, and signs nothing about an event of which it is not known whether it is stored.
   */
  async receipt(ledger: Ledger, { asked, fate }: Pick<Receipt, 'asked' | 'fate'>): Promise<Receipt | null> {
    const { leases, signer, writer } = this.#parts;
    const mayNot = this.#gapSince !== null || this.#lostSince(ledger) !== null;
    if (mayNot || !leases.maySign(this.#id) || !signer.canSign(ledger)) return null;
    const { party } = ledger.expects;
    const now = writer.now(ledger, party === null ? undefined : this.#earliestOf(ledger, party));
    writer.neverBefore(now);
    this.#receiptAt = now;
    return signer.receipt(ledger, { asked, fate, now });
  }

  /** Something has changed that a deadline depends on. */
  async #serveIfReady(ledger: Ledger): Promise<void> {
    if (this.#gapSince === null && this.#lostSince(ledger) === null) this.watch(ledger);
    else await this.serve(ledger);
  }

  /** Since when the player who has to act is kept out by a fault of the service. Null if no one is. */
  #lostSince(ledger: Ledger): number | null {
    const { party } = ledger.expects;
    return party === null || ledger.state.result ? null : this.#attendanceOf(ledger).lostSince(party);
  }

  /** Notes the players whose last connection has ended. Those of correspondence matches come and go by `attend`. */
  #noteGone(ledger: Ledger): void {
    if (mayBeAway(ledger.header)) return;
    const attendance = this.#attendanceOf(ledger);
    for (const seat of [0, 1] as const) {
      const gone =
        attendance.isHere(seat) && !ledger.header.players[seat].bot ? this.#parts.seating.goneOf(seat) : null;
      if (gone && gone.lostAt !== null) attendance.lose(seat, gone.lostAt);
      else if (gone) attendance.leave(seat, this.#parts.world.now());
    }
  }

  /** Players who were awaited in vain are away from now on. The time until now is given back to the one who has to act. */
  #giveUpAwaited(ledger: Ledger): void {
    const lostSince = this.#lostSince(ledger);
    const gone = this.#attendanceOf(ledger).giveUp(this.#parts.world.now());
    if (gone.some((seat) => seat === ledger.expects.party)) this.#gapSince ??= lostSince;
  }

  /** The record has to mark the time in which the player who has to act was kept out. A short one is charged like any latency. */
  #giveBack(ledger: Ledger): void {
    const since = this.#lostSince(ledger);
    if (since !== null && this.#parts.world.now() - since > SLOW_MS) this.#gapSince ??= since;
  }

  /** Returns false when the match cannot go on, or not yet. */
  async #markGap(ledger: Ledger): Promise<boolean> {
    const { writer, signer, live, leases } = this.#parts;
    const since = this.#gapSince;
    const isStale = signer.isStale(ledger);
    // A match that waited in order has no gap.
    if ((since === null && !isStale) || ledger.state.result) return true;
    const isOld = ledger.header.created + LATE_MS <= this.#parts.world.now();
    if (isStale || (ledger.length === 0 && isOld)) await writer.abort(ledger, null, 'restart');
    // No player is charged for the time before the server's first event.
    else if (ledger.length === 0) this.#gapSince = null;
    else {
      const from = Math.min(writer.now(ledger), Math.max(since ?? 0, ledger.at, this.#receiptAt));
      if (await writer.appendOwn(await signer.seatOf(ledger).resume(ledger, from))) this.#gapSince = null;
    }
    if (this.#gapSince === null) leases.marked(this.#id);
    return live.now !== null && this.#gapSince === null;
  }

  /** A match whose key is missing here waits until a process with the key owns it. */
  #suspend({ header: { server } }: Ledger): void {
    this.#parts.effects.alarm(null);
    this.#parts.log.warn(
      { match: this.#id, server },
      'match suspended: this process does not have its server key; start a process that has the key',
    );
  }

  /** Ends the match if its deadline has passed. `seat`: that of the event that is being judged, which counts from `at`. */
  async #enforce(seat: Player | null = null, at?: number): Promise<void> {
    const { live, writer, signer } = this.#parts;
    const ledger = live.now;
    const due = ledger && this.#deadline(ledger);
    if (!ledger || !due || !this.#isDue(due, at)) return;
    if (due.loser !== seat && this.#mayBeInTime(ledger, due.loser, due.at)) return;
    if (due.isAbort) {
      await writer.abort(ledger, due.loser, due.reason);
      return;
    }
    await writer.appendOwn(await signer.seatOf(ledger).forfeit(ledger, due.loser, due.reason));
    await this.goOn();
  }

  async #announce(): Promise<void> {
    const { live, writer, signer } = this.#parts;
    const ledger = live.now;
    const due = ledger && this.#announcement(ledger);
    if (!due || !this.#isDue(due) || this.#mayBeInTime(ledger, due.seat, due.at)) return;
    await writer.appendOwn(await signer.seatOf(ledger).absent(ledger, due.seat));
  }

  /** While the server must act, the alarm lets this process finish what was left undone. */
  #setAlarm(ledger: Ledger): void {
    const { effects, live } = this.#parts;
    const deadline = this.#deadline(ledger);
    const announcement = this.#announcement(ledger);
    const { awaitedUntil } = this.#attendanceOf(ledger);
    const times = [
      ...(deadline ? [this.#alarmAt(ledger, deadline.loser, deadline.at)] : []),
      ...(announcement ? [this.#alarmAt(ledger, announcement.seat, announcement.at)] : []),
      ...(awaitedUntil === null ? [] : [awaitedUntil]),
    ];
    if (ledger.expects.party !== null && times.length > 0) effects.alarm(Math.min(...times));
    else live.retryLater();
  }

  /** When to look if this player's time is over at `at`: see `#mayBeInTime`. */
  #alarmAt(ledger: Ledger, seat: Player, at: number): number {
    if (!this.#isDue({ at })) return at;
    if (!this.#parts.seating.isReached(seat, at)) return this.#parts.world.now() + CONFIRM_MS;
    return this.#mayBeInTime(ledger, seat, at) ? at + SLOW_MS : at;
  }

  /**
   * True if a frame of this player waits that arrived before `at`, so that an event in it counts from before that time, or if the link to the
   * player's process may be lost since before then.
   */
  #mayBeInTime(ledger: Ledger, seat: Player, at: number): boolean {
    return this.#earliestOf(ledger, seat) < at || !this.#parts.seating.isReached(seat, at);
  }

  /**
   * The earliest time from which an event of this player may still count: see `countsFrom`. The frames that wait at other processes are not known
   * here.
   */
  #earliestOf({ header }: Ledger, seat: Player): number {
    const now = this.#parts.world.now();
    if (this.#parts.seating.isElsewhere(seat)) return now - SLOW_MS;
    return Math.min(now, Math.max(this.#parts.arrivals.oldest(header.players[seat].pub) ?? now, now - SLOW_MS));
  }

  /** None while the player who has to act is lost. */
  #deadline(ledger: Ledger): Deadline | null {
    return this.#lostSince(ledger) === null ? deadlineOf(ledger, this.#attendanceOf(ledger).away) : null;
  }

  #announcement(ledger: Ledger): Announcement | null {
    return this.#lostSince(ledger) === null ? announcementOf(ledger, this.#attendanceOf(ledger).away) : null;
  }

  #isDue(what: { readonly at: number } | null, now = this.#parts.world.now()): boolean {
    return what !== null && what.at <= now;
  }

  #attendanceOf(ledger: Ledger): Attendance {
    const { world, isOnline } = this.#parts;
    this.#attendance ??= new Attendance(ledger, placesAtStart(ledger, world.now(), this.#wasLost, isOnline));
    return this.#attendance;
  }
}
