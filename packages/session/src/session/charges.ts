import type { MatchEvent, Party } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Clocks } from '../platform/ports.ts';

/** The page warns the player when the overcharge exceeds this sum. */
export const OVERCHARGE_MS = 30_000;

/** The time that the server may need for each event, mainly to store it. */
const PER_EVENT_MS = 1_000;
/** The server's clock may run faster than this device's clock by this factor. */
const CLOCK_RATE = 1.0002;
/** The watch allows for the slowest of this many round trips. */
const ROUND_TRIPS = 12;
/** A page that has read nothing and had no timer tick for this long may have been frozen. */
export const ALIVE_MS = 10_000;

/** A point in time on both device clocks. `steady` is null for a time before the page was loaded. */
interface Moment {
  readonly wall: number;
  readonly steady: number | null;
}

/** The state that is stored so that the count continues after a reload. */
export interface StoredCharges {
  readonly overchargedMs: number;
  /**
   * Number of known events, the start of the present count, and the time of the last sign of life, by the wall clock.
   */
  readonly length: number;
  readonly since: number;
  readonly heard: number;
}

/** A span of this player's time that the server has dated. It is judged when the following round trip is known. */
interface Charge {
  readonly ms: number;
  readonly from: Moment;
  readonly to: Moment;
}

/** An event, with the player whose time was running before it. */
interface Dated {
  readonly event: MatchEvent;
  readonly before: { readonly at: number; readonly party: Party };
}

/**
 * Compares the server's clock with this device's clocks. For a decision the server may charge the time from the arrival
 * of the last event to the departure of the player's event, plus one round trip. The watch sums the time charged beyond
 * that. A server that delays all of the player's traffic looks like a bad network and is not detected.
 */
export class ChargeWatch {
  readonly #seat: Player;
  readonly #clocks: Clocks;
  #overchargedMs = 0;
  #length = 0;
  /** The earliest time at which the player can have known the last event. Null if that is unknown. */
  #since: Moment | null = null;
  /** The last time at which the page was awake and had read everything that had arrived. */
  #heard: Moment;
  #connected = false;
  #sentAt: Moment | null = null;
  /** The ping sent directly after this player's last event, while it is unanswered. */
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

  /** Continues from the state that an earlier page stored. */
  restore({ overchargedMs, length, since, heard }: StoredCharges): void {
    this.#overchargedMs = overchargedMs;
    this.#length = length;
    this.#since = { wall: since, steady: null };
    this.#heard = { wall: heard, steady: null };
  }

  /**
   * Call this when a message of this match was read or the page's timer ran. A page that was frozen in between may have
   * more to read.
   */
  heard(): void {
    const now = this.#now();
    if (this.#isAwake(now)) this.#heard = now;
    else this.#connected = false;
  }

  /**
   * Call this when the connection is lost. Events that arrive next may have happened at any time since the last sign of
   * life.
   */
  lost(): void {
    const now = this.#now();
    if (this.#waiting) this.#addCharge({ ...this.#waiting, to: now });
    // An unanswered ping may have been on its way all the time.
    if (this.#behind !== null && this.#sentAt) this.#sentAt = now;
    this.#connected = false;
    this.#pings.clear();
    this.#behind = null;
  }

  /** True if the page is up to date: it has been awake, and has read an answer on this connection. */
  get isAwake(): boolean {
    return this.#isAwake(this.#now());
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
    // The answer arrived after all messages that had been waiting.
    this.#connected = true;
    this.#heard = this.#now();
    if (id !== this.#behind) return;
    this.#behind = null;
    if (this.#waiting) this.#addCharge(this.#waiting);
  }

  /** Call this when an event of this player is sent, with the ping that follows it on the same connection. */
  sent(ping: string): void {
    this.#sentAt = this.#now();
    this.#behind = ping;
  }

  /** Counts the next event of the history as soon as it is known. */
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

  /** Skips events that an earlier page already knew, or for which the time of arrival is unknown. */
  skip(length: number): void {
    if (length === this.#length) return;
    this.#length = length;
    this.#since = null;
  }

  /** @param isLast true if no later message can confirm the round trip */
  #charge(charge: Charge, isLast: boolean): void {
    if (this.#waiting) this.#addCharge(this.#waiting);
    if (isLast || this.#behind === null || !this.#connected) this.#addCharge(charge);
    else this.#waiting = charge;
  }

  #addCharge({ ms, from, to }: Charge): void {
    this.#waiting = null;
    const allowedMs = this.#elapsed(from, to) * CLOCK_RATE + Math.max(0, ...this.#roundTrips) + PER_EVENT_MS;
    this.#overchargedMs += Math.max(0, ms - allowedMs);
  }

  /** True if a message read now cannot have waited long: the page was awake a moment ago, on the same connection. */
  #isAwake(now: Moment): boolean {
    return this.#connected && this.#elapsed(this.#heard, now) <= ALIVE_MS;
  }

  /**
   * Takes the larger of the two clocks: the wall clock may have been set back, and the steady clock may have stopped.
   */
  #elapsed(from: Moment, to: Moment): number {
    const steadyMs = from.steady === null || to.steady === null ? 0 : to.steady - from.steady;
    return Math.max(0, to.wall - from.wall, steadyMs);
  }

  #now(): Moment {
    return { wall: this.#clocks.wall(), steady: this.#clocks.steady() };
  }
}
