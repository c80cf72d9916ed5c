import type { Reaction, ServerMessage, ServerMessageOf } from '@anchor/wire';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ClockReading, Header, Ledger, SignedEvent, Transcript } from 'bg-record';
import type { Failure, Player } from 'bg-rules';
import { troubleText } from '../strings/troubles.ts';
import { Chronicle, type Step } from './chronicle.ts';
import type { Outgoing } from './connection.ts';
import { guardFailure } from './guard.ts';
import type { Hand } from './hand.ts';
import type { MatchStore } from './match-store.ts';
import {
  type LedgerView,
  ledgerView,
  matchView,
  NO_NEWS,
  type SessionNews,
  withReaction,
  withSeat,
} from './match-view.ts';
import { Pilot } from './pilot.ts';
import type { Arrival, ServerTime } from './server-time.ts';
import type { ConnectionStatus, Decision, MatchSession, MatchView } from './types.ts';

/** The messages that belong to one match. */
export type MatchMessage = Extract<ServerMessage, { match: string }> | ServerMessageOf<'match'>;

export interface SessionPorts {
  readonly send: (message: Outgoing) => boolean;
  readonly time: Pick<ServerTime, 'now' | 'arrival'>;
  readonly status: ReadonlySignal<ConnectionStatus>;
  readonly store: MatchStore;
  /** Gives a transcript to the player as a file. */
  readonly save: (name: string, transcript: Transcript) => void;
  /** Lets the browser download what is under this path. */
  readonly saveFrom: (path: string) => void;
  readonly useHere: () => void;
  /** Asks for another match on the same terms; the answer is why that cannot be, or null. */
  readonly rematch: (header: Header, seat: Player) => Promise<string | null>;
}

/**
 * One match in this page. Everything that arrives or is asked for is done one after the other: an event is verified
 * before anything is shown or signed, and the first thing that is wrong stops the session for good.
 */
export class LiveMatch implements MatchSession {
  readonly view: ReadonlySignal<MatchView>;
  readonly seat: Player | null;
  readonly #ports: SessionPorts;
  readonly #chronicle: Chronicle;
  readonly #pilot: Pilot | null;
  readonly #news = signal<SessionNews>(NO_NEWS);
  readonly #ledgerView: Signal<LedgerView>;
  #evidence: readonly Transcript[] = [];
  #last: Promise<void> = Promise.resolve();

  /**
   * @param ledger an empty ledger; the `match` message fills it
   * @param hand null for who watches
   */
  constructor(ledger: Ledger, hand: Hand | null, ports: SessionPorts) {
    this.#ports = ports;
    this.seat = hand?.player ?? null;
    this.#chronicle = new Chronicle(ledger, hand && ports.store);
    this.#pilot = hand && new Pilot(hand, (event) => this.#send(event));
    this.#ledgerView = signal(ledgerView(ledger));
    this.view = computed(() => matchView(this.#ledgerView.value, this.seat, this.#news.value, ports.status.value));
  }

  /** Takes a message of this match; resolves when it and what follows from it is done. */
  receive(message: MatchMessage, arrival = this.#ports.time.arrival()): Promise<void> {
    return this.#enqueue(() => this.#handle(message, arrival));
  }

  /** Stops the session before it signs anything, for instance because its terms are not those asked for. */
  refuse(failure: Failure, transcript: Transcript): Promise<void> {
    return this.#enqueue(() => this.#halt(failure, [transcript]));
  }

  tell(notice: string): void {
    this.#tell({ notice });
  }

  now(): number {
    return this.#ports.time.now();
  }

  clock(): ClockReading | null {
    return this.#chronicle.ledger.clock(this.now());
  }

  decide(decision: Decision): void {
    void this.#enqueue(async () => {
      if (!this.view.peek().options.actions.includes(decision.type)) return;
      const fault = await this.#pilot?.act(this.#chronicle.ledger, decision);
      if (fault) await this.#halt(fault, [this.#chronicle.transcript]);
    });
  }

  react(reaction: Reaction): void {
    if (this.seat !== null) this.#ports.send({ type: 'react', match: this.#id, reaction });
  }

  rematch(): void {
    if (this.seat === null) return;
    this.#tell({ rematch: withSeat(this.#news.peek().rematch, this.seat, true), notice: null });
    void this.#ports.rematch(this.#chronicle.ledger.header, this.seat).then((notice) => {
      if (notice) this.#tell({ rematch: [false, false], notice });
    });
  }

  useHere(): void {
    this.#ports.useHere();
  }

  leave(): void {
    if (this.seat === null) this.#ports.send({ type: 'unwatch', match: this.#id });
  }

  download(): void {
    const { outcome, halted } = this.#news.peek();
    if (outcome?.kind === 'finished' && !halted) this.#ports.saveFrom(outcome.record);
    else this.#saveTranscripts(halted ? this.#evidence : [this.#chronicle.transcript]);
  }

  #saveTranscripts(transcripts: readonly Transcript[]): void {
    for (const [i, transcript] of transcripts.entries()) this.#ports.save(`${this.#id}-${i + 1}.json`, transcript);
  }

  dismissNotice(): void {
    this.#pilot?.forgetRefusal();
    this.#tell({ notice: null, refused: null });
  }

  get #id(): string {
    return this.#chronicle.ledger.header.id;
  }

  #send(event: SignedEvent): void {
    this.#ports.send({ type: 'act', match: this.#id, event: { ...event } });
  }

  #tell(news: Partial<SessionNews>): void {
    this.#news.value = { ...this.#news.peek(), ...news };
  }

  #enqueue(task: () => Promise<void> | void): Promise<void> {
    this.#last = this.#last
      .then(task)
      .catch((error: unknown) => this.#broke(error))
      .then(() => this.#publish());
    return this.#last;
  }

  /** A mistake of this page's own: it must not sign on a state that it no longer understands. */
  #broke(error: unknown): Promise<void> {
    console.error(error);
    const message = 'This page made a mistake and signs nothing more in this match. Reload it to go on.';
    return this.#halt({ ok: false, code: 'page-fault', message }, [this.#chronicle.transcript]);
  }

  #publish(): void {
    this.#ledgerView.value = ledgerView(this.#chronicle.ledger);
    this.#tell({ pending: this.#pilot?.pending ?? null, refused: this.#pilot?.refusal ?? null });
  }

  async #handle(message: MatchMessage, arrival: Arrival): Promise<void> {
    if (this.#news.peek().halted) return this.#gather(message);
    if (message.type === 'finished') return this.#finished(message);
    const step = await this.#advance(message, arrival);
    if (!step) return this.#hear(message);
    if (!step.ok) return this.#halt(step.failure, step.transcripts);
    if (step.gap) return this.#sync();
    return this.#settle(message.type === 'match');
  }

  /** Lets the history grow by what the message tells; null when it tells no history. */
  #advance(message: MatchMessage, arrival: Arrival): Promise<Step> | null {
    if (message.type === 'match') return this.#chronicle.whole(message.header, message.events, arrival);
    if (message.type === 'event') return this.#chronicle.live(message.event, arrival);
    if (message.type !== 'events') return null;
    return this.#chronicle.told(message.events, message.events[0]?.n ?? this.#chronicle.ledger.length, arrival);
  }

  async #settle(reconnected: boolean): Promise<void> {
    const fault = await this.#pilot?.settle(this.#chronicle.ledger, reconnected);
    if (fault) await this.#halt(fault, [this.#chronicle.transcript]);
  }

  #sync(): void {
    this.#ports.send({ type: 'sync', match: this.#id, from: this.#chronicle.ledger.length });
  }

  #hear(message: MatchMessage): void {
    const { presence, rematch, reactions } = this.#news.peek();
    if (message.type === 'presence') {
      const { seat, online, abandonAt = null } = message;
      this.#tell({ presence: withSeat(presence, seat, { online, abandonAt }) });
    } else if (message.type === 'rejected') {
      this.#pilot?.refused(message.n, troubleText(message));
      this.#sync();
    } else if (message.type === 'rematch-offered') this.#tell({ rematch: withSeat(rematch, message.by, true) });
    else if (message.type === 'reacted') this.#tell({ reactions: withReaction(reactions, message) });
    else if (message.type === 'aborted') this.#tell({ outcome: { kind: 'aborted', reason: message.reason } });
  }

  /** The end as the server announces it must be the end that the events give. */
  async #finished({ result, record, finalHash, ratings }: ServerMessageOf<'finished'>): Promise<void> {
    const { ledger, transcript } = this.#chronicle;
    const reached = ledger.state.result;
    // Events are missing: they come with the answer, and this message once more after them.
    if (!reached) return this.#sync();
    const same = reached.winner === result.winner && reached.score.join() === result.score.join();
    if (!same || reached.reason !== result.reason || finalHash !== ledger.head)
      return this.#halt(guardFailure('wrong-end'), [transcript]);
    this.#tell({ outcome: { kind: 'finished', result, record, finalHash, ratings } });
  }

  async #halt({ code, message }: Failure, transcripts: readonly Transcript[]): Promise<void> {
    this.#evidence = transcripts;
    this.#tell({ halted: { code, sentence: message, transcripts: transcripts.length > 1 ? 2 : 1 } });
    if (this.seat !== null) await this.#ports.store.addEvidence(this.#id, transcripts).catch(() => undefined);
    // An event that does not follow may belong to a second history: ask for all of it.
    if (code === 'wrong-prev') this.#ports.send({ type: 'sync', match: this.#id, from: 0 });
  }

  /** After a halt nothing is believed, but a second history is still taken as evidence. */
  async #gather(message: MatchMessage): Promise<void> {
    if (message.type !== 'events' || message.events[0]?.n !== 0 || this.#evidence.length > 1) return;
    const other = { header: this.#chronicle.ledger.header, events: message.events };
    this.#evidence = [this.#chronicle.transcript, other];
    const { halted } = this.#news.peek();
    this.#tell({ halted: halted && { ...halted, transcripts: 2 } });
    await this.#ports.store.addEvidence(this.#id, [other]).catch(() => undefined);
  }
}
