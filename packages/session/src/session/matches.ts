import { matchId, type ServerMessage, type ServerMessageOf, type TurnView } from '@anchor/wire';
import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core';
import { type Header, type Ledger, type MatchEvent, mayBeAway } from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import type { Connection, KeyHolder } from '../connection/connection.ts';
import type { PinnedKey } from '../connection/pinned-key.ts';
import type { RequestCode } from '../connection/requests.ts';
import { type CodedFailure, coded, type EvidentFailure } from '../platform/failure.ts';
import type { After, Clocks } from '../platform/ports.ts';
import type { FoundRecord, UnshownRecord } from './finished-record.ts';
import type { LiveMatch, MatchMessage, SessionPorts } from './live-match.ts';
import type { MatchRequests } from './match-requests.ts';
import type { MatchStore } from './match-store.ts';
import { requestMatch } from './request-match.ts';
import { isOwed, type Turns } from './turns.ts';
import type { MatchSession } from './types.ts';

/** The code that judges and signs is loaded when the first match needs it. */
const sessionCode = () => import('./create-session.ts');

/** The number of matches that are open only to answer for the player. The server lets a connection follow eight, and the lobby takes four. */
const ANSWERED_AT_ONCE = 3;

/** Another device of the player has this much time for an answer without a decision. Then the page says that the match waits for the player. */
const OTHER_DEVICE_MS = 60_000;

/** The state of a match for a page that shows it. */
export type MatchHandle =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly session: MatchSession }
  /** The match is neither live nor finished on this server. */
  | { readonly kind: 'missing' }
  /** The match could not be loaded. A new connection tries again, and so can the player. */
  | { readonly kind: 'failed' }
  | UnshownRecord;

export interface MatchesPorts {
  readonly connection: Connection;
  readonly keys: KeyHolder;
  readonly pinned: PinnedKey;
  readonly requests: MatchRequests;
  readonly turns: Turns;
  readonly store: MatchStore;
  /** Fetches the record of a finished match. Resolves to `missing` or `failed` without one. */
  readonly fetchRecord: (match: string) => Promise<FoundRecord | 'missing' | 'failed'>;
  /** Loads the function that says in English what an evidence file is about. */
  readonly loadExplain: () => Promise<SessionPorts['explain']>;
  readonly views: SessionPorts['views'];
  readonly save: SessionPorts['save'];
  readonly saveFrom: (path: string) => void;
  readonly clocks: Clocks;
  readonly after: After;
}

type Finished = ServerMessageOf<'finished'>;

/** After this time a page asks again for the record of a match that it shows, if the record could not be loaded. */
const ASK_AGAIN_MS = 15_000;

/** The number of attempts to fetch one page of events. */
const PAGE_TRIES = 3;

const LOADING: MatchHandle = { kind: 'loading' };
/** After these failures a new connection asks again. */
const LOST: ReadonlySet<RequestCode> = new Set(['offline', 'connection-lost']);

/** True for a message to the session of one match. */
export function isOfMatch(message: ServerMessage): message is MatchMessage {
  return message.type === 'match' || (message.type !== 'identified' && 'match' in message);
}

/** All matches that this page plays or watches, by id. */
export class Matches {
  readonly #ports: MatchesPorts;
  readonly #handles = new Map<string, Signal<MatchHandle>>();
  readonly #sessions = new Map<string, LiveMatch>();
  /** The number of page components that show each watched match. */
  readonly #watched = new Map<string, number>();
  /** The matches that this page has requested by `watch`, until the answer. */
  readonly #requested = new Set<string>();
  /** The matches whose record is asked for again later. */
  readonly #askingAgain = new Set<string>();
  /** The matches whose `match` message is being handled, which takes until the code and all events are loaded. */
  readonly #arriving = new Set<string>();
  /** The match that the server sends after `identified`, until it comes. */
  #announced: string | null = null;
  readonly #begun = signal<string | null>(null);
  readonly #current = signal<string | null>(null);
  readonly #missed = signal<Finished | null>(null);
  /** For each match the end of what has been begun with its messages. */
  readonly #last = new Map<string, Promise<void>>();
  /** The correspondence matches that another device has to answer, and what ends the waiting for it. */
  readonly #elsewhere = new Map<string, () => void>();

  constructor(ports: MatchesPorts) {
    this.#ports = ports;
    ports.connection.on((message) => this.#onMessage(message));
    effect(() => {
      if (ports.connection.status.value !== 'online') return;
      const ids = new Set([...this.#watched.keys(), ...this.#ownUnderWay()]);
      // Once for each connection, not again whenever the list of turns changes.
      untracked(() => ids.forEach((id) => void this.#watch(id)));
    });
    effect(() => {
      ports.connection.isPlaying = this.current !== null;
    });
    ports.turns.list.subscribe((list) => this.#followTurns(list));
  }

  /** The last match that this device requested and that has begun. The page navigates to it. */
  get begun(): ReadonlySignal<string | null> {
    return this.#begun;
  }

  /** The session of this key's live match, or null. */
  get currentSession(): MatchSession | null {
    const id = this.current;
    const handle = id === null ? null : this.#handle(id).value;
    return handle?.kind === 'ready' ? handle.session : null;
  }

  /** The id of this key's live match, as far as this page knows. Correspondence matches are in a list of their own. */
  get current(): string | null {
    const id = this.#current.value ?? this.#ports.connection.me.value?.match ?? null;
    if (id !== null && this.#ports.turns.has(id)) return null;
    const handle = id === null ? LOADING : this.#handle(id).value;
    const view = handle.kind === 'ready' ? handle.session.view.value : null;
    return view && (view.outcome !== null || mayBeAway(view.header)) ? null : id;
  }

  /**
   * True if this key plays a live match against a person, as far as this page knows, and as long as it does not know the opponent. The
   * page then gives no help by the engine.
   */
  get isAgainstPerson(): boolean {
    if (this.current === null) return false;
    const view = this.currentSession?.view.value;
    return !view || view.seat === null || !view.header.players[opponent(view.seat)].bot;
  }

  /** A match of this key that ended while this device was not watching it. */
  get missed(): ReadonlySignal<Finished | null> {
    return this.#missed;
  }

  /** Returns the state of a match, and requests the match if it is not here yet. */
  open(id: string): ReadonlySignal<MatchHandle> {
    const handle = this.#handle(id);
    if (!matchId.safeParse(id).success) handle.value = { kind: 'missing' };
    else {
      const shownBefore = this.#watched.get(id) ?? 0;
      this.#watched.set(id, shownBefore + 1);
      const isKnown = this.#sessions.has(id) || shownBefore > 0;
      if (!isKnown && this.#ports.connection.status.peek() === 'online') void this.#watch(id);
    }
    return handle;
  }

  /** Requests a match again that could not be loaded. */
  again(id: string): void {
    this.#handle(id).value = LOADING;
    void this.#watch(id);
  }

  /** Call this when a component no longer shows a match. The session ends when no component shows it. */
  close(id: string): void {
    const shown = (this.#watched.get(id) ?? 0) - 1;
    if (shown > 0) return void this.#watched.set(id, shown);
    this.#watched.delete(id);
    const session = this.#sessions.get(id);
    if (session && (session.seat === null || this.#mayLeave(id, session))) this.#leave(id, session);
  }

  #leave(id: string, session: LiveMatch): void {
    session.leave();
    this.#sessions.delete(id);
    this.#handles.delete(id);
  }

  /** A correspondence match that is not shown needs no session, unless something that the player has signed is on its way. */
  #mayLeave(id: string, session: LiveMatch): boolean {
    return mayBeAway(session.view.peek().header) && !this.#watched.has(id) && session.isQuiet;
  }

  /** Opens the matches that wait for an answer without a decision, such as a reveal, and leaves those that do not wait any more. */
  #followTurns(list: readonly TurnView[]): void {
    const all = new Set(list.filter(isOwed).map(({ match }) => match));
    const obstacle = (id: string) => this.#sessions.get(id)?.obstacle ?? null;
    const stuck = [...all].find((id) => obstacle(id) === 'stopped' || obstacle(id) === 'silent');
    if (stuck !== undefined) {
      // The list changes by that, so that this is called again.
      this.#ports.turns.leaveToPlayer(stuck);
      return;
    }
    for (const id of all) if (obstacle(id) === 'elsewhere') this.#leaveToOtherDevice(id);
    for (const [id, stopWaiting] of [...this.#elsewhere]) {
      if (all.has(id)) continue;
      stopWaiting();
      this.#elsewhere.delete(id);
    }
    const owed = new Set([...all].filter((id) => !this.#elsewhere.has(id)));
    for (const [id, session] of [...this.#sessions])
      if (!owed.has(id) && this.#mayLeave(id, session)) this.#leave(id, session);
    // The next list, which the server sends after each answer, opens the others.
    const isOpen = (id: string) => this.#sessions.has(id) || this.#isComing(id);
    const room = ANSWERED_AT_ONCE - [...owed].filter((id) => isOpen(id) && !this.#watched.has(id)).length;
    for (const id of [...owed].filter((one) => !isOpen(one)).slice(0, Math.max(0, room))) void this.#watch(id);
  }

  /** Leaves an answer to the player's other device for a while. */
  #leaveToOtherDevice(id: string): void {
    if (this.#elsewhere.has(id)) return;
    this.#elsewhere.set(
      id,
      this.#ports.after(OTHER_DEVICE_MS, () => this.#ports.turns.leaveToPlayer(id)),
    );
  }

  /** True if the server sends the match without another request. */
  #isComing(id: string): boolean {
    return this.#announced === id || this.#requested.has(id) || this.#arriving.has(id);
  }

  /**
   * The player's matches with a clock, and those about which the server is silent, as far as this page knows. They may have ended while the
   * connection was lost.
   */
  #ownUnderWay(): string[] {
    const isOwn = ({ seat, view, isTryingConnections }: LiveMatch) =>
      seat !== null && (isTryingConnections || !mayBeAway(view.peek().header));
    return [...this.#sessions].flatMap(([id, session]) => (isOwn(session) ? [id] : []));
  }

  #handle(id: string): Signal<MatchHandle> {
    const handle = this.#handles.get(id) ?? signal(LOADING);
    this.#handles.set(id, handle);
    return handle;
  }

  /** Handles the messages of a match one at a time, so that messages after a `match` find its session. Another match waits for none of them. */
  #onMessage(message: ServerMessage): void {
    if (message.type === 'identified') this.#announced = message.match;
    if (!isOfMatch(message)) return;
    // an answer to a request of `#loadWhole`
    if (message.type === 'events' && message.id !== undefined) return;
    if (message.type === 'match') this.#expect(message.header.id);
    const id = message.type === 'match' ? message.header.id : (message.match ?? '');
    const handled = (this.#last.get(id) ?? Promise.resolve())
      .then(() => this.#route(message))
      .catch((error: unknown) => console.error(error))
      .then(() => {
        if (message.type === 'match') this.#arriving.delete(message.header.id);
        if (this.#last.get(id) === handled) this.#last.delete(id);
      });
    this.#last.set(id, handled);
  }

  /** Notes that a `match` message has come. A list of turns that arrives before it is handled must not request the match again. */
  #expect(id: string): void {
    this.#arriving.add(id);
    if (this.#announced === id) this.#announced = null;
  }

  async #route(message: MatchMessage): Promise<void> {
    if (message.type === 'match') return this.#onMatch(message);
    const session = message.match === undefined ? null : this.#sessions.get(message.match);
    const isInSight = session && (!mayBeAway(session.view.peek().header) || this.#watched.has(session.view.peek().id));
    const hasCommit = message.type === 'event' && session && isCommitOf(session.seat)(message.event);
    if (hasCommit || message.type === 'finished' || message.type === 'aborted') this.#ports.requests.end(message.match);
    if (message.type === 'finished' && !isInSight) this.#missed.value = message;
    // A signed event of the player is on its way until then. Afterwards the match may need no session any more.
    void session?.receive(message).then(() => isInSight || this.#followTurns(this.#ports.turns.list.peek()));
  }

  /** Messages after a `match` wait until its whole history is here, so that nothing is signed on half a history. */
  async #onMatch(first: ServerMessageOf<'match'>): Promise<void> {
    const events = await this.#loadWhole(first);
    if (events) await this.#match({ ...first, events });
    else if (!this.#sessions.has(first.header.id)) this.#handle(first.header.id).value = { kind: 'failed' };
  }

  /**
   * Resolves to all events at the time of the `match` message. Resolves to null if they cannot be loaded or a new
   * connection sends the match again.
   */
  async #loadWhole({ header, events: page, length }: ServerMessageOf<'match'>): Promise<MatchEvent[] | null> {
    const events = [...page];
    for (let tries = 0; events.length < length; ) {
      const answer = await this.#ports.connection.requestNow({ type: 'sync', match: header.id, from: events.length });
      const next = answer.ok && answer.value.type === 'events' ? answer.value.events : [];
      if (next[0]?.n === events.length) events.push(...next);
      else if (!answer.ok && answer.code === 'timeout' && tries < PAGE_TRIES) tries += 1;
      else return null;
    }
    return events;
  }

  /** Handles a match that begins, is sent again after a reconnection, or is watched. */
  async #match(message: ServerMessageOf<'match'>): Promise<void> {
    const { checkHeader } = await sessionCode();
    const header = checkHeader(message.header);
    if (!header.ok) return this.#unreadable(message, header);
    if (isCommitted(message)) this.#ports.requests.end(header.value.id);
    const known = this.#sessions.get(header.value.id);
    if (known) {
      void known.receive(message);
      // The page may have opened a match to answer for its player before the answer to the request that began it.
      if (message.seat !== null && this.#ports.connection.answersBeginning(message))
        this.#begun.value = header.value.id;
    } else if (message.seat === null && !this.#watched.has(header.value.id)) this.#unwanted(header.value.id);
    else await this.#begin(await this.#session(header.value, message.seat), message);
  }

  /** Ends a match whose component has gone in the meantime. */
  #unwanted(match: string): void {
    this.#handles.delete(match);
    this.#ports.connection.send({ type: 'unwatch', match });
  }

  /** A match of others that no component shows any more is dropped. The player is told of their own one wherever they are. */
  #unreadable(message: ServerMessageOf<'match'>, failure: CodedFailure): void {
    const { header, seat } = message;
    const known = this.#sessions.get(header.id);
    // A board that is shown stays, and its session stops because the header is another one.
    if (known) return void known.receive(message);
    if (seat === null && !this.#handles.has(header.id)) return;
    this.#handle(header.id).value = { kind: 'unreadable', failure };
    if (this.#isWanted(message)) this.#begun.value = header.id;
  }

  /** True if the page goes to the match: the player has just begun it. */
  #isWanted(message: ServerMessageOf<'match'>): boolean {
    if (message.seat === null) return false;
    // The page does not leave what its player is doing because someone has accepted an invitation to a correspondence match.
    if (mayBeAway(message.header)) return this.#ports.connection.answersBeginning(message);
    return !isCommitted(message);
  }

  async #session(header: Header, seat: Player | null): Promise<LiveMatch> {
    const { connection, store, save, saveFrom, loadExplain, keys, clocks, after, views } = this.#ports;
    const ports: SessionPorts = {
      send: (message) => connection.send(message),
      time: connection.time,
      clocks,
      after,
      status: connection.status,
      useHere: () => connection.takeOver(),
      reconnect: () => connection.reconnect(),
      rematch: (ledger, seat) => this.#rematch(ledger, seat),
      callOff: (match) => this.#callOff(match),
      store,
      save,
      saveFrom,
      explain: await loadExplain(),
      views,
    };
    const { createSession: sitDown } = await sessionCode();
    const key = seat === null ? null : await keys.current();
    const session = sitDown(header, key && seat !== null ? { key, seat } : null, ports);
    this.#sessions.set(header.id, session);
    return session;
  }

  async #begin(session: LiveMatch, message: ServerMessageOf<'match'>): Promise<void> {
    const { header, seat, events } = message;
    const committed = isCommitted(message);
    const refusal = seat === null ? null : await this.#refusal(session, header, seat, committed);
    const begun = refusal ? session.refuse(refusal, { header, events }) : session.receive(message);
    if (seat !== null && !mayBeAway(header)) this.#current.value = header.id;
    const isWanted = this.#isWanted(message);
    void begun.then(() => {
      this.#handle(header.id).value = { kind: 'ready', session };
      if (isWanted) this.#begun.value = header.id;
      if (mayBeAway(header)) this.#followTurns(this.#ports.turns.list.peek());
    });
  }

  /** Returns the reason why this device must not take its seat in a match, judged before its `commit`. */
  async #refusal(
    session: LiveMatch,
    header: Header,
    seat: Player,
    isCommitted: boolean,
  ): Promise<EvidentFailure | null> {
    const { connection, pinned, requests } = this.#ports;
    const { checkAgreed, isOwnFirstChain, partyFailure } = await sessionCode();
    // A match that this key has committed to may name a former key of the server. A new match must name the present
    // key.
    const isFormer = isCommitted && (await connection.isServers(header.server));
    const server = isFormer ? header.server : (pinned.pub ?? '');
    const key = await this.#ports.keys.current();
    const context = {
      seat,
      pub: connection.me.peek()?.pub ?? '',
      server,
      absenceMs: connection.absenceMs.peek(),
      isOwnFirstChain: key !== null && isOwnFirstChain(key, header),
    };
    if (isCommitted) return partyFailure(header, context);
    if (connection.logHalt.isOn.peek()) return coded('log-halted');
    const agreed = checkAgreed(header, context, requests.openFor(header.id));
    if (!agreed.ok) return agreed;
    requests.begin(agreed.request, header.id);
    if (agreed.unrated) session.setNotice({ kind: 'unrated' });
    if (agreed.isNewSession) session.setNotice({ kind: 'new-session' });
    return null;
  }

  /** Requests a match that the server does not send unasked: another player's match, or one that has ended. */
  async #watch(id: string): Promise<void> {
    const { connection } = this.#ports;
    const session = this.#sessions.get(id);
    const isCorrespondence = this.#ports.turns.has(id) || (session && mayBeAway(session.view.peek().header));
    const isSentUnasked = connection.me.peek()?.match === id;
    if ((isSentUnasked && !isCorrespondence) || session?.view.peek().outcome) return;
    this.#requested.add(id);
    const answer = await connection.requestNow({ type: 'watch', match: id });
    this.#requested.delete(id);
    if (answer.ok || LOST.has(answer.code)) return;
    if (answer.code === 'not-found') await this.#recorded(id);
    else if (!session) this.#handle(id).value = { kind: 'failed' };
  }

  /** Ends a match that is not live any more by its record. Without a record it was called off. */
  async #recorded(id: string): Promise<void> {
    // The server may have sent the end before its answer.
    if (await this.#hasEnded(id)) return;
    const [record, code] = await Promise.all([this.#ports.fetchRecord(id), sessionCode()]);
    if (await this.#hasEnded(id)) return;
    const known = this.#sessions.get(id) ?? null;
    if (known && record === 'missing') return this.#calledOff(id, known);
    if (typeof record === 'string') return this.#unrecorded(id, { kind: record });
    const read = code.recordHeader(record);
    if (read.kind !== 'header') return this.#unrecorded(id, read);
    const session = known ?? (await this.#recordedSession(read.header));
    await session.receive(code.historyMessage(record, read.header));
    await session.receive(code.endMessage(record, this.#missed.peek()));
    this.#handle(id).value = { kind: 'ready', session };
  }

  /** True if the session of a match knows how it ended, once it has handled all messages. */
  async #hasEnded(id: string): Promise<boolean> {
    await this.#last.get(id);
    const known = this.#sessions.get(id);
    await known?.idle();
    return Boolean(known?.view.peek().outcome);
  }

  /** Says why a match cannot be shown. A board that is shown stays, with the evidence of it, and its record is asked for again later. */
  #unrecorded(id: string, reason: MatchHandle): void {
    if (!this.#sessions.has(id)) this.#handle(id).value = reason;
    else if (!this.#askingAgain.has(id)) {
      this.#askingAgain.add(id);
      this.#ports.after(ASK_AGAIN_MS, () => {
        this.#askingAgain.delete(id);
        if (this.#sessions.has(id)) void this.#watch(id);
      });
    }
  }

  async #recordedSession(header: Header): Promise<LiveMatch> {
    const own = (await this.#ports.keys.current())?.pub;
    const seats = ([0, 1] as const).filter((seat) => header.players[seat].pub === own);
    return this.#session(header, seats[0] ?? null);
  }

  /** Ends a match as the message would have done that was lost with a connection. */
  async #calledOff(match: string, session: LiveMatch): Promise<void> {
    this.#ports.requests.end(match);
    await session.receive({ type: 'aborted', match, reason: 'unknown', proof: null });
    this.#handle(match).value = { kind: 'ready', session };
  }

  /** Resolves to null, or to the reason for a refusal. */
  async #callOff(match: string): Promise<CodedFailure | null> {
    const answer = await this.#ports.connection.request({ type: 'leave', match });
    return answer.ok ? null : answer;
  }

  /** Resolves to null, or to the reason for a refusal. */
  async #rematch(ledger: Ledger, seat: Player): Promise<CodedFailure | null> {
    const request = (await sessionCode()).rematchRequest(ledger, seat);
    const answer = await requestMatch(this.#ports, request, { type: 'rematch', match: ledger.header.id });
    return answer.ok ? null : answer;
  }
}

/** True if the match contains the commit of its receiver. */
function isCommitted({ events, seat }: ServerMessageOf<'match'>): boolean {
  return events.some(isCommitOf(seat));
}

function isCommitOf(seat: Player | null): (event: MatchEvent) => boolean {
  return ({ type, p }) => seat !== null && type === 'commit' && p === seat;
}
