import { type Aborted, eventHash, type Header, type MatchEvent, type Receipt } from 'bg-record';
import type { FaultKind } from './plan.ts';

/** A stretch of the servers' own time. */
export interface Stretch {
  readonly from: number;
  to: number;
}

/** One that has its place among all that was noted: a clock that is set back shows the same times again. */
export interface NotedStretch extends Stretch {
  /** Where its beginning and its end come. */
  readonly begun: number;
  ended: number;
}

/** From the first to the last that was told of a match, by the order of all that was noted. */
interface Talk {
  readonly first: number;
  readonly last: number;
}

export interface FaultFact extends NotedStretch {
  readonly kind: FaultKind;
}

/** A match as a client was shown it for the first time. */
export interface ShownMatch {
  readonly header: Header;
  /** Where that comes in the order of all that was noted. */
  readonly order: number;
}

/** How a client learnt that a match was aborted, on a connection on which it had been shown that match. */
export interface AbortFact {
  readonly match: string;
  readonly pub: string;
  /** False if the client had to ask what had become of the match. */
  readonly isTold: boolean;
  readonly proof: Aborted | null;
  /** Where that comes in the order of all that was noted. */
  readonly order: number;
}

/** Jobs that a worker was given, by the servers' time. */
export interface LeaseFact {
  readonly token: string;
  readonly key: string;
  /** It cannot have been given before. */
  readonly from: number;
  /** It had been given by then. */
  readonly by: number;
  /** Where that comes in the order of all that was noted. */
  readonly order: number;
  /** Where it comes that this was handed in, or lost together with the process that kept it; null: it runs out by itself. */
  closed: number | null;
}

/** What was seen from outside during a run; the checks compare it with what is stored afterwards. */
export class Facts {
  readonly #now: () => number;
  #noted = 0;
  /** Hash of every event that anybody was told of, by match and number. */
  readonly told = new Map<string, Map<number, string>>();
  /** Where it comes that anybody was told something new of a match: for the first and for the last time. */
  readonly talks = new Map<string, Talk>();
  /** Final hash of every match that somebody was told the end of. */
  readonly finished = new Map<string, string>();
  /** How many different events were told. */
  events = 0;
  readonly aborted = new Set<string>();
  readonly aborts: AbortFact[] = [];
  /** Every match that a player was shown. */
  readonly shown = new Map<string, ShownMatch>();
  /** Every receipt that a client got, by match. */
  readonly receipts = new Map<string, Receipt[]>();
  /** Where it comes that the network lost a frame on its way to a client. */
  readonly lostFrames: number[] = [];
  /** Matches of which somebody saw a dice: from there on they may not be aborted. */
  readonly begun = new Set<string>();
  /** What a client found wrong. */
  readonly complaints: string[] = [];
  readonly faults: FaultFact[] = [];
  /** When no server ran: from an end to the next start, with the time by which the clock was moved meanwhile. */
  readonly down: NotedStretch[] = [];
  /** By how much the clock of a running service was set forward, as the stretches that nobody lived through. */
  readonly jumps: Stretch[] = [];
  /** When each key was connected and proved. */
  readonly present = new Map<string, NotedStretch[]>();
  readonly leases: LeaseFact[] = [];
  /** How often all leases were lost. */
  leasesLost = 0;
  /** Where the players stood when they were waited for no longer. */
  readonly unfinished: string[] = [];
  /** Servers that ended without being asked to, with the end of what they said. */
  readonly strays: string[] = [];
  /** Exit codes of servers that were asked to end. */
  readonly exits: (number | null)[] = [];
  readonly output: string[] = [];
  /** What servers said that could not start. */
  readonly refusals: string[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  /** A larger number than ever before: clocks that are set say nothing of what came first. */
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

  show(header: Header): void {
    if (!this.shown.has(header.id)) this.shown.set(header.id, { header, order: this.nextOrder() });
  }

  receipt(match: string, receipt: Receipt): void {
    this.receipts.set(match, [...(this.receipts.get(match) ?? []), receipt]);
  }

  abort(fact: Omit<AbortFact, 'order'>): void {
    this.aborts.push({ ...fact, order: this.nextOrder() });
  }

  /** A frame to a client is lost now. */
  readonly loseFrame = (): void => {
    this.lostFrames.push(this.nextOrder());
  };

  complain(fault: string): void {
    this.complaints.push(fault);
  }

  /** Notes a fault that has begun; returns what notes its end. */
  fault(kind: FaultKind): () => void {
    const fact = { kind, ...this.#open() };
    this.faults.push(fact);
    return () => this.#close(fact);
  }

  /** From now on no server answers; returns what notes that one does again. */
  goDown(): () => void {
    const fact = this.#open();
    this.down.push(fact);
    return () => this.#close(fact);
  }

  /** What kept the leases is gone, and they with it. */
  loseLeases(): void {
    this.leasesLost += 1;
    for (const lease of this.leases) lease.closed ??= this.nextOrder();
  }

  arrive(pub: string): () => void {
    const fact = this.#open();
    this.present.set(pub, [...(this.present.get(pub) ?? []), fact]);
    return () => this.#close(fact);
  }

  #open(): NotedStretch {
    return { from: this.now(), to: Number.POSITIVE_INFINITY, begun: this.nextOrder(), ended: Number.POSITIVE_INFINITY };
  }

  #close(stretch: NotedStretch): void {
    if (stretch.ended !== Number.POSITIVE_INFINITY) return;
    stretch.to = this.now();
    stretch.ended = this.nextOrder();
  }
}
