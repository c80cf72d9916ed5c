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
import type { BusMessage } from '../ports.ts';
import { Queue } from '../queue.ts';
import { matchTopic } from '../topics.ts';
import { Attendance } from './attendance.ts';
import { announcementOf, type Deadline, deadlineOf, isClosing } from './deadline.ts';
import { Hand } from './hand.ts';
import { openLedger } from './open-ledger.ts';
import { finishedMatch, finishedMessage } from './outcome.ts';
import { type ActResult, gone, notNow, notYours, type TableParts, type TableView } from './table-parts.ts';

/** After something failed that may work again. */
const RETRY_MS = 1_000;
/** So many events of other processes are read together. */
const NEWS_AT_ONCE = 256;
/** Storing an event may take so long; what is beyond is the service's fault, and charged to no player. */
const SLOW_MS = 1_000;
/** So many events of a seat are declared void in a match while this process has it in memory, and twice as many in all. */
const MAX_VOIDS = 20;

/** Refusals of an event that has its right place and signature: the ledger does not take what it says. */
const ABOUT_CONTENT: ReadonlySet<string> = new Set<RecordCode>([
  'wrong-party',
  'wrong-type',
  'anchor-reused',
  'wrong-reveal',
  'illegal-play',
  'wrong-resignation',
]);

/**
 * One live match. Everything that happens to it goes through one queue; whoever looks in between sees only what is
 * stored and published. What is in memory can be dropped and read again at any time. Players may act on any process: what others
 * stored comes over the bus. Only the process that keeps the match looks to its deadlines, and to what another one has left undone.
 */
export class Table {
  readonly id: string;
  readonly #parts: TableParts;
  readonly #queue = new Queue();
  readonly #hand: Hand;
  #ledger: Ledger | null = null;
  #attendance: Attendance | null = null;
  /** Events that were published on this process, or found stored when it first looked. */
  #published: number | null = null;
  /** The match had no keeper from `since` on (null: unknown), and the record does not say so yet. */
  #gap: { readonly since: number | null } | null = null;
  /** No event is dated before this: what was said of the match by then, here or by the keeper before, stays true if the clock is set back. */
  #notBefore = Number.NEGATIVE_INFINITY;
  /** The time of the newest receipt that was signed here. */
  #receiptAt = Number.NEGATIVE_INFINITY;
  /** For each seat the `sentHash` of the newest event that came from it. */
  readonly #seen: [string | null, string | null] = [null, null];
  readonly #voids: [number, number] = [0, 0];
  #voidsInAll = 0;
  readonly #stopListening: () => void;

  constructor(id: string, parts: TableParts) {
    this.id = id;
    this.#parts = parts;
    this.#hand = new Hand(parts);
    this.#stopListening = parts.bus.subscribe(matchTopic(id), (message) => this.#hear(message));
  }

  /** Number of events known here; null when nothing was read yet. */
  get length(): number | null {
    return this.#ledger?.length ?? this.#published;
  }

  /** The match with its events numbered `from` and on, `count` at most; no others are read. Null when the match is not live. */
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
   * Takes the events that another process has stored and whose news is under way, since a viewer who is shown them may act on them at
   * once. Returns how many events are stored; null when the match is not live.
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

  /** What the match is at this moment, signed for a seat; null for any other key, and where this process may not say so. */
  receipt(pub: string): Promise<Receipt | null> {
    return this.#do(async (ledger) => {
      if (seatOf(ledger, pub) === null || !this.#parts.vouches(this.id)) return null;
      if (await this.#parts.isCurrent(this.id, ledger.length)) return this.#receiptFor(ledger, pub);
      await this.#rereadNow();
      return null;
    });
  }

  /** A player leaves before the first roll: the match ends without a record. */
  async leave(pub: string): Promise<Result<null, 'not-found' | 'not-your-seat' | 'not-now'>> {
    const left = await this.#do(async (ledger) => {
      const seat = seatOf(ledger, pub);
      if (seat === null) return notYours;
      for (let now: Ledger | null = ledger; now; now = await this.#open()) {
        if (now.state.hasRolled || !this.#hand.canSign(now)) return tooLate;
        if (await this.#abort(now, seat, 'left')) return done;
      }
      return gone;
    });
    return left ?? gone;
  }

  /** Null when the match is not live. */
  header(): Promise<Header | null> {
    return this.#do(async ({ header }) => header);
  }

  /** A player's event: judged, stored, published, and followed by what the server has to add. */
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

  /** A deadline may have come, or something has to be tried again. Also begins a new match. */
  async wake(): Promise<void> {
    await this.#do((ledger) => this.#serve(ledger));
  }

  /**
   * From now on this process keeps the match, which had no keeper from `since` on (null: unknown), or a player was cut off since then:
   * the gap is marked, so that it is charged to no player.
   */
  async resume(since: number | null): Promise<void> {
    await this.#queue.run(async () => {
      this.#forget();
      this.#attendance = null;
      this.#gap = { since: this.#gap?.since ?? since };
      this.#notBefore = Math.max(this.#notBefore, since ?? 0);
      const ledger = await this.#open();
      if (!ledger) return;
      this.#attendanceOf(ledger).retell();
      await this.#serve(ledger);
    });
  }

  /** Another process keeps the match from now on, or may do so. */
  release(): void {
    this.#gap = null;
    this.#parts.alarms.clear(matchTopic(this.id));
  }

  /** Something may have been missed of what other processes stored: it is read again. */
  async reread(): Promise<void> {
    await this.#queue.run(() => this.#rereadNow());
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
      await this.#endedElsewhere();
      return null;
    }
    if (!isOfThisFormat(transcript)) return this.#endOld(transcript);
    const ledger = await openLedger(transcript, this.#parts.verifier);
    this.#ledger = ledger;
    this.#voidsInAll = transcript.events.filter(({ type }) => type === 'void').length;
    // After a failed append the event may have been stored all the same, and what another process stored may have been missed: then
    // nobody here was told yet.
    for (const event of transcript.events.slice(this.#published ?? ledger.length)) this.#publish(event);
    this.#published = ledger.length;
    return ledger;
  }

  /** What another process has published; what this one has is in the ledger already. */
  #hear(message: BusMessage): void {
    if (message.type === 'event') {
      if (this.#ledger && message.event.n < this.#ledger.length) return;
      this.#later(() => this.#take(message.event));
    } else if (message.type === 'finished' || message.type === 'aborted') this.#later(async () => this.#end());
  }

  #later(task: () => Promise<void>): void {
    const { log } = this.#parts;
    this.#queue.run(task).catch((error) => {
      log.error({ err: error, match: this.id }, 'news of another process not taken');
      this.#retryLater();
    });
  }

  /** Judged like any other event. When in doubt, what is stored counts. */
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

  /** Drops what is in memory; it is read again when it is needed. */
  #forget(): void {
    this.#ledger = null;
    this.#hand.forget();
  }

  /** The event and all that the server adds to it: judged one after the other, stored together, so that an answer costs no commit of its own. */
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

  /** The player who acts next was told of the event only now, and time runs from its date. What storing took is given back if it was long. */
  async #payBackStoring(ledger: Ledger): Promise<void> {
    const { last, state } = ledger;
    if (last === null || !this.#keepsIt || this.#gap !== null) return;
    const tookMs = this.#parts.world.now() - last.at;
    if (tookMs <= SLOW_MS || last.type === 'resume' || state.result || isClosing(ledger)) return;
    this.#parts.log.warn(
      { match: this.id, ms: tookMs },
      'an event was stored slowly: the time is charged to no player',
    );
    await this.#appendOwn(await this.#hand.seatOf(ledger).resume(ledger, last.at));
  }

  #judge(ledger: Ledger, event: SignedEvent): Promise<ActResult> {
    return ledger.append({ ...event, at: this.#now(ledger) });
  }

  /** The time of what happens now. */
  #now(ledger: Ledger): number {
    return Math.max(this.#parts.world.now(), ledger.at, this.#notBefore);
  }

  /**
   * What keeps a receipt true afterwards. It signs only what is stored, and no event that is stored later is dated before it
   * (`#notBefore`). Only a keeper whose stored heartbeat is younger than TRUSTED_MS signs any, so the gap that the next keeper marks
   * from that heartbeat on contains none by more than that; a gap that this process marks itself begins after its newest one. It tells
   * of no event that may still get lost: all that happens at a table happens one after the other, and `seen` is set when the fate of
   * an event is known.
   */
  async #receiptFor(ledger: Ledger, pub: string | null): Promise<Receipt | null> {
    const seat = seatOf(ledger, pub);
    const mayVouch = this.#gap === null && this.#parts.vouches(this.id) && this.#hand.canSign(ledger);
    if (seat === null || !mayVouch) return null;
    const now = this.#now(ledger);
    this.#notBefore = now;
    this.#receiptAt = now;
    return this.#hand.receipt(ledger, { seen: this.#seen[seat], now });
  }

  /** A player whose event has the right place and signature, but is refused for what it says, may decide anew once the record says so. */
  async #declareVoid(ledger: Ledger, event: SignedEvent, code: string): Promise<void> {
    const seat = event.p;
    if (seat === null || this.#ledger !== ledger || !ABOUT_CONTENT.has(code)) return;
    if (this.#voids[seat] >= MAX_VOIDS || this.#voidsInAll >= 2 * MAX_VOIDS) return;
    this.#voids[seat] += 1;
    this.#voidsInAll += 1;
    await this.#appendOwn(await this.#hand.seatOf(ledger).void(ledger, event));
    await this.#goOn();
  }

  /** What the server has to do next, until a player is to act. Nothing of it is stored yet. */
  async #answersOf(ledger: Ledger): Promise<MatchEvent[]> {
    const answers: MatchEvent[] = [];
    try {
      while (!ledger.state.result && ledger.expects.party === null) {
        const own = await this.#judge(ledger, await this.#hand.next(ledger));
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
      this.#parts.log.error({ err: error, match: this.id, n: event.n }, 'event not stored');
      return 'failed';
    }
  }

  /** What is stored counts, not what is in memory. */
  async #reread(fate: 'conflict' | 'failed', accepted: ActResult | null): Promise<ActResult> {
    this.#forget();
    this.#retryLater();
    await this.#open();
    if (accepted) return accepted;
    if (fate === 'conflict') return { ok: false, code: 'wrong-number', message: 'another event was stored first' };
    return { ok: false, code: 'not-stored', message: 'the service could not store the event' };
  }

  /** Whether the deadlines leave room for a player's event. The fall of a flag is the keeper's to say, who knows whether the service was down. */
  async #mayAct(ledger: Ledger): Promise<boolean> {
    if (!this.#hand.canSign(ledger)) return false;
    if (!this.#keepsIt) return !this.#isDue(deadlineOf(ledger, [null, null]));
    if (!(await this.#markGap(ledger))) return false;
    await this.#enforce();
    return this.#ledger !== null;
  }

  /** All that the keeper has to do at this moment. */
  async #serve(ledger: Ledger): Promise<void> {
    if (!this.#hand.canSign(ledger)) return this.#leaveAlone(ledger);
    if (!this.#keepsIt) return this.#settle(ledger);
    if (!(await this.#markGap(ledger))) return;
    await this.#enforce();
    await this.#announce();
    await this.#goOn();
  }

  /** False when the match cannot go on, or not yet. */
  async #markGap(ledger: Ledger): Promise<boolean> {
    const gap = this.#gap;
    if (!gap || ledger.state.result) return true;
    if (ledger.length === 0 || this.#hand.isStale(ledger)) await this.#abort(ledger, null, 'restart');
    else {
      const at = this.#now(ledger);
      const since = Math.min(at, Math.max(gap.since ?? at, ledger.at, this.#receiptAt));
      if (await this.#appendOwn(await this.#hand.seatOf(ledger).resume(ledger, since))) this.#gap = null;
    }
    if (this.#gap === null) this.#parts.marked(this.id);
    return this.#ledger !== null && this.#gap === null;
  }

  /** Without its key nothing can be signed in a match: it stands until a process takes it that has the key. */
  #leaveAlone({ header: { server } }: Ledger): void {
    this.#parts.alarms.clear(matchTopic(this.id));
    this.#parts.log.error({ match: this.id, server }, 'the match stands: this process does not have its server key');
  }

  /** Does all that is the server's to do, then waits for a player. */
  async #goOn(): Promise<void> {
    for (let ledger = this.#ledger; ledger; ledger = this.#ledger) {
      if (ledger.state.result) return this.#finish(ledger);
      if (ledger.expects.party !== null) return this.#settle(ledger);
      if (!(await this.#appendOwn(await this.#hand.next(ledger)))) return;
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

  async #enforce(): Promise<void> {
    const ledger = this.#ledger;
    const due = ledger && this.#deadline(ledger);
    if (!ledger || !due || !this.#isDue(due)) return;
    if (due.isAbort) {
      await this.#abort(ledger, due.loser, due.reason);
      return;
    }
    await this.#appendOwn(await this.#hand.seatOf(ledger).forfeit(ledger, due.loser, due.reason));
    await this.#goOn();
  }

  async #announce(): Promise<void> {
    const ledger = this.#ledger;
    const due = ledger && announcementOf(ledger, this.#attendanceOf(ledger).away);
    if (!due || !this.#isDue(due)) return;
    await this.#appendOwn(await this.#hand.seatOf(ledger).absent(ledger, due.seat));
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

  /** The next deadline is set, and those who follow the match learn who is there. Should another process die over what the server has to do, the keeper does it. */
  #watch(ledger: Ledger): void {
    const { alarms, bus } = this.#parts;
    const announcement = announcementOf(ledger, this.#attendanceOf(ledger).away);
    const times = [this.#deadline(ledger), announcement].flatMap((due) => (due ? [due.at] : []));
    if (times.length > 0) alarms.set(matchTopic(this.id), Math.min(...times));
    else this.#retryLater();
    for (const news of this.#attendanceOf(ledger).news(ledger)) bus.publish(matchTopic(this.id), news);
  }

  async #finish(ledger: Ledger): Promise<void> {
    const { store, bus } = this.#parts;
    this.#retryLater();
    const transcript = await store.live(this.id);
    if (!transcript) return this.#endedElsewhere();
    const record = await closeRecord(ledger, this.#hand.keyOf(ledger), transcript.events);
    const row = await store.finish(finishedMatch(record));
    this.#end();
    bus.publish(matchTopic(this.id), finishedMessage(row));
  }

  /** False when the match has gone on elsewhere meanwhile: then it is read again. */
  async #abort(ledger: Ledger, blamed: Player | null, reason: string): Promise<boolean> {
    const { store, bus, world } = this.#parts;
    this.#retryLater();
    const pub = blamed === null ? null : ledger.header.players[blamed].pub;
    const proof = await this.#hand.aborted(ledger, reason);
    if ((await store.abort(this.id, pub, world.now(), ledger.length)) === 'conflict') {
      this.#forget();
      return false;
    }
    this.#end();
    bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason, proof });
    return true;
  }

  /** A live match of a format that this version does not play any more. */
  async #endOld({ header }: Transcript): Promise<null> {
    const { store, bus, world, log } = this.#parts;
    log.warn({ match: this.id, format: header.format }, 'aborted: the match was begun in an older record format');
    await store.abort(this.id, null, world.now());
    this.#end();
    bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason: 'restart', proof: null });
    return null;
  }

  /** Those who follow the match here are told how it ended, if that did not reach them. */
  async #endedElsewhere(): Promise<void> {
    const { records, bus } = this.#parts;
    const row = this.#published === null ? null : await records.row(this.id);
    const wasLive = this.#published !== null;
    this.#end();
    if (row) bus.publish(matchTopic(this.id), finishedMessage(row));
    else if (wasLive)
      bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason: 'unknown', proof: null });
  }

  #end(): void {
    this.#stopListening();
    this.#ledger = null;
    this.#published = null;
    this.#parts.alarms.clear(matchTopic(this.id));
    this.#parts.ended(this.id);
  }

  #retryLater(): void {
    this.#parts.alarms.set(matchTopic(this.id), this.#parts.world.now() + RETRY_MS);
  }

  #tell(event: MatchEvent): void {
    this.#publish(event);
    this.#know(event);
  }

  /** The event is stored, and who listens here has heard of it. */
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

/** What is stored was written by some version of this program; its header says by which format. */
function isOfThisFormat({ header }: Transcript): boolean {
  const { format }: { readonly format: string } = header;
  return format === FORMAT;
}
