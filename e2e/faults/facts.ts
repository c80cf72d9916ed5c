import {
  type Aborted,
  eventHash,
  type Header,
  type MatchEvent,
  type Receipt,
  type SignedEvent,
  sentHash,
} from 'bg-record';
import type { FaultKind } from './plan.ts';

/** An interval of time on the servers' clock. */
export interface Stretch {
  readonly from: number;
  to: number;
}

/** An interval with its place in the order of all notes: a clock that is set back shows the same times again. */
export interface NotedStretch extends Stretch {
  /** Order numbers of its beginning and its end. */
  readonly begun: number;
  ended: number;
  /** The same by the monotonic clock of this process. */
  readonly begunMs: number;
  endedMs: number;
}

/** A client was shown a match for the first time. `atMs`: by the monotonic clock of this process. */
export interface Showing {
  readonly match: string;
  readonly pub: string;
  readonly atMs: number;
}

/** A match whose owner was killed, and the number of its stored events at that moment. */
export interface Orphan {
  readonly match: string;
  readonly length: number;
}

/** Order numbers of the first and the last news of a match. */
interface Talk {
  readonly first: number;
  readonly last: number;
}

export interface FaultFact extends NotedStretch {
  readonly kind: FaultKind;
}

/** A client learned that a match was aborted which it had been shown. */
export interface AbortFact {
  readonly match: string;
  readonly pub: string;
  /** False if the client had to ask for the state of the match. */
  readonly isTold: boolean;
  readonly proof: Aborted | null;
}

/** The lease of a job to a worker, by the servers' clock. */
export interface LeaseFact {
  readonly token: string;
  readonly key: string;
  /** The lease was given at this time or later. */
  readonly from: number;
  /** The lease was given at this time or before. */
  readonly by: number;
  /** Order number among all notes. */
  readonly order: number;
  /** Order number of its submission, or of its loss with the process that kept it. Null if the lease expires. */
  closed: number | null;
}

/** The observations from outside during a run. The checks compare them with the database afterwards. */
export class Facts {
  readonly #now: () => number;
  #noted = 0;
  /** Hash of every event that a client received, by match and number. */
  readonly told = new Map<string, Map<number, string>>();
  /** Order numbers of the first and the last new event of each match that a client received. */
  readonly talks = new Map<string, Talk>();
  /** Final hash of every match whose end a client received. */
  readonly finished = new Map<string, string>();
  /** Number of different events that clients received. */
  events = 0;
  readonly aborted = new Set<string>();
  readonly aborts: AbortFact[] = [];
  /** The header of every match that a player received. */
  readonly shown = new Map<string, Header>();
  readonly showings: Showing[] = [];
  readonly orphans: Orphan[] = [];
  /** Matches that began by a seek whose withdrawal a player had been answered. */
  readonly revived: string[] = [];
  /** Every receipt that a client received, by match. */
  readonly receipts = new Map<string, Receipt[]>();
  /** Every event that a player signed, by match and hash. */
  readonly signed = new Map<string, Map<string, SignedEvent>>();
  /** Matches in which a client received dice. The server must not abort them any more. */
  readonly begun = new Set<string>();
  /** Faults that clients found. */
  readonly complaints: string[] = [];
  readonly faults: FaultFact[] = [];
  /** Intervals without a running server, from an end to the next start. They include clock changes in between. */
  readonly down: NotedStretch[] = [];
  /** Intervals that were skipped when the clock of a running service was set forward. */
  readonly jumps: Stretch[] = [];
  /** Intervals in which each key was connected and identified. */
  readonly present = new Map<string, NotedStretch[]>();
  readonly leases: LeaseFact[] = [];
  /** The states of the players when the run stopped waiting for them. */
  readonly unfinished: string[] = [];
  /** Servers that ended unexpectedly, with the end of their output. */
  readonly strays: string[] = [];
  /** Exit codes of servers that were asked to end. */
  readonly exits: (number | null)[] = [];
  readonly output: string[] = [];
  /** Errors of servers that failed to start. */
  readonly refusals: string[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  /** Returns the next order number. Times do not give the order, because the clock is changed during a run. */
  nextOrder(): number {
    this.#noted += 1;
    return this.#noted;
  }

  event(match: string, event: MatchEvent): void {
    const told = this.told.get(match) ?? new Map<number, string>();
    this.told.set(match, told);
    if (event.type === 'dice') this.begun.add(match);
    const hash = eventHash(event);
    const before = told.get(event.n);
    if (before === undefined) {
      this.events += 1;
      told.set(event.n, hash);
      const last = this.nextOrder();
      this.talks.set(match, { first: this.talks.get(match)?.first ?? last, last });
    } else if (before !== hash) this.complain(`event ${event.n} of ${match} was told in two versions`);
  }

  end(match: string, finalHash: string): void {
    const before = this.finished.get(match);
    if (before !== undefined && before !== finalHash) this.complain(`the end of ${match} was told in two versions`);
    this.finished.set(match, finalHash);
  }

  show(header: Header, pub: string): void {
    const match = header.id;
    this.shown.set(match, header);
    if (this.showings.some((one) => one.match === match && one.pub === pub)) return;
    this.showings.push({ match, pub, atMs: performance.now() });
  }

  receipt(match: string, receipt: Receipt): void {
    this.receipts.set(match, [...(this.receipts.get(match) ?? []), receipt]);
  }

  sign(match: string, event: SignedEvent): void {
    const signed = this.signed.get(match) ?? new Map<string, SignedEvent>();
    this.signed.set(match, signed.set(sentHash(event), event));
  }

  abort(fact: AbortFact): void {
    this.aborts.push(fact);
  }

  complain(fault: string): void {
    this.complaints.push(fault);
  }

  /** Notes the beginning of a fault. The returned function notes its end. */
  fault(kind: FaultKind): () => void {
    const fact = { kind, ...this.#open() };
    this.faults.push(fact);
    return () => this.#close(fact);
  }

  /** Notes that no server runs. The returned function notes that one runs again. */
  goDown(): () => void {
    const fact = this.#open();
    this.down.push(fact);
    return () => this.#close(fact);
  }

  arrive(pub: string): () => void {
    const fact = this.#open();
    this.present.set(pub, [...(this.present.get(pub) ?? []), fact]);
    return () => this.#close(fact);
  }

  #open(): NotedStretch {
    const open = { to: Number.POSITIVE_INFINITY, ended: Number.POSITIVE_INFINITY, endedMs: Number.POSITIVE_INFINITY };
    return { ...open, from: this.now(), begun: this.nextOrder(), begunMs: performance.now() };
  }

  #close(stretch: NotedStretch): void {
    if (stretch.ended !== Number.POSITIVE_INFINITY) return;
    stretch.to = this.now();
    stretch.ended = this.nextOrder();
    stretch.endedMs = performance.now();
  }
}
