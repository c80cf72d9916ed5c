import { type Fate, isClosing, type Ledger, mayBeAway, type Receipt, type SignedEvent, sentHash } from 'bg-record';
import type { Failure, Player, Result } from 'bg-rules';
import type { AcquiredMatch } from '../ports/leases.ts';
import { type Deferrable, waitMsOf } from './aside-rule.ts';
import { type Effect, Effects } from './effects.ts';
import { LiveLedger } from './live-ledger.ts';
import { MatchRunner } from './match-runner.ts';
import { ABOUT_CONTENT, MatchWriter } from './match-writer.ts';
import { Seating } from './seating.ts';
import { ServerSigner } from './server-signer.ts';
import {
  type ActResult,
  type Entered,
  type Front,
  gone,
  type Member,
  type MustWait,
  notStored,
  notYours,
  type TableParts,
  tooManyVoids,
} from './table-parts.ts';

/** How this process gives a match up: see `Leases.release`. */
interface Leaving {
  readonly until: number;
  readonly lostAt: number | null;
}

/**
 * A live match that this process owns. Its room runs one operation at a time, and then applies its effects, so members see only state that is stored
 * and published.
 */
export class Table {
  readonly id: string;
  readonly #parts: TableParts;
  readonly #signer: ServerSigner;
  readonly #live: LiveLedger;
  readonly #writer: MatchWriter;
  readonly #runner: MatchRunner;
  readonly #effects = new Effects();
  readonly #seating = new Seating();
  /** Null once this process has begun to run the match. */
  #acquired: AcquiredMatch | null = null;

  constructor(id: string, parts: TableParts) {
    this.id = id;
    this.#parts = parts;
    this.#signer = new ServerSigner(parts.serverKeys, parts.world, parts.logView ?? null);
    const [effects, seating] = [this.#effects, this.#seating];
    this.#live = new LiveLedger(id, { ...parts, effects });
    const common = { ...parts, live: this.#live, signer: this.#signer, effects };
    this.#writer = new MatchWriter(id, common);
    this.#runner = new MatchRunner(id, { ...common, writer: this.#writer, seating });
  }

  /** The effects of the operations since the last call, in order. */
  takeEffects(): readonly Effect[] {
    return this.#effects.take();
  }

  /** Begins to run the match, which this process has just acquired. */
  async begin(acquired: AcquiredMatch): Promise<void> {
    this.#acquired = acquired;
    await this.#begin();
  }

  /** A connection follows the match from now on. Resolves to null when the match is not live, and to `not-stored` while nothing may be shown. */
  async enter(member: Member): Promise<Entered | Failure<'not-stored'> | null> {
    return this.#do(async (ledger) => {
      if (!(await this.#runner.prepare(ledger))) return this.#live.now ? notStored : null;
      const seat = seatOf(ledger, member.pub);
      if (seat === null) this.#seating.watch(member);
      else {
        this.#seating.enter(seat, member);
        if (!mayBeAway(ledger.header)) await this.#runner.enter(ledger, seat);
      }
      const still = this.#live.now;
      if (!still) return null;
      const receipt = seat === null ? null : await this.#runner.receipt(still, NOT_ASKED);
      return { now: this.#parts.world.now(), length: still.length, presence: this.#runner.presence(still), receipt };
    });
  }

  /** A connection does not follow the match any more. Wake the match afterwards. */
  leave(id: string): void {
    this.#seating.leave(id);
  }

  /** The link to a process is lost. Returns true if a player was there: then wake the match. */
  lose(front: Front): boolean {
    return this.#seating.lose(front);
  }

  /** Number of connections that follow the match without a seat. */
  get watchers(): number {
    return this.#seating.watchers;
  }

  /** The process that has all connections of all players. Null if there is none, or one of them is here or not connected. */
  get front(): Front | null {
    const { now: ledger } = this.#live;
    return ledger && this.#seating.frontOf(([0, 1] as const).filter((seat) => !ledger.header.players[seat].bot));
  }

  /**
   * Signs the present state of the match for a seat, and what has become of an event of that seat. Returns null for other keys, while this process
   * may not sign, and while it is not known what becomes of the event.
   */
  receipt(pub: string, event: SignedEvent | null): Promise<Receipt | null> {
    return this.#do(async (ledger) => {
      const seat = seatOf(ledger, pub);
      if (seat === null || (event !== null && event.p !== seat)) return null;
      if (event === null) return this.#runner.receipt(ledger, NOT_ASKED);
      const asked = sentHash(event);
      const fate = await this.#fateOf(ledger, event, asked);
      return fate === null ? null : this.#runner.receipt(ledger, { asked, fate });
    });
  }

  /** Ends the match without a record, because a player walks out before the first roll. */
  async abort(pub: string): Promise<Result<null, 'not-found' | 'not-your-seat' | 'not-now'>> {
    const left = await this.#do(async (ledger) => {
      const seat = seatOf(ledger, pub);
      if (seat === null) return notYours;
      for (let now: Ledger | null = ledger; now; now = await this.#live.open()) {
        if (now.state.hasRolled || !this.#signer.canSign(now) || !this.#parts.leases.owns(this.id)) return tooLate;
        if (await this.#writer.abort(now, seat, 'left')) return done;
      }
      return gone;
    });
    return left ?? gone;
  }

  /**
   * Judges, stores and publishes a player's event, then adds the server's own events. `arrivedAt`: when the event arrived, see
   * `MatchRunner.countsFrom`. An event that would lead to an aside too early is not stored and must wait
   * (`aside-rule.ts`). `waitedMs`: how long it has waited.
   */
  async act(pub: string, event: SignedEvent, arrivedAt: number, waitedMs: number): Promise<ActResult | MustWait> {
    const result = await this.#do(async (ledger) => {
      const seat = event.p;
      if (seat === null || ledger.header.players[seat].pub !== pub) return notYours;
      const at = this.#runner.countsFrom(ledger, event, arrivedAt);
      if (!(await this.#runner.prepareFor(ledger, seat, at))) return this.#live.now ? notStored : gone;
      const still = this.#live.now;
      if (!still) return gone;
      if (isClosing(still.length)) return full;
      const fits = event.n === still.length && event.prev === still.head;
      const { type } = event;
      const mayWait = fits && (type === 'sit' || type === 'holiday');
      const early = mayWait ? this.#early(still, { type, seat }, waitedMs) : null;
      if (early) return early;
      const accepted = await this.#writer.append(still, event, at);
      if (accepted.ok) await this.#runner.goOn();
      else if (ABOUT_CONTENT.has(accepted.code)) {
        if (!this.#writer.hasVoidsLeft(still, seat)) return tooManyVoids;
        const tooEarly = this.#early(still, { type: 'void', seat }, waitedMs);
        if (tooEarly) return tooEarly;
        await this.#writer.declareVoid(still, seat, event);
        await this.#runner.goOn();
      }
      return accepted;
    });
    return result ?? gone;
  }

  /** Runs due deadlines and retries. Also starts a new match. */
  async wake(): Promise<void> {
    await this.#do((ledger) => this.#runner.serve(ledger));
  }

  /**
   * Gives the match up in order, from now on or when it waits for its deadline: `when` says at which time any process may acquire it, and null
   * if this process has to keep it. Resolves to false if it has.
   */
  async release(when: (deadline: number | null) => Leaving | null): Promise<boolean> {
    const isReleased = await this.#do(async (ledger) => {
      const how = when(this.#runner.parkUntil(ledger));
      if (!how) return false;
      const { datedUntil } = this.#writer;
      if (!(await this.#parts.leases.release(this.id, ledger.length, { ...how, datedUntil }))) return false;
      this.#live.leave();
      return true;
    });
    return isReleased ?? false;
  }

  /** Drops the match from memory at once, because this process does not own it any more. */
  drop(): void {
    this.#live.drop();
  }

  /** A player of a correspondence match came to the service or left it. */
  async attend(seat: Player, online: boolean): Promise<void> {
    await this.#do(async (ledger) => (online ? this.#runner.enter(ledger, seat) : this.#runner.leave(ledger, seat)));
  }

  /** Returns null if the aside may be stored now. */
  #early(ledger: Ledger, aside: Deferrable, waitedMs: number): MustWait | null {
    const waitMs = waitMsOf(ledger, aside, this.#parts.world.now(), waitedMs);
    return waitMs > 0 ? { ok: false, code: 'must-wait', message: 'The event has to wait.', waitMs } : null;
  }

  /** Runs a task on the live match. Returns null when the match is not live, or this process does not own it any more. */
  async #do<T>(task: (ledger: Ledger) => Promise<T>): Promise<T | null> {
    if (!this.#parts.leases.owns(this.id)) return null;
    await this.#begin();
    const ledger = await this.#live.open();
    return ledger ? task(ledger) : null;
  }

  /** Also after a first try has failed. */
  async #begin(): Promise<void> {
    if (this.#acquired) await this.#runner.begin(this.#acquired);
    this.#acquired = null;
  }

  /**
   * Returns what has become of an event that was judged before, as a receipt of this very moment says it. Null if it waits, or could not be stored yet: a
   * receipt must not say anything then.
   */
  async #fateOf(ledger: Ledger, event: SignedEvent, asked: string): Promise<Fate | null> {
    const { length, head } = ledger;
    if (event.n < length) {
      const stored = await this.#live.eventAt(event.n);
      if (stored?.type === 'void' && stored.hash === asked) return 'void';
      return stored && sentHash(stored) === asked ? 'stored' : 'moved';
    }
    if (event.n > length || event.prev !== head) return 'moved';
    if (isClosing(length)) return 'too-many-events';
    const judged = await ledger.check(event, this.#writer.now(ledger));
    return judged.ok ? null : judged.code;
  }
}

const NOT_ASKED: Pick<Receipt, 'asked' | 'fate'> = { asked: null, fate: null };

const done: Result<null, never> = { ok: true, value: null };
const tooLate = { ok: false, code: 'not-now', message: 'The match has begun: it can be resigned, not left.' } as const;
const full: ActResult = { ok: false, code: 'too-many-events', message: 'The record of this match is full.' };

function seatOf({ header }: Ledger, pub: string | null): Player | null {
  const seat = header.players.findIndex((player) => player.pub === pub);
  return seat === 0 || seat === 1 ? seat : null;
}
