import {
  absenceEndsAt,
  canonicalJson,
  checkEvent,
  type EventOf,
  endsByFullness,
  type Header,
  headerHash,
  type Ledger,
  type LedgerState,
  type MatchEvent,
  needsClaim,
  type Party,
  type Transcript,
} from 'bg-record';
import type { Player } from 'bg-rules';
import type { EvidentFailure } from '../platform/failure.ts';
import type { ChargeWatch } from './charges.ts';
import { type GuardFailure, guardFailure } from './guard.ts';
import type { MatchStore } from './match-store.ts';
import type { Receipts } from './receipts.ts';
import type { RefundWatch } from './refunds.ts';
import type { ForfeitFacts } from './types.ts';

/** A contradiction in the server's messages, with the transcripts that prove it. */
interface Fault {
  readonly ok: false;
  readonly failure: EvidentFailure;
  readonly transcripts: readonly Transcript[];
}

/** `gap` is true if events are missing before the one that arrived. */
export type Step = { readonly ok: true; readonly gap: boolean } | Fault;

const DONE: Step = { ok: true, gap: false };
const GAP: Step = { ok: true, gap: true };

/** The data that a player's own page has besides the events. */
interface OwnView {
  readonly seat: Player;
  readonly store: MatchStore;
  readonly receipts: Receipts;
  readonly charges: ChargeWatch;
  readonly refunds: RefundWatch;
}

/** The state of the match just before an event, as needed to judge a forfeit. */
interface Before {
  readonly at: number;
  readonly party: Party;
  readonly absent: LedgerState['absent'];
  readonly expiresAt: number | null;
}

/**
 * The history of a match as this device has verified it. It only grows, and anything that contradicts it is a fault.
 */
export class VerifiedHistory {
  readonly ledger: Ledger;
  readonly #own: OwnView | null;
  #forfeit: ForfeitFacts | null = null;

  /** @param own null for a watcher */
  constructor(ledger: Ledger, own: OwnView | null) {
    this.ledger = ledger;
    this.#own = own;
  }

  get transcript(): Transcript {
    const { header, events } = this.ledger;
    const receipts = this.#own?.receipts.all ?? [];
    return { header, events: [...events], ...(receipts.length > 0 && { receipts }) };
  }

  /** The facts that the events show about the forfeit that ended the match. Null without a forfeit. */
  get forfeit(): ForfeitFacts | null {
    return this.#forfeit;
  }

  /** Takes the whole history, at the start and after every reconnection. */
  async whole(header: Header, told: readonly MatchEvent[]): Promise<Step> {
    const remembered = await this.#own?.store.transcript(header.id).catch(() => null);
    for (const known of [remembered ?? this.transcript, this.transcript]) {
      const fault = contradiction(known, { header, events: told });
      if (fault) return fault;
    }
    return this.#extend(told.slice(this.ledger.length));
  }

  /** Takes the events from number `from` on, as answered to `sync`. */
  async addHistory(events: readonly MatchEvent[], from: number): Promise<Step> {
    if (from > this.ledger.length) return GAP;
    const joined = joinHistory(this.ledger.events, events, from);
    if (joined.kind === 'forked') return this.#fork(events.slice(joined.n - from), joined.n);
    return joined.kind === 'extends' ? this.#extend(joined.fresh) : DONE;
  }

  /** Takes a live event. */
  async live(event: MatchEvent): Promise<Step> {
    const checked = checkEvent(event);
    if (!checked.ok) return this.#fault(checked, [this.#with(event)]);
    const { n } = checked.value;
    if (n > this.ledger.length) return GAP;
    return n < this.ledger.length ? this.addHistory([event], n) : this.#extend([event]);
  }

  /** Returns null if the preceding events allow the forfeit. */
  forfeitFault(event: EventOf<'forfeit'>, before: Before): GuardFailure | null {
    const { loser, reason, at } = event;
    const announced = before.absent?.seat === loser ? before.absent : null;
    const isFilled = this.#endsByFullness(event);
    if (reason === 'abandonment' && !announced && !isFilled) return guardFailure('forfeit-unannounced');
    const { header } = this.ledger;
    const absentUntil = absenceEndsAt({ absent: announced }, header);
    const deadline = reason === 'time' ? before.expiresAt : isFilled ? before.at : absentUntil;
    if (deadline === null || at < deadline) return guardFailure('forfeit-early');
    const isUnclaimed = reason === 'abandonment' && !isFilled && announced?.claimedAt === null && needsClaim(header);
    return isUnclaimed ? guardFailure('forfeit-unclaimed') : null;
  }

  async #extend(events: readonly MatchEvent[]): Promise<Step> {
    const before = this.ledger.length;
    const fault = (await this.#appendKnown(events)) ?? (await this.#appendEach(events));
    const fresh = this.ledger.events.slice(before);
    void this.#own?.store.addEvents(this.ledger.header, fresh).catch(() => undefined);
    return fault ?? (await this.#contradicted(fresh)) ?? DONE;
  }

  /** Appends all events at once that an earlier page has already watched, or that are too old to be watched. */
  async #appendKnown(events: readonly MatchEvent[]): Promise<Fault | null> {
    if (this.ledger.length > 0) return null;
    const watched = this.#own?.charges.stored.length || events.length;
    const known = events.slice(0, Math.min(watched, events.length - 1));
    const { fault } = await this.ledger.appendAll(known);
    this.#own?.charges.skip(this.ledger.length);
    const wrong = fault && known[fault.event];
    return wrong ? this.#fault(fault, [this.#with(wrong)]) : null;
  }

  async #appendEach(events: readonly MatchEvent[]): Promise<Fault | null> {
    const first = events[0]?.n ?? 0;
    for (const event of events.slice(this.ledger.length - first)) {
      const { at, expects, state, expiresAt } = this.ledger;
      const before = { at, party: expects.party, absent: state.absent, expiresAt };
      const appended = await this.ledger.append(event);
      if (!appended.ok) return this.#fault(appended, [this.#with(event)]);
      this.#own?.charges.take({ event: appended.value, before });
      this.#own?.refunds.take(appended.value);
      const fault = appended.value.type === 'forfeit' ? this.#judge(appended.value, before) : null;
      if (fault) return this.#fault(fault, [this.transcript]);
    }
    return null;
  }

  #judge(event: EventOf<'forfeit'>, before: Before): GuardFailure | null {
    const { loser, reason, at } = event;
    const { absent, expiresAt } = before;
    const announcedMs = absent?.seat === loser ? at - absent.since : null;
    const ranOut = expiresAt !== null && expiresAt <= at;
    const overchargedMs = this.#own?.seat === loser ? this.#own.charges.overchargedMs : 0;
    this.#forfeit = { loser, reason, isFilled: this.#endsByFullness(event), announcedMs, ranOut, overchargedMs };
    return this.forfeitFault(event, before);
  }

  #endsByFullness({ reason, n }: EventOf<'forfeit'>): boolean {
    return reason === 'abandonment' && endsByFullness(this.ledger, n);
  }

  /** Returns a fault if the events contradict what the server has signed about its history. */
  async #contradicted(fresh: readonly MatchEvent[]): Promise<Fault | null> {
    if (!this.#own) return null;
    const { receipts } = this.#own;
    const faults = [await receipts.reached(this.ledger), ...fresh.map((event) => receipts.eventFault(event))];
    const [fault] = faults.filter((found) => found !== null);
    return fault ? this.#fault(fault, [this.transcript]) : null;
  }

  #fork(events: readonly MatchEvent[], n: number): Fault {
    const { header, events: known } = this.transcript;
    return this.#fault(guardFailure('forked'), [
      this.transcript,
      { header, events: [...known.slice(0, n), ...events] },
    ]);
  }

  #with(event: MatchEvent): Transcript {
    const { events } = this.transcript;
    return { ...this.transcript, events: [...events, event] };
  }

  #fault({ code, message }: EvidentFailure, transcripts: readonly Transcript[]): Fault {
    return { ok: false, failure: { ok: false, code, ...(message !== undefined && { message }) }, transcripts };
  }
}

function contradiction(known: Transcript, told: Transcript): Fault | null {
  const transcripts = [known, told];
  if (headerHash(known.header) !== headerHash(told.header))
    return { ok: false, failure: guardFailure('other-header'), transcripts };
  const { kind } = joinHistory(known.events, told.events);
  if (kind === 'extends') return null;
  return { ok: false, failure: guardFailure(kind === 'forked' ? 'forked' : 'history-shorter'), transcripts };
}

/** The relation between a history from the server and the verified history of this device. */
type Joined =
  /** The same history, possibly followed by these new events. */
  | { readonly kind: 'extends'; readonly fresh: readonly MatchEvent[] }
  /** The server's history ends before that of this device. */
  | { readonly kind: 'shorter' }
  /** The histories differ from event `n` on. */
  | { readonly kind: 'forked'; readonly n: number };

/**
 * Compares the events from the server with the known ones.
 *
 * @param known events 0, 1, 2 … that this device has accepted
 * @param told events `from`, `from` + 1 … from the server
 */
export function joinHistory(known: readonly MatchEvent[], told: readonly MatchEvent[], from = 0): Joined {
  const shared = known.slice(from);
  const differs = shared.findIndex((event, i) => i < told.length && !sameEvent(event, told[i]));
  if (differs >= 0) return { kind: 'forked', n: from + differs };
  return told.length < shared.length ? { kind: 'shorter' } : { kind: 'extends', fresh: told.slice(shared.length) };
}

function sameEvent(a: MatchEvent, b: MatchEvent | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
