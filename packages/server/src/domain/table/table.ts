import {
  closeRecord,
  FORMAT,
  type Header,
  type Ledger,
  type MatchEvent,
  type Receipt,
  type RecordCode,
  type SignedEvent,
  sentHash,
  type Transcript,
} from 'bg-record';
import type { Player, Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { BusMessage } from '../ports.ts';
import { matchTopic } from '../topics.ts';
import { Attendance } from './attendance.ts';
import { announcementOf, type Deadline, deadlineOf, isClosing } from './deadline.ts';
import { openLedger } from './open-ledger.ts';
import { finishedMatch, finishedMessage } from './outcome.ts';
import { ServerSigner } from './server-signer.ts';
import { type ActResult, gone, notNow, notYours, type TableParts, type TableView } from './table-parts.ts';

/** Delay before a failed operation is retried. */
const RETRY_MS = 1_000;
/** How long a process that finds a match gone waits for the message about its end, which carries the server's signature. */
const NEWS_MS = 1_000;
/** Number of another process's events that are read at once. */
const NEWS_AT_ONCE = 256;
/** A player pays for this much storage latency at most. The server gives the rest back. */
const SLOW_MS = 1_000;
/** Limit of `void` events per seat while this process has the match in memory. The limit per match is twice this. */
const MAX_VOIDS = 20;

/** Refusals of an event with the right number and a valid signature because of its content. */
const ABOUT_CONTENT: ReadonlySet<string> = new Set<RecordCode>([
  'wrong-party',
  'wrong-type',
  'anchor-reused',
  'wrong-reveal',
  'illegal-play',
  'wrong-resignation',
]);

/**
 * One live match. All operations go through one queue, so readers see only state that is stored and published. The state in memory is
 * a cache that can be dropped and read again at any time. Players may act on any process; the bus brings the events that other
 * processes stored. Only the keeper of the match enforces deadlines and completes what another process left undone.
 */
export class Table {
  readonly id: string;
  readonly #parts: TableParts;
  readonly #queue = new Queue();
  readonly #signer: ServerSigner;
  #ledger: Ledger | null = null;
  #attendance: Attendance | null = null;
  /** Number of events published on this process, or found stored when it first read the match. */
  #published: number | null = null;
  /** The match had no keeper since then (null: unknown), and the record does not mark that gap yet. */
  #gap: { readonly since: number | null } | null = null;
  /** Lower bound of event times, so that receipts signed here or by the previous keeper stay true if the clock is set back. */
  #notBefore = Number.NEGATIVE_INFINITY;
  /** The time of the newest receipt signed here. */
  #receiptAt = Number.NEGATIVE_INFINITY;
  /** For each seat, `sentHash` of its newest event. */
  readonly #seen: [string | null, string | null] = [null, null];
  readonly #voids: [number, number] = [0, 0];
  #voidsInAll = 0;
  /** When this process found the match gone without a message about its end; null otherwise. */
  #goneAt: number | null = null;
  readonly #stopListening: () => void;

  constructor(id: string, parts: TableParts) {
    this.id = id;
    this.#parts = parts;
    this.#signer = new ServerSigner(parts);
    this.#stopListening = parts.bus.subscribe(matchTopic(id), (message) => this.#hear(message));
  }

  /** Number of events known here. Null before the first read. */
  get length(): number | null {
    return this.#ledger?.length ?? this.#published;
  }

  /** The match with at most `count` events, starting at number `from`. Reads no others. Returns null when the match is not live. */
  view(from: number, count: number): Promise<TableView | null> {
    return this.#do(async (ledger) => {
      const presence = this.#attendanceOf(ledger).now(ledger);
      const length = await this.#hearStored(ledger.length);
      const last = Math.min(from + count, length ?? 0);
      const events = last > from ? await this.#parts.store.page(this.id, from, last - from) : [];
      if (length === null || !events) {
        await this.#endedElsewhere();
        return null;
      }
      return { header: ledger.header, events, length, presence };
    });
  }

  /**
   * Takes events that another process has stored but whose bus messages have not arrived, because a viewer who sees them may act on them
   * at once. Returns the number of stored events, or null when the match is not live.
   */
  async #hearStored(known: number): Promise<number | null> {
    const events = await this.#parts.store.page(this.id, known, NEWS_AT_ONCE);
    for (const event of events ?? []) {
      await this.#take(event);
      this.#publish(event);
    }
    if (!events || events.length < NEWS_AT_ONCE) return events && known + events.length;
    return this.#hearStored(known + events.length);
  }

  /** Signs the present state of the match for a seat. Returns null for other keys, and while this process may not sign. */
  receipt(pub: string): Promise<Receipt | null> {
    return this.#do(async (ledger) => {
      if (seatOf(ledger, pub) === null || !this.#parts.maySign(this.id)) return null;
      if (await this.#parts.isCurrent(this.id, ledger.length)) return this.#receiptFor(ledger, pub);
      await this.#rereadNow();
      return null;
    });
  }

  /** Ends the match without a record, because a player leaves before the first roll. */
  async leave(pub: string): Promise<Result<null, 'not-found' | 'not-your-seat' | 'not-now'>> {
    const left = await this.#do(async (ledger) => {
      const seat = seatOf(ledger, pub);
      if (seat === null) return notYours;
      for (let now: Ledger | null = ledger; now; now = await this.#open()) {
        if (now.state.hasRolled || !this.#signer.canSign(now)) return tooLate;
        if (await this.#abort(now, seat, 'left')) return done;
      }
      return gone;
    });
    return left ?? gone;
  }

  /** Returns null when the match is not live. */
  header(): Promise<Header | null> {
    return this.#do(async ({ header }) => header);
  }

  /** Judges, stores and publishes a player's event, then adds the server's own events. */
  async act(pub: string, event: SignedEvent): Promise<ActResult> {
    const result = await this.#do(async (ledger) => {
      if (event.p === null || ledger.header.players[event.p].pub !== pub) return notYours;
      if (!(await this.#mayAct(ledger))) return this.#ledger ? notNow : gone;
      const still = this.#ledger;
      if (!still) return gone;
      if (isClosing(still)) return full;
      const accepted = await this.#append(still, event);
      if (accepted.ok) await this.#goOn();
      else await this.#declareVoid(still, event, accepted.code);
      if (accepted.ok || ABOUT_CONTENT.has(accepted.code)) this.#seen[event.p] = sentHash(event);
      return accepted;
    });
    return result ?? gone;
  }

  /** Runs due deadlines and retries. Also starts a new match. */
  async wake(): Promise<void> {
    await this.#do((ledger) => this.#serve(ledger));
  }

  /**
   * Makes this process the keeper of the match, or handles a player whose connection was lost with a process. `since` is the beginning of
   * the gap, null if unknown. The record marks the gap, so that no player is charged for it.
   */
  async resume(since: number | null): Promise<void> {
    await this.#queue.run(async () => {
      this.#forget();
      this.#attendance = null;
      this.#gap = { since: this.#gap?.since ?? since };
      this.#notBefore = Math.max(this.#notBefore, since ?? 0);
      const ledger = await this.#open();
      if (!ledger) return;
      this.#attendanceOf(ledger).announceAll();
      await this.#serve(ledger);
    });
  }

  /** Another process becomes the keeper, or may do so soon. */
  release(): void {
    this.#gap = null;
    this.#parts.alarm.clear();
  }

  /** Reads the match again, because messages of other processes may have been lost. */
  async reread(): Promise<void> {
    await this.#queue.run(() => this.#rereadNow());
  }

  /** A player of the match connected or disconnected. */
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

  /** Runs a task on the live match. Returns null when the match is not live. */
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
      await this.#endedElsewhere();
      return null;
    }
    if (!isOfThisFormat(transcript)) return this.#endOld(transcript);
    const ledger = await openLedger(transcript, this.#parts.verifier);
    this.#ledger = ledger;
    this.#voidsInAll = transcript.events.filter(({ type }) => type === 'void').length;
    // A failed append may have stored the event, and messages of other processes may have been lost. Nothing of that was published here.
    for (const event of transcript.events.slice(this.#published ?? ledger.length)) this.#publish(event);
    this.#published = ledger.length;
    return ledger;
  }

  /** Takes an event of another process from the bus. Events of this process are already in the ledger. */
  #hear(message: BusMessage): void {
    if (message.type === 'event') {
      if (this.#ledger && message.event.n < this.#ledger.length) return;
      this.#later(() => this.#take(message.event));
    } else if (message.type === 'finished' || message.type === 'aborted') this.#later(async () => this.#end());
  }

  #later(task: () => Promise<void>): void {
    const { log } = this.#parts;
    this.#queue.run(task).catch((error) => {
      log.error(
        { err: error, match: this.id },
        'could not apply an event of another process; the match will be read again',
      );
      this.#retryLater();
    });
  }

  /** Judges the event like any other. If it does not fit, the ledger is read from the storage again. */
  async #take(event: MatchEvent): Promise<void> {
    const ledger = this.#ledger;
    if (ledger && event.n < ledger.length) return;
    const fits = ledger?.length === event.n && (await ledger.append(event)).ok;
    if (fits) this.#know(event);
    else this.#forget();
    const now = this.#keepsIt ? await this.#open() : this.#ledger;
    if (now) this.#settle(now);
  }

  async #rereadNow(): Promise<void> {
    this.#forget();
    const ledger = await this.#open();
    if (ledger) this.#settle(ledger);
  }

  get #keepsIt(): boolean {
    return this.#parts.keeps(this.id);
  }

  /** Drops the state in memory. It is read again when needed. */
  #forget(): void {
    this.#ledger = null;
    this.#signer.forget();
  }

  /** Judges the event and the server's answers one by one and stores them together, so that an answer costs no commit of its own. */
  async #append(ledger: Ledger, event: SignedEvent): Promise<ActResult> {
    const judged = await this.#judge(ledger, event);
    if (!judged.ok) return judged;
    const events = [judged.value, ...(await this.#answersOf(ledger))];
    const fates = await Promise.all(events.map((one) => this.#store(one)));
    for (const [place, one] of events.entries()) {
      const fate = fates[place] ?? 'failed';
      if (fate === 'stored') this.#tell(one);
      else return this.#reread(fate, place > 0 ? judged : null);
    }
    await this.#payBackStoring(ledger);
    return judged;
  }

  /** Gives storage latency beyond SLOW_MS back: the next player's clock runs from the event's date, but they see the event only now. */
  async #payBackStoring(ledger: Ledger): Promise<void> {
    const { last, state } = ledger;
    if (last === null || !this.#keepsIt || this.#gap !== null) return;
    const tookMs = this.#parts.world.now() - last.at;
    if (tookMs <= SLOW_MS || last.type === 'resume' || state.result || isClosing(ledger)) return;
    this.#parts.log.warn(
      { match: this.id, ms: tookMs },
      'storing an event was slow; the time is not charged to the player',
    );
    await this.#appendOwn(await this.#signer.seatOf(ledger).resume(ledger, last.at));
  }

  #judge(ledger: Ledger, event: SignedEvent): Promise<ActResult> {
    return ledger.append({ ...event, at: this.#now(ledger) });
  }

  /** The time for a new event or receipt. Never before an earlier one. */
  #now(ledger: Ledger): number {
    return Math.max(this.#parts.world.now(), ledger.at, this.#notBefore);
  }

  /**
   * Signs a receipt that stays true. It covers only stored events, and no later event is dated before it (`#notBefore`). Only a keeper
   * whose stored heartbeat is younger than TRUSTED_MS signs, so the gap that the next keeper marks from that heartbeat on contains no
   * receipt by more than that. A gap that this process marks begins after its newest receipt. A receipt covers no event that may still
   * get lost: the table does one thing at a time and sets `seen` when the fate of an event is known.
   */
  async #receiptFor(ledger: Ledger, pub: string | null): Promise<Receipt | null> {
    const seat = seatOf(ledger, pub);
    const mayVouch = this.#gap === null && this.#parts.maySign(this.id) && this.#signer.canSign(ledger);
    if (seat === null || !mayVouch) return null;
    const now = this.#now(ledger);
    this.#notBefore = now;
    this.#receiptAt = now;
    return this.#signer.receipt(ledger, { seen: this.#seen[seat], now });
  }

  /** Records that a player's event was refused for its content, so that the player may decide again. */
  async #declareVoid(ledger: Ledger, event: SignedEvent, code: string): Promise<void> {
    const seat = event.p;
    if (seat === null || this.#ledger !== ledger || !ABOUT_CONTENT.has(code)) return;
    if (this.#voids[seat] >= MAX_VOIDS || this.#voidsInAll >= 2 * MAX_VOIDS) return;
    this.#voids[seat] += 1;
    this.#voidsInAll += 1;
    await this.#appendOwn(await this.#signer.seatOf(ledger).void(ledger, event));
    await this.#goOn();
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
      this.#forget();
      throw error;
    }
    return answers;
  }

  async #store(event: MatchEvent): Promise<'stored' | 'conflict' | 'failed'> {
    try {
      return await this.#parts.store.append(this.id, event);
    } catch (error) {
      this.#parts.log.error(
        { err: error, match: this.id, n: event.n },
        'could not store an event; the match will be read again',
      );
      return 'failed';
    }
  }

  /** Reads the match from the storage again after a conflict or a failure. */
  async #reread(fate: 'conflict' | 'failed', accepted: ActResult | null): Promise<ActResult> {
    this.#forget();
    this.#retryLater();
    await this.#open();
    if (accepted) return accepted;
    if (fate === 'conflict') return { ok: false, code: 'wrong-number', message: 'another event was stored first' };
    return { ok: false, code: 'not-stored', message: 'the service could not store the event' };
  }

  /**
   * True if the deadlines allow a player's event. Only the keeper may declare a flag fall, because only the keeper knows about downtime.
   */
  async #mayAct(ledger: Ledger): Promise<boolean> {
    if (!this.#signer.canSign(ledger)) return false;
    if (!this.#keepsIt) return !this.#isDue(deadlineOf(ledger, [null, null]));
    if (!(await this.#markGap(ledger))) return false;
    await this.#enforce();
    return this.#ledger !== null;
  }

  /** Does everything that the keeper has to do now. */
  async #serve(ledger: Ledger): Promise<void> {
    if (!this.#signer.canSign(ledger)) return this.#suspend(ledger);
    if (!this.#keepsIt) return this.#settle(ledger);
    if (!(await this.#markGap(ledger))) return;
    await this.#enforce();
    await this.#announce();
    await this.#goOn();
  }

  /** Returns false when the match cannot go on, or not yet. */
  async #markGap(ledger: Ledger): Promise<boolean> {
    const gap = this.#gap;
    if (!gap || ledger.state.result) return true;
    if (ledger.length === 0 || this.#signer.isStale(ledger)) await this.#abort(ledger, null, 'restart');
    else {
      const at = this.#now(ledger);
      const since = Math.min(at, Math.max(gap.since ?? at, ledger.at, this.#receiptAt));
      if (await this.#appendOwn(await this.#signer.seatOf(ledger).resume(ledger, since))) this.#gap = null;
    }
    if (this.#gap === null) this.#parts.marked(this.id);
    return this.#ledger !== null && this.#gap === null;
  }

  /** A match whose key is missing here waits until a process with the key claims it. */
  #suspend({ header: { server } }: Ledger): void {
    this.#parts.alarm.clear();
    this.#parts.log.error(
      { match: this.id, server },
      'match suspended: this process does not have its server key; start a process that has the key',
    );
  }

  /** Adds the server's events until a player must act or the match is finished. */
  async #goOn(): Promise<void> {
    for (let ledger = this.#ledger; ledger; ledger = this.#ledger) {
      if (ledger.state.result) return this.#finish(ledger);
      if (ledger.expects.party !== null) return this.#settle(ledger);
      if (!(await this.#appendOwn(await this.#signer.next(ledger)))) return;
    }
  }

  /** Returns true if the server's own event was stored. If not, it is retried later. */
  async #appendOwn(event: SignedEvent): Promise<boolean> {
    const ledger = this.#ledger;
    if (!ledger) return false;
    const result = await this.#append(ledger, event);
    if (!result.ok && this.#ledger === ledger) throw new Error(`the server's ${event.type} is refused: ${result.code}`);
    return result.ok;
  }

  async #enforce(): Promise<void> {
    const ledger = this.#ledger;
    const due = ledger && this.#deadline(ledger);
    if (!ledger || !due || !this.#isDue(due)) return;
    if (due.isAbort) {
      await this.#abort(ledger, due.loser, due.reason);
      return;
    }
    await this.#appendOwn(await this.#signer.seatOf(ledger).forfeit(ledger, due.loser, due.reason));
    await this.#goOn();
  }

  async #announce(): Promise<void> {
    const ledger = this.#ledger;
    const due = ledger && announcementOf(ledger, this.#attendanceOf(ledger).away);
    if (!due || !this.#isDue(due)) return;
    await this.#appendOwn(await this.#signer.seatOf(ledger).absent(ledger, due.seat));
  }

  #deadline(ledger: Ledger): Deadline | null {
    return deadlineOf(ledger, this.#attendanceOf(ledger).away);
  }

  #isDue(what: { readonly at: number } | null): boolean {
    return what !== null && what.at <= this.#parts.world.now();
  }

  #settle(ledger: Ledger): void {
    if (this.#keepsIt) this.#watch(ledger);
    this.#parts.moved(ledger);
  }

  /**
   * Sets the alarm for the next deadline and publishes changes of presence. While the server must act, the alarm lets the keeper finish
   * what a dead process left undone.
   */
  #watch(ledger: Ledger): void {
    const { alarm, bus } = this.#parts;
    const announcement = announcementOf(ledger, this.#attendanceOf(ledger).away);
    const times = [this.#deadline(ledger), announcement].flatMap((due) => (due ? [due.at] : []));
    if (times.length > 0) alarm.set(Math.min(...times));
    else this.#retryLater();
    for (const news of this.#attendanceOf(ledger).takeChanges(ledger)) bus.publish(matchTopic(this.id), news);
  }

  async #finish(ledger: Ledger): Promise<void> {
    const { store, bus } = this.#parts;
    this.#retryLater();
    const transcript = await store.live(this.id);
    if (!transcript) return this.#endedElsewhere();
    const record = await closeRecord(ledger, this.#signer.keyOf(ledger), transcript.events);
    const row = await store.finish(finishedMatch(record));
    this.#end();
    bus.publish(matchTopic(this.id), finishedMessage(row));
  }

  /** Returns false when another process has stored an event in the meantime. Then the match is read again. */
  async #abort(ledger: Ledger, blamed: Player | null, reason: string): Promise<boolean> {
    const { store, bus, world } = this.#parts;
    this.#retryLater();
    const pub = blamed === null ? null : ledger.header.players[blamed].pub;
    const proof = await this.#signer.aborted(ledger, reason);
    if ((await store.abort(this.id, pub, world.now(), ledger.length)) === 'conflict') {
      this.#forget();
      return false;
    }
    this.#end();
    bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason, proof });
    return true;
  }

  /** Aborts a live match whose record format this version no longer plays. */
  async #endOld({ header }: Transcript): Promise<null> {
    const { store, bus, world, log } = this.#parts;
    log.warn({ match: this.id, format: header.format }, 'live match aborted: it was begun in an older record format');
    await store.abort(this.id, null, world.now());
    this.#end();
    bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason: 'restart', proof: null });
    return null;
  }

  /** Publishes here how the match ended, in case the message of the other process was lost. */
  async #endedElsewhere(): Promise<void> {
    const { records, bus } = this.#parts;
    const wasLive = this.#published !== null;
    const row = wasLive ? await records.row(this.id) : null;
    if (wasLive && !row && this.#awaitsNews()) return;
    this.#end();
    if (row) bus.publish(matchTopic(this.id), finishedMessage(row));
    else if (wasLive)
      bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason: 'unknown', proof: null });
  }

  /** True while the message of the process that aborted the match may still arrive. */
  #awaitsNews(): boolean {
    const { alarm, world } = this.#parts;
    this.#forget();
    this.#goneAt ??= world.now();
    const until = this.#goneAt + NEWS_MS;
    if (world.now() >= until) return false;
    alarm.set(until);
    return true;
  }

  #end(): void {
    this.#stopListening();
    this.#ledger = null;
    this.#published = null;
    this.#parts.alarm.clear();
    this.#parts.ended(this.id);
  }

  #retryLater(): void {
    this.#parts.alarm.set(this.#parts.world.now() + RETRY_MS);
  }

  #tell(event: MatchEvent): void {
    this.#publish(event);
    this.#know(event);
  }

  /** Notes that the event is stored and published here. */
  #know(event: MatchEvent): void {
    this.#published = event.n + 1;
  }

  #publish(event: MatchEvent): void {
    this.#parts.bus.publish(matchTopic(this.id), { type: 'event', match: this.id, event });
  }

  #attendanceOf(ledger: Ledger): Attendance {
    const { isOnline, world } = this.#parts;
    const since = ({ pub }: { readonly pub: string }) => (isOnline(pub) ? null : world.now());
    const { players } = ledger.header;
    this.#attendance ??= new Attendance(ledger, [since(players[0]), since(players[1])]);
    return this.#attendance;
  }
}

const done: Result<null, never> = { ok: true, value: null };
const tooLate = { ok: false, code: 'not-now', message: 'The match has begun: it can be resigned, not left.' } as const;
const full: ActResult = { ok: false, code: 'too-many-events', message: 'The record of this match is full.' };

function seatOf({ header }: Ledger, pub: string | null): Player | null {
  const seat = header.players.findIndex((player) => player.pub === pub);
  return seat === 0 || seat === 1 ? seat : null;
}

/** An older version of this program may have written the match. Its header names the format. */
function isOfThisFormat({ header }: Transcript): boolean {
  const { format }: { readonly format: string } = header;
  return format === FORMAT;
}
