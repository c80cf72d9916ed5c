import { closeRecord, type Header, type Ledger, type MatchEvent, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { BusMessage } from '../ports.ts';
import { Queue } from '../queue.ts';
import { matchTopic } from '../topics.ts';
import { Attendance } from './attendance.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { Hand } from './hand.ts';
import { openLedger } from './open-ledger.ts';
import { finishedMatch, finishedMessage } from './outcome.ts';
import { StoredEvents } from './stored-events.ts';
import { type ActResult, gone, notNow, notYours, type TableParts, type TableView } from './table-parts.ts';

/** After something failed that may work again. */
const RETRY_MS = 1_000;

/**
 * One live match. Everything that happens to it goes through one queue; whoever looks in between sees only what is
 * stored and published. What is in memory can be dropped and read again at any time. Players may act on any process: what others
 * stored comes over the bus. Only the process that keeps the match looks to its deadlines, and to what another one has left undone.
 */
export class Table {
  readonly id: string;
  readonly #parts: TableParts;
  readonly #queue = new Queue();
  readonly #stored: StoredEvents;
  readonly #hand: Hand;
  #ledger: Ledger | null = null;
  #attendance: Attendance | null = null;
  /** Events that were published on this process, or found stored when it first looked. */
  #published: number | null = null;
  /** Nobody kept the match for a while, and the record does not say so yet. */
  #hasGap = false;
  readonly #stopListening: () => void;

  constructor(id: string, parts: TableParts) {
    this.id = id;
    this.#parts = parts;
    this.#stored = new StoredEvents(id, parts.store, parts.world);
    this.#hand = new Hand(parts);
    this.#stopListening = parts.bus.subscribe(matchTopic(id), (message) => this.#hear(message));
  }

  /** Number of events known here; null when nothing was read yet. */
  get length(): number | null {
    return this.#ledger?.length ?? this.#published;
  }

  /** Null when the match is not live. */
  view(): Promise<TableView | null> {
    return this.#do(async (ledger) => {
      const presence = this.#attendanceOf(ledger).now(ledger);
      const events = await this.#stored.read();
      if (!events) {
        await this.#endedElsewhere();
        return null;
      }
      // another process has stored these, and its news is under way: who is shown them may act on them at once
      for (const event of events.slice(ledger.length)) {
        await this.#take(event);
        this.#publish(event);
      }
      return { header: ledger.header, events, presence };
    });
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
      const accepted = await this.#append(still, event);
      if (accepted.ok) await this.#goOn();
      return accepted;
    });
    return result ?? gone;
  }

  /** A deadline may have come, or something has to be tried again. Also begins a new match. */
  async wake(): Promise<void> {
    await this.#do((ledger) => this.#serve(ledger));
  }

  /** From now on this process keeps the match, which nobody kept for a while: the gap is marked, so that it is charged to nobody. */
  async resume(): Promise<void> {
    await this.#queue.run(async () => {
      this.#forget();
      this.#attendance = null;
      this.#hasGap = true;
      const ledger = await this.#open();
      if (!ledger) return;
      this.#attendanceOf(ledger).retell();
      await this.#serve(ledger);
    });
  }

  /** Another process keeps the match from now on, or may do so. */
  release(): void {
    this.#hasGap = false;
    this.#parts.alarms.clear(matchTopic(this.id));
  }

  /** Something may have been missed of what other processes stored: it is read again. */
  async reread(): Promise<void> {
    await this.#queue.run(async () => {
      this.#forget();
      const ledger = await this.#open();
      if (ledger) this.#settle(ledger);
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
      await this.#endedElsewhere();
      return null;
    }
    const ledger = await openLedger(transcript, this.#parts.verifier);
    this.#ledger = ledger;
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

  get #keepsIt(): boolean {
    return this.#parts.keeps(this.id);
  }

  /** Drops what is in memory; it is read again when it is needed. */
  #forget(): void {
    this.#ledger = null;
    this.#hand.forget();
    this.#stored.forget();
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
    return judged;
  }

  #judge(ledger: Ledger, event: SignedEvent): Promise<ActResult> {
    return ledger.append({ ...event, at: Math.max(this.#parts.world.now(), ledger.at) });
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
    if (!this.#keepsIt) return !this.#isDue(deadlineOf(ledger, [null, null], this.#parts.abandonMs));
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
    await this.#goOn();
  }

  /** False when the match cannot go on, or not yet. */
  async #markGap(ledger: Ledger): Promise<boolean> {
    if (!this.#hasGap || ledger.state.result) return true;
    if (ledger.length === 0 || this.#hand.isStale(ledger)) await this.#abort(null, 'restart');
    else this.#hasGap = !(await this.#appendOwn(await this.#hand.seatOf(ledger).resume(ledger)));
    return this.#ledger !== null && !this.#hasGap;
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
    if (ledger.state.rolls === 0) return this.#abort(due.loser, due.reason);
    await this.#appendOwn(await this.#hand.seatOf(ledger).forfeit(ledger, due.loser, due.reason));
    await this.#goOn();
  }

  #deadline(ledger: Ledger): Deadline | null {
    return deadlineOf(ledger, this.#attendanceOf(ledger).away, this.#parts.abandonMs);
  }

  #isDue(deadline: Deadline | null): boolean {
    return deadline !== null && deadline.at <= this.#parts.world.now();
  }

  #settle(ledger: Ledger): void {
    if (this.#keepsIt) this.#watch(ledger);
    this.#parts.moved(ledger);
  }

  /** The next deadline is set, and those who follow the match learn who is there. Should another process die over what the server has to do, the keeper does it. */
  #watch(ledger: Ledger): void {
    const { alarms, bus } = this.#parts;
    const due = this.#deadline(ledger);
    if (due) alarms.set(matchTopic(this.id), due.at);
    else this.#retryLater();
    for (const news of this.#attendanceOf(ledger).news(ledger)) bus.publish(matchTopic(this.id), news);
  }

  async #finish(ledger: Ledger): Promise<void> {
    const { store, bus } = this.#parts;
    this.#retryLater();
    const events = await this.#stored.read();
    if (!events) return this.#endedElsewhere();
    const row = await store.finish(finishedMatch(await closeRecord(ledger, this.#hand.keyOf(ledger), events)));
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

  /** Those who follow the match here are told how it ended, if that did not reach them. */
  async #endedElsewhere(): Promise<void> {
    const { records, bus } = this.#parts;
    const row = this.#published === null ? null : await records.row(this.id);
    const wasLive = this.#published !== null;
    this.#end();
    if (row) bus.publish(matchTopic(this.id), finishedMessage(row));
    else if (wasLive) bus.publish(matchTopic(this.id), { type: 'aborted', match: this.id, reason: 'unknown' });
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
    this.#stored.add(event);
  }

  #publish(event: MatchEvent): void {
    this.#parts.bus.publish(matchTopic(this.id), { type: 'event', match: this.id, event });
  }

  #attendanceOf(ledger: Ledger): Attendance {
    const { isOnline, world, abandonMs } = this.#parts;
    const since = ({ pub }: { readonly pub: string }) => (isOnline(pub) ? null : world.now());
    const { players } = ledger.header;
    this.#attendance ??= new Attendance(ledger, [since(players[0]), since(players[1])], abandonMs);
    return this.#attendance;
  }
}
