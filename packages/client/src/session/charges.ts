import type { MatchEvent, Party } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Clocks } from './ports.ts';

/** Beyond this sum the player is warned. */
export const OVERCHARGE_MS = 30_000;

/** What each event may cost the server itself: storing it, for the most part. */
const PER_EVENT_MS = 1_000;
/** How much faster than this device's clock the server's may run. */
const CLOCK_RATE = 1.0002;
/** The slowest of this many round trips is allowed for. */
const ROUND_TRIPS = 12;
/** A page that read nothing and ticked not at all for so long may have been frozen. */
const ALIVE_MS = 10_000;

/** One moment by the device's clocks; `steady` is null for a moment before the page was loaded. */
interface Moment {
  readonly wall: number;
  readonly steady: number | null;
}

/** What is stored so that a page loaded again goes on counting. */
export interface StoredCharges {
  readonly overchargedMs: number;
  /** Number of events known, since when, and when anything was last heard; by the wall clock. */
  readonly length: number;
  readonly since: number;
  readonly heard: number;
}

/** A stretch of this player's time that the server has dated; it is judged when the round trip after it is known. */
interface Charge {
  readonly ms: number;
  readonly from: Moment;
  readonly to: Moment;
}

/** An event as the count needs it, and whose time ran before it. */
export interface Dated {
  readonly event: MatchEvent;
  readonly before: { readonly at: number; readonly party: Party };
}

/**
 * Holds the server's clock to this device's. The time that the server charges for a decision is the time between the player's being told
 * and his event's leaving, and the way there and back; what is beyond is summed. A server that delays the player's whole line looks
 * like a bad network and is not noticed.
 */
export class ChargeWatch {
  readonly #seat: Player;
  readonly #clocks: Clocks;
  #overchargedMs = 0;
  #length = 0;
  /** From when on the player can have known the last event. Null where that is not known. */
  #since: Moment | null = null;
  /** The last sign that the page was awake and had read all that had arrived. */
  #heard: Moment;
  #connected = false;
  #sentAt: Moment | null = null;
  /** The ping that left right behind this player's last event, while it is unanswered. */
  #behind: string | null = null;
  #waiting: Charge | null = null;
  readonly #pings = new Map<string, Moment>();
  readonly #roundTrips: number[] = [];

  constructor(seat: Player, clocks: Clocks) {
    this.#seat = seat;
    this.#clocks = clocks;
    this.#heard = this.#now();
  }

  get overchargedMs(): number {
    return this.#overchargedMs;
  }

  get stored(): StoredCharges {
    const { wall } = this.#since ?? this.#heard;
    return { overchargedMs: this.#overchargedMs, length: this.#length, since: wall, heard: this.#heard.wall };
  }

  /** Goes on from what an earlier page has stored. */
  restore({ overchargedMs, length, since, heard }: StoredCharges): void {
    this.#overchargedMs = overchargedMs;
    this.#length = length;
    this.#since = { wall: since, steady: null };
    this.#heard = { wall: heard, steady: null };
  }

  /** Something of this match was read, or the page's timer ran. A page that was frozen meanwhile may have more to read. */
  heard(): void {
    const now = this.#now();
    if (this.#isAwake(now)) this.#heard = now;
    else this.#connected = false;
  }

  /** The connection was lost: what is told next may have happened at any time since the last sign of life. */
  lost(): void {
    const now = this.#now();
    if (this.#waiting) this.#settle({ ...this.#waiting, to: now });
    // What was not answered may have been on its way all the time.
    if (this.#behind !== null && this.#sentAt) this.#sentAt = now;
    this.#connected = false;
    this.#pings.clear();
    this.#behind = null;
  }

  pinged(id: string): void {
    this.#pings.set(id, this.#now());
  }

  ponged(id: string): void {
    const sent = this.#pings.get(id);
    if (!sent) return;
    this.#pings.delete(id);
    this.#roundTrips.push(this.#elapsed(sent, this.#now()));
    this.#roundTrips.splice(0, this.#roundTrips.length - ROUND_TRIPS);
    // The answer came behind everything that had waited.
    this.#connected = true;
    this.#heard = this.#now();
    if (id !== this.#behind) return;
    this.#behind = null;
    if (this.#waiting) this.#settle(this.#waiting);
  }

  /** An event of this player leaves, with a ping right behind it that takes the same way. */
  sent(ping: string): void {
    this.#sentAt = this.#now();
    this.#behind = ping;
  }

  /** Takes the next event of the history as soon as it is known. */
  take({ event, before }: Dated): void {
    const now = this.#now();
    const from = this.#since;
    const isOwn = event.p === this.#seat;
    if (before.party === this.#seat && from) {
      const until = event.type === 'resume' ? event.since : event.at;
      this.#charge({ ms: until - before.at, from, to: (isOwn && this.#sentAt) || now }, event.type === 'forfeit');
    }
    if (isOwn) this.#sentAt = null;
    this.#length = event.n + 1;
    this.#since = this.#isAwake(now) ? now : this.#heard;
  }

  /** The history up to here was known to an earlier page, or nobody can say when it became known. */
  skip(length: number): void {
    if (length === this.#length) return;
    this.#length = length;
    this.#since = null;
  }

  /** @param isLast nothing comes behind it that could be waited for */
  #charge(charge: Charge, isLast: boolean): void {
    if (this.#waiting) this.#settle(this.#waiting);
    if (isLast || this.#behind === null || !this.#connected) this.#settle(charge);
    else this.#waiting = charge;
  }

  #settle({ ms, from, to }: Charge): void {
    this.#waiting = null;
    const allowedMs = this.#elapsed(from, to) * CLOCK_RATE + Math.max(0, ...this.#roundTrips) + PER_EVENT_MS;
    this.#overchargedMs += Math.max(0, ms - allowedMs);
  }

  /** True if what is read now cannot have waited long: the page was awake a moment ago, on the same connection. */
  #isAwake(now: Moment): boolean {
    return this.#connected && this.#elapsed(this.#heard, now) <= ALIVE_MS;
  }

  /** By whichever clock says more: one may have been set back, the other may have stood still. */
  #elapsed(from: Moment, to: Moment): number {
    const steadyMs = from.steady === null || to.steady === null ? 0 : to.steady - from.steady;
    return Math.max(0, to.wall - from.wall, steadyMs);
  }

  #now(): Moment {
    return { wall: this.#clocks.wall(), steady: this.#clocks.steady() };
  }
}
