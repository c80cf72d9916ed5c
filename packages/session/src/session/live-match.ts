import type { Reaction, ServerMessage, ServerMessageOf } from '@anchor/wire';
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type ClockReading, type Ledger, mayBeAway, type SignedEvent, type Transcript } from 'bg-record';
import type { Player } from 'bg-rules';
import type { ConnectionStatus, Outgoing } from '../connection/connection.ts';
import type { ServerTime } from '../connection/server-time.ts';
import type { LogViews } from '../log/log-views.ts';
import { type CodedFailure, coded, type EvidentFailure } from '../platform/failure.ts';
import type { After, Clocks } from '../platform/ports.ts';
import type { EvidenceFile } from '../stores/evidence.ts';
import { ActionSender, type Trigger } from './action-sender.ts';
import { isAbout } from './answers.ts';
import { ChargeWatch, OVERCHARGE_MS } from './charges.ts';
import { type GuardFailure, guardFailure } from './guard.ts';
import { MatchEnd } from './match-end.ts';
import { type EvidencePorts, MatchEvidence } from './match-evidence.ts';
import type { MatchSigner } from './match-signer.ts';
import type { MatchStore } from './match-store.ts';
import {
  INITIAL_STATE,
  type LedgerView,
  ledgerView,
  matchView,
  type SessionState,
  withReaction,
  withSeat,
} from './match-view.ts';
import { Receipts } from './receipts.ts';
import { REFUNDS_MS, RefundWatch } from './refunds.ts';
import { SilenceWatch, TRIALS, type Trials } from './silence.ts';
import type { Decision, MatchSession, MatchView, SessionNotice } from './types.ts';
import { type Step, VerifiedHistory } from './verified-history.ts';

type Pong = ServerMessageOf<'pong'>;

/** The messages that belong to one match. */
export type MatchMessage = Extract<ServerMessage, { match: string }> | ServerMessageOf<'match'> | Pong;

export interface SessionPorts {
  readonly send: (message: Outgoing & { readonly id?: string }) => boolean;
  readonly time: Pick<ServerTime, 'now'>;
  readonly clocks: Clocks;
  readonly after: After;
  readonly status: ReadonlySignal<ConnectionStatus>;
  readonly store: MatchStore;
  /** Saves data of this device as a file for the player. */
  readonly save: (name: string, content: Transcript | EvidenceFile) => void;
  /** Makes the browser download this path. */
  readonly saveFrom: (path: string) => void;
  readonly useHere: () => void;
  /** Opens a new connection in place of the present one. */
  readonly reconnect: () => void;
  /** Asks for another match on the same terms. Resolves to the reason for a refusal, or null. */
  readonly rematch: (ledger: Ledger, seat: Player) => Promise<CodedFailure | null>;
  /** Asks the server to call a match off. Resolves to the reason for a refusal, or null. */
  readonly callOff: (match: string) => Promise<CodedFailure | null>;
  readonly explain: EvidencePorts['explain'];
  /** The views of the public log in the commits. */
  readonly views: Pick<LogViews, 'own' | 'compare'>;
}

/** The interval at which a player's page asks the server to sign its history. */
const PING_MS = 5_000;

/** The page says nothing about a shorter gap in the service. */
const LEAST_GAP_MS = 1_000;

/** The page warns when asides have displaced one decision so often. */
const DISPLACED_TIMES = 3;

/** Not a contradiction while another tab is playing: the server's history is only behind. */
const BEHIND: ReadonlySet<string> = new Set(['history-shorter']);
/** Nothing was signed, and the server has done nothing wrong. */
const HARMLESS: ReadonlySet<string> = new Set(['history-shorter', 'marked-otherwise', 'only-roll']);

const DECISIONS: readonly Decision['type'][] = [
  'roll',
  'play',
  'double',
  'take',
  'pass',
  'beaver',
  'resign',
  'accept',
  'decline',
];

/**
 * One match in this page. Messages and commands are handled one at a time. An event is verified before it is shown or
 * signed, and the first fault stops the session for good.
 */
export class LiveMatch implements MatchSession {
  readonly view: ReadonlySignal<MatchView>;
  readonly seat: Player | null;
  readonly #ports: SessionPorts;
  readonly #history: VerifiedHistory;
  readonly #sender: ActionSender | null;
  readonly #receipts = new Receipts();
  readonly #charges: ChargeWatch | null;
  readonly #refunds = new RefundWatch();
  readonly #silence: SilenceWatch;
  readonly #state = signal<SessionState>(INITIAL_STATE);
  readonly #ledgerView: Signal<LedgerView>;
  readonly #end: MatchEnd;
  readonly #evidence: MatchEvidence;
  #last: Promise<void> = Promise.resolve();
  #pings = 0;
  /** The pings that are unanswered on this connection, by id, with the event that each of them has. */
  readonly #asked = new Map<string, SignedEvent | null>();
  /** The numbers of the commits whose views were compared last. */
  #compared = '';
  /** The overcharge of which the player has been warned. */
  #warnedMs = 0;
  /** The time given back of which the player has been warned. */
  #warnedRefundsMs = 0;
  /** The state of a silent server that the page last showed. */
  #shownTrials: Trials | null = null;
  /** True if the evidence of an overcharge was stored with the forfeit by which the player lost. */
  #isLossKept = false;
  /** True if the evidence of the present decision's displacement was stored. */
  #isDisplacementKept = false;
  #wasSuperseded = false;
  /** True if the server has shown the history on this connection. A history from before may be behind another tab. */
  #isShown = false;
  #isTicking = false;
  /** True once this page no longer follows the match. */
  #hasLeft = false;
  #stopTicking: () => void = () => {};
  readonly #stopFollowing: () => void;

  /**
   * @param ledger an empty ledger, which the `match` message fills
   * @param signer null for a watcher
   */
  constructor(ledger: Ledger, signer: MatchSigner | null, ports: SessionPorts) {
    this.#ports = ports;
    this.seat = signer?.player ?? null;
    const charges = signer && new ChargeWatch(signer.player, ports.clocks);
    this.#charges = charges;
    this.#silence = new SilenceWatch(ports.clocks);
    const [receipts, refunds] = [this.#receipts, this.#refunds];
    const own = signer && charges && { seat: signer.player, store: ports.store, receipts, charges, refunds };
    this.#history = new VerifiedHistory(ledger, own);
    this.#end = new MatchEnd(this.#history, this.seat);
    this.#evidence = new MatchEvidence(
      { history: this.#history, end: this.#end, receipts, seat: this.seat },
      { clocks: ports.clocks, store: ports.store, explain: ports.explain, sync: (from) => this.#syncFrom(from) },
    );
    const covers = (n: number) => receipts.covers(n);
    const isAwake = () => charges?.isAwake ?? false;
    this.#sender = signer && new ActionSender(signer, (event) => this.#send(event), { covers, isAwake });
    this.#ledgerView = signal(ledgerView(ledger));
    this.view = computed(() => matchView(this.#ledgerView.value, this.seat, this.#state.value, ports.status.value));
    this.#stopFollowing = effect(() => this.#onStatusChange(ports.status.value));
  }

  /** Handles a message of this match. Resolves when the message and its consequences are handled. */
  receive(message: MatchMessage): Promise<void> {
    return this.#enqueue(() => this.#handle(message));
  }

  /** Stops the session before it signs anything, for instance because its terms differ from those requested. */
  refuse(failure: EvidentFailure, transcript: Transcript): Promise<void> {
    return this.#enqueue(() => this.#halt(failure, [transcript]));
  }

  setNotice(notice: SessionNotice): void {
    this.#setState({ notice });
  }

  /** Resolves when all earlier calls are handled. */
  idle(): Promise<void> {
    return this.#last;
  }

  now(): number {
    return this.#ports.time.now();
  }

  clock(): ClockReading | null {
    return this.#history.ledger.clock(this.now());
  }

  decide(decision: Decision): void {
    void this.#enqueue(async () => {
      if (!this.view.peek().options.actions.includes(decision.type)) return;
      await this.#handleFault(await this.#sender?.decide(this.#history.ledger, decision), HARMLESS);
    });
  }

  claim(): void {
    void this.#enqueue(async () => {
      if (!this.#isLive) return;
      await this.#handleFault(await this.#sender?.claim(this.#history.ledger), HARMLESS);
    });
  }

  takeHoliday(days: number): void {
    void this.#enqueue(async () => {
      if (!this.#isLive) return;
      await this.#handleFault(await this.#sender?.takeHoliday(this.#history.ledger, days), HARMLESS);
    });
  }

  react(reaction: Reaction): void {
    if (this.seat !== null) this.#ports.send({ type: 'react', match: this.#id, reaction });
  }

  rematch(): void {
    if (this.seat === null || this.#history.ledger.state.result === null) return;
    this.#setState({ rematch: withSeat(this.#state.peek().rematch, this.seat, true), notice: null });
    void this.#ports.rematch(this.#history.ledger, this.seat).then((failure) => {
      if (failure) this.#setState({ rematch: [false, false], notice: { kind: 'refused', failure } });
    });
  }

  callOff(): void {
    if (this.seat === null || !this.#isLive) return;
    this.#end.calledOff();
    this.#evidence.note('called off');
    void this.#ports.callOff(this.#id).then((failure) => {
      if (failure && this.#isLive) this.#setState({ notice: { kind: 'refused', failure } });
    });
  }

  useHere(): void {
    this.#ports.useHere();
  }

  playHere(): void {
    this.#sender?.takeSeat();
    void this.#enqueue(() => this.#signWhatIsDue('grown'));
  }

  goOn(): void {
    this.#setState({ warning: null });
  }

  stop(): void {
    void this.#enqueue(async () => {
      const { kind } = this.#state.peek().warning ?? { kind: 'overcharged' };
      await this.#halt(guardFailure(kind), [this.#history.transcript]);
      this.download();
    });
  }

  /**
   * True if nothing that this device has signed is still on its way, and nothing has to be shown to the player. After a lost connection
   * the next session of the match sends such an event again.
   */
  get isQuiet(): boolean {
    const isOnItsWay = this.#sender?.inFlight != null && this.#ports.status.peek() === 'online' && this.#isShown;
    return !isOnItsWay && !this.isTryingConnections && this.#state.peek().halted === null;
  }

  /** True from when the server is silent about what this device has signed until it answers: then the page tries new connections. */
  get isTryingConnections(): boolean {
    return this.#silence.trials !== null;
  }

  /** The reason why this page cannot answer without the player in this match. Null if it can. */
  get obstacle(): 'stopped' | 'silent' | 'elsewhere' | null {
    if (this.#state.peek().halted) return 'stopped';
    if (this.#silence.trials?.tried === TRIALS) return 'silent';
    return this.#sender?.device === 'elsewhere' ? 'elsewhere' : null;
  }

  leave(): void {
    if (this.seat !== null && !mayBeAway(this.#history.ledger.header)) return;
    this.#stopTicking();
    this.#hasLeft = true;
    this.#stopFollowing();
    this.#ports.send({ type: 'unwatch', match: this.#id });
  }

  download(): void {
    const { outcome, halted } = this.#state.peek();
    if (halted) this.saveEvidence();
    else if (outcome?.kind === 'finished') this.#ports.saveFrom(outcome.record);
    else this.#ports.save(`${this.#id}.json`, this.#history.transcript);
  }

  saveEvidence(): void {
    void this.#enqueue(async () => {
      this.#ports.save(`${this.#id}-evidence.json`, await this.#evidence.forPlayer());
    });
  }

  dismissNotice(): void {
    this.#sender?.forgetRefusal();
    this.#setState({ notice: null, refused: null });
  }

  get #id(): string {
    return this.#history.ledger.header.id;
  }

  get #isLive(): boolean {
    const { halted, outcome } = this.#state.peek();
    return !halted && !outcome && this.#history.ledger.state.result === null;
  }

  /** Sends an event followed by a ping, so that a delay affects both. The ping has the event too, and asks what has become of it. */
  #send(event: SignedEvent): void {
    this.#evidence.note(`sent ${event.type} ${event.n}`);
    this.#ports.send({ type: 'act', match: this.#id, event: { ...event } });
    this.#charges?.sent(this.#ping(event));
  }

  /** @param event the event in flight */
  #ping(event = this.#sender?.inFlight ?? null): string {
    this.#pings += 1;
    const id = `p${this.#pings}`;
    this.#asked.set(id, event);
    this.#charges?.pinged(id);
    this.#ports.send({ type: 'ping', match: this.#id, ...(event && { event: { ...event } }), id });
    return id;
  }

  #setState(news: Partial<SessionState>): void {
    this.#state.value = { ...this.#state.peek(), ...news };
  }

  #onStatusChange(status: ConnectionStatus): void {
    this.#evidence.note(`connection ${status}`);
    if (status === 'superseded') this.#wasSuperseded = true;
    if (status === 'online') return;
    this.#isShown = false;
    this.#asked.clear();
    this.#charges?.lost();
  }

  #enqueue(task: () => Promise<void> | void): Promise<void> {
    this.#last = this.#last
      .then(task)
      .catch((error: unknown) => this.#onInternalError(error))
      .then(() => this.#publish());
    return this.#last;
  }

  /** Stops after an internal error: the page must not sign a state that it no longer understands. */
  #onInternalError(error: unknown): Promise<void> {
    console.error(error);
    return this.#halt(coded('page-fault'), [this.#history.transcript]);
  }

  #publish(): void {
    const sender = this.#sender;
    this.#ledgerView.value = ledgerView(this.#history.ledger);
    if (!sender) return;
    const { pending, refusal, device } = sender;
    const barred = DECISIONS.filter((type) => !sender.allows(type));
    this.#setState({
      pending,
      refused: refusal,
      device,
      barred,
      asideInFlight: sender.asideInFlight,
      ...this.#gap(),
      ...(sender.lostHoliday() ? { notice: { kind: 'holiday-lapsed' } as const } : {}),
      ...this.#displaced(sender.displaced),
      ...this.#overcharged(),
      ...this.#refunded(),
      ...this.#silent(sender),
    });
  }

  /** One line about a gap in the service, in which no clock ran. */
  #gap(): Partial<SessionState> {
    const ms = this.#refunds.newest();
    return ms === null || ms < LEAST_GAP_MS ? {} : { notice: { kind: 'gap', ms } };
  }

  #refunded(): Partial<SessionState> {
    const { sumMs } = this.#refunds;
    if (sumMs <= this.#warnedRefundsMs + REFUNDS_MS) return {};
    this.#warnedRefundsMs = sumMs;
    void this.#evidence.keep(guardFailure('refunded'), [this.#history.transcript]);
    return { warning: { kind: 'refunded', refundedMs: sumMs } };
  }

  /** Tries new connections if the server says nothing about the event in flight or a seat just taken, and shows what they got. */
  #silent({ inFlight, device }: ActionSender): Partial<SessionState> {
    const before = this.#shownTrials;
    const taking = device === 'taking' ? 'seat' : null;
    const isOnline = this.#ports.status.peek() === 'online';
    const line = { isOnline, isShown: this.#isShown };
    if (this.#silence.look(this.#isLive ? (inFlight?.sig ?? taking) : null, line)) this.#ports.reconnect();
    const { trials } = this.#silence;
    if (trials === before) return {};
    this.#shownTrials = trials;
    if (trials) this.#evidence.note(`silent: ${trials.shown} of ${trials.tried} new connections showed the match`);
    const isEnded = before?.tried !== TRIALS && !this.#isLive;
    if (isEnded || trials?.tried === TRIALS)
      void this.#evidence.keep(guardFailure('silent'), [this.#history.transcript]);
    if (trials === null) return this.#state.peek().warning?.kind === 'silent' ? { warning: null } : {};
    return { warning: { kind: 'silent', ...trials, isSeat: inFlight === null } };
  }

  #overcharged(): Partial<SessionState> {
    const { overchargedMs } = this.#charges ?? { overchargedMs: 0 };
    const { forfeit, transcript } = this.#history;
    const isLost = forfeit !== null && forfeit.overchargedMs >= OVERCHARGE_MS && !this.#isLossKept;
    const isMore = overchargedMs >= this.#warnedMs + OVERCHARGE_MS;
    if (!isLost && !(isMore && this.#isLive)) return {};
    this.#isLossKept = isLost;
    this.#warnedMs = overchargedMs;
    void this.#evidence.keep(guardFailure('overcharged'), [transcript]);
    return isLost ? {} : { warning: { kind: 'overcharged', overchargedMs } };
  }

  /** Warns once for each decision. A server that keeps its rule displaces none so often on a connection that answers within two seconds. */
  #displaced(times: number): Partial<SessionState> {
    if (times < DISPLACED_TIMES) this.#isDisplacementKept = false;
    if (times < DISPLACED_TIMES || this.#isDisplacementKept || !this.#isLive) return {};
    this.#isDisplacementKept = true;
    void this.#evidence.keep(guardFailure('displaced'), [this.#history.transcript]);
    return { warning: { kind: 'displaced', times } };
  }

  async #handle(message: MatchMessage): Promise<void> {
    if (this.#state.peek().halted) return this.#collectEvidence(message);
    // The page slept, or this is another connection.
    if (!this.#charges?.isAwake) this.#refunds.lost();
    if (message.type === 'match') await this.#loadSeen();
    const step = await this.#advance(message);
    if (step) await this.#afterHistoryChange(message, step);
    else await this.#onMessage(message);
    this.#charges?.heard();
  }

  async #afterHistoryChange(message: MatchMessage, step: Step): Promise<void> {
    if (!step.ok) return this.#halt(step.failure, step.transcripts);
    const isMore = message.type === 'events' && message.events.length > 0;
    if (this.#end.hasSignedAbortBeforeEvents)
      return this.#halt(guardFailure('aborted-differs'), [this.#history.transcript]);
    this.#reviveAfter(message);
    this.#compareViews();
    if (step.gap || (isMore && this.#history.ledger.length < message.length)) return this.#sync();
    if (message.type === 'match') this.#isShown = true;
    await this.#signWhatIsDue(
      message.type === 'match' ? 'reconnected' : 'grown',
      message.type === 'event' ? BEHIND : undefined,
    );
    if (message.type === 'match') await this.#onWholeHistory(message);
  }

  /** Compares the views of the other parties once all have committed, and again after new chains. A fork stops no match. */
  #compareViews(): void {
    const { header, state } = this.#history.ledger;
    const commits = state.commitments.map((commitment) => commitment?.n ?? '').join();
    if (this.seat === null || !header.log || state.commitsDue.length > 0 || commits === this.#compared) return;
    this.#compared = commits;
    void this.#ports.views.compare(this.#history.transcript, this.seat);
  }

  /** A match that was called off without a signature and then continues was not called off. */
  #reviveAfter({ type }: MatchMessage): void {
    const { outcome } = this.#state.peek();
    if (outcome?.kind !== 'aborted' || outcome.isSigned) return;
    if (type !== 'match' && this.#end.isUnchangedSinceAbort) return;
    this.#setState({ outcome: null });
    if (this.seat !== null && !this.#isTicking) this.#tickLater();
  }

  /** Loads what an earlier page knew of this match, before this page judges anything. */
  async #loadSeen(): Promise<void> {
    if (this.#history.ledger.length > 0 || this.seat === null) return;
    const seen = await this.#ports.store.seen(this.#id).catch(() => null);
    if (!seen) return;
    this.#receipts.restore(seen.receipts);
    this.#charges?.restore(seen.charges);
    this.#refunds.restore(seen.refundedMs);
    this.#warnedRefundsMs = this.#refunds.sumMs > REFUNDS_MS ? this.#refunds.sumMs : 0;
    this.#warnedMs = seen.charges.overchargedMs;
    this.#end.restore(seen.aborted);
  }

  /** Call this when the whole history has been shown. From now on live events are judged. */
  async #onWholeHistory({ receipt }: ServerMessageOf<'match'>): Promise<void> {
    if (receipt) await this.#checkReceipt(receipt, null);
    if (this.#wasSuperseded) this.#sender?.takeSeat();
    this.#wasSuperseded = false;
    await this.#signWhatIsDue('grown');
    if (this.seat === null || !this.#isLive) return;
    this.#ping();
    if (!this.#isTicking) this.#tickLater();
  }

  #tickLater(): void {
    this.#isTicking = true;
    if (!this.#hasLeft) this.#stopTicking = this.#ports.after(PING_MS, () => this.tick());
  }

  /** Runs every few seconds while the match continues. It asks for a receipt and resends lost events. */
  tick(): Promise<void> {
    return this.#enqueue(async () => {
      this.#stopTicking();
      if (!this.#isLive) {
        this.#isTicking = false;
        return;
      }
      this.#charges?.heard();
      if (this.#ports.status.peek() === 'online') {
        this.#ping();
        await this.#signWhatIsDue('retry');
      }
      await this.#saveSeen();
      this.#tickLater();
    });
  }

  #saveSeen(): Promise<void> {
    if (!this.#charges) return Promise.resolve();
    const seen = {
      match: this.#id,
      receipts: this.#receipts.stored,
      charges: this.#charges.stored,
      refundedMs: this.#refunds.sumMs,
      aborted: this.#end.aborted,
    };
    return this.#ports.store.saveSeen(seen).catch(() => undefined);
  }

  /** Adds the message's events to the history. Returns null if it has none. */
  #advance(message: MatchMessage): Promise<Step> | null {
    if (message.type === 'match') return this.#history.whole(message.header, message.events);
    if (message.type === 'event') return this.#history.live(message.event);
    if (message.type !== 'events') return null;
    return this.#history.addHistory(message.events, message.events[0]?.n ?? this.#history.ledger.length);
  }

  async #signWhatIsDue(trigger: Trigger, harmless?: ReadonlySet<string>): Promise<void> {
    const sender = this.#sender;
    if (!sender || !this.#isShown || this.#ports.status.peek() === 'superseded' || this.#state.peek().halted) return;
    const { ledger } = this.#history;
    await this.#handleFault(await sender.signWhatIsDue(ledger, trigger), harmless);
  }

  /** Stops on a fault of the server. If the server may only be behind another tab, asks again instead. */
  async #handleFault(fault: GuardFailure | null | undefined, harmless?: ReadonlySet<string>): Promise<void> {
    if (!fault) return;
    if (harmless?.has(fault.code)) this.#sync();
    else await this.#halt(fault, [this.#history.transcript]);
  }

  #sync(): void {
    this.#syncFrom(this.#history.ledger.length);
  }

  #syncFrom(from: number): void {
    this.#ports.send({ type: 'sync', match: this.#id, from });
  }

  async #onMessage(message: MatchMessage): Promise<void> {
    const { presence, rematch, reactions } = this.#state.peek();
    if (message.type === 'pong') await this.#ponged(message);
    else if (message.type === 'finished') await this.#finished(message);
    else if (message.type === 'aborted') await this.#abort(message);
    else if (message.type === 'presence') {
      const { seat, online, abandonAt = null } = message;
      this.#setState({ presence: withSeat(presence, seat, { online, abandonAt }) });
    } else if (message.type === 'watchers') this.#setState({ watchers: message.count });
    else if (message.type === 'rejected') {
      this.#evidence.note(`rejected ${message.n} ${message.code}`);
      this.#sender?.refused(message.n, { ok: false, code: message.code, message: message.message });
      this.#sync();
    } else if (message.type === 'rematch-offered') this.#setState({ rematch: withSeat(rematch, message.by, true) });
    else if (message.type === 'reacted') this.#setState({ reactions: withReaction(reactions, message) });
  }

  async #ponged({ id, receipt }: Pong): Promise<void> {
    const ping = typeof id === 'string' ? id : '';
    const event = this.#asked.get(ping) ?? null;
    this.#asked.delete(ping);
    this.#charges?.ponged(ping);
    if (receipt) await this.#checkReceipt(receipt, event);
    if (this.#sender?.device === 'taking') await this.#signWhatIsDue('grown');
  }

  /** @param event the event in the ping that this receipt answers, or null */
  async #checkReceipt(receipt: NonNullable<Pong['receipt']>, event: SignedEvent | null): Promise<void> {
    const { answers, early } = this.#receipts.stored;
    const fault = await this.#receipts.take(receipt, event, this.#history.ledger);
    const { sumMs } = this.#refunds;
    if (!fault) this.#refunds.receipt(receipt.now);
    // The next event may contradict this receipt, and a reloaded page must know the receipt then.
    const { stored } = this.#receipts;
    if (stored.answers !== answers || stored.early !== early || this.#refunds.sumMs > sumMs) await this.#saveSeen();
    if (fault) return this.#halt(fault, [this.#history.transcript]);
    if (event === null || !isAbout(event, receipt)) return;
    this.#silence.answered();
    // The server has decided it, so this page's history is behind.
    if (this.#sender?.inFlight?.sig === event.sig) this.#sync();
  }

  async #finished(message: ServerMessageOf<'finished'>): Promise<void> {
    const outcome = this.#end.finish(message);
    // Events are missing: they come with the answer to `sync`, followed by this message again.
    if (!outcome) return this.#sync();
    if ('ok' in outcome) return this.#halt(outcome, [this.#history.transcript]);
    if (this.#receipts.isAhead) return this.#halt(guardFailure('receipt-differs'), [this.#history.transcript]);
    this.#setState({ outcome });
    await this.#saveSeen();
  }

  /**
   * A match may be called off until its first roll is accepted. A device that has signed a roll keeps the transcript.
   * If the match continues afterwards, the page stops if the server had signed the abort, and goes on if it had not.
   */
  async #abort(message: ServerMessageOf<'aborted'>): Promise<void> {
    const fault = await this.#end.abort(message);
    if (fault) return this.#halt(fault, [this.#history.transcript]);
    const { ledger } = this.#history;
    // Before the opponent has committed, an own roll is nothing that the server could have wanted to undo.
    const isBeforeOther = ledger.header.firstChain !== undefined && ledger.state.commitments[1] === null;
    const hasSignedRoll = this.seat !== null && (await this.#ports.store.signed(this.#id)).rolledAt !== null;
    const kept = hasSignedRoll && !isBeforeOther;
    if (kept) await this.#evidence.keep(guardFailure('aborted-roll'), [this.#history.transcript]);
    this.#setState({ outcome: this.#end.abortedOutcome(message.reason, kept) });
    await this.#saveSeen();
  }

  async #halt(failure: EvidentFailure, transcripts: readonly Transcript[]): Promise<void> {
    const { code, message } = failure;
    this.#evidence.note(`halted ${code}`);
    this.#setState({
      halted: { code, ...(message !== undefined && { message }), transcripts: transcripts.length > 1 ? 2 : 1 },
    });
    await this.#evidence.keepHalt(failure, transcripts);
  }

  /** After a halt the page believes nothing, but collects a second history as evidence. */
  async #collectEvidence(message: MatchMessage): Promise<void> {
    if (!(await this.#evidence.collect(message))) return;
    const { halted } = this.#state.peek();
    this.#setState({ halted: halted && { ...halted, transcripts: 2 } });
  }
}
