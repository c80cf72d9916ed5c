import { checkEvent, type Header, headerHash, type Ledger, type MatchEvent, type Transcript } from 'bg-record';
import type { Failure } from 'bg-rules';
import { guardFailure, timeFault } from './guard.ts';
import { joinHistory } from './history.ts';
import type { MatchStore } from './match-store.ts';
import type { Arrival } from './server-time.ts';

/** What is wrong with what the server told, and the transcripts that show it. */
export interface Fault {
  readonly ok: false;
  readonly failure: Failure;
  readonly transcripts: readonly Transcript[];
}

/** `gap`: events are missing before the one that came. */
export type Step = { readonly ok: true; readonly gap: boolean } | Fault;

const DONE: Step = { ok: true, gap: false };
const GAP: Step = { ok: true, gap: true };

/** The history of a match as this device has verified it: it only ever grows, and whatever contradicts it is a fault. */
export class Chronicle {
  readonly ledger: Ledger;
  readonly #store: MatchStore | null;

  /** @param store where own matches are remembered; null for who watches */
  constructor(ledger: Ledger, store: MatchStore | null) {
    this.ledger = ledger;
    this.#store = store;
  }

  get transcript(): Transcript {
    return { header: this.ledger.header, events: [...this.ledger.events] };
  }

  /** Takes the whole history: at the start, and after every reconnection. */
  async whole(header: Header, told: readonly MatchEvent[], arrival: Arrival): Promise<Step> {
    const remembered = await this.#store?.transcript(header.id).catch(() => null);
    for (const known of [remembered ?? this.transcript, this.transcript]) {
      const fault = contradiction(known, { header, events: told });
      if (fault) return fault;
    }
    return this.#extend(told.slice(this.ledger.length), arrival, 'later');
  }

  /** Takes events from number `from` on: the answer to `sync`. */
  async told(events: readonly MatchEvent[], from: number, arrival: Arrival): Promise<Step> {
    if (from > this.ledger.length) return GAP;
    const joined = joinHistory(this.ledger.events, events, from);
    if (joined.kind === 'forked') return this.#fork(events.slice(joined.n - from), joined.n);
    return joined.kind === 'extends' ? this.#extend(joined.fresh, arrival, 'later') : DONE;
  }

  /** Takes an event as it happens. */
  async live(event: MatchEvent, arrival: Arrival): Promise<Step> {
    const checked = checkEvent(event);
    if (!checked.ok) return this.#fault(checked, [this.#with(event)]);
    const { n } = checked.value;
    if (n > this.ledger.length) return GAP;
    return n < this.ledger.length ? this.told([event], n, arrival) : this.#extend([event], arrival, 'live');
  }

  async #extend(events: readonly MatchEvent[], arrival: Arrival, told: 'live' | 'later'): Promise<Step> {
    const before = this.ledger.length;
    const { fault } = await this.ledger.appendAll(events);
    const wrong = fault && events[fault.event];
    if (wrong) return this.#fault(fault, [this.#with(wrong)]);
    const fresh = this.ledger.events.slice(before);
    void this.#store?.remember(this.ledger.header, fresh).catch(() => undefined);
    // Times never decrease, so the last one is the one that could be from the future.
    const last = fresh.at(-1);
    const off = last ? timeFault(last.at, arrival, told) : null;
    return off ? this.#fault(off, [this.transcript]) : DONE;
  }

  #fork(events: readonly MatchEvent[], n: number): Fault {
    const { header, events: known } = this.transcript;
    return this.#fault(guardFailure('forked'), [
      this.transcript,
      { header, events: [...known.slice(0, n), ...events] },
    ]);
  }

  #with(event: MatchEvent): Transcript {
    const { header, events } = this.transcript;
    return { header, events: [...events, event] };
  }

  #fault(failure: Failure, transcripts: readonly Transcript[]): Fault {
    const { code, message } = failure;
    return { ok: false, failure: { ok: false, code, message }, transcripts };
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
