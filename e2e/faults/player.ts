import { decodeServer, type ServerMessage, type ServerMessageOf, type ServerType } from '@anchor/wire';
import {
  type Aborted,
  eventHash,
  isAside,
  type Key,
  Ledger,
  type MatchEvent,
  originOf,
  type Receipt,
  Seat,
  type SignedEvent,
  sentHash,
  signEvent,
  signIdentify,
  verifyReceipt,
} from 'bg-record';
import { WebSocket } from 'ws';
import { decide, type Policy } from '../kit/policy.ts';
import type { Facts } from './facts.ts';

const RECONNECT_MS = 50;
const LOOK_MS = 100;
/** After so long without a word: asks where things stand, and then takes the connection for dead. */
const ASK_MS = 600;
const DEAD_MS = 4000;

/** So long a player who thinks for long does so. */
const THINK_MS = { least: 6_000, most: 14_000 };

const TOO_LATE = ['wrong-number', 'wrong-prev', 'not-stored', 'match-over'];

interface Settings {
  readonly url: string;
  readonly key: Key;
  policy: Policy;
  /** How often the player thinks for long before a play, 0 to 1. */
  thinks: number;
  /** How often the player leaves a match before its first roll, 0 to 1: once in all, since the service bans for a while who does it often. */
  leaves: number;
  readonly facts: Facts;
}

interface Waiting {
  readonly types: readonly ServerType[];
  readonly resolve: (message: ServerMessage | null) => void;
}

/**
 * A player who never gives up: plays whatever match has a seat of its key, verifies every event, notices holes, silence and lost
 * answers, and comes back over and over. It keeps to docs/realtime.md as a page does: at one place it signs one content, and it asks for
 * a receipt behind each of its events. It trusts nothing that the service has once told to be taken back.
 */
export class StubbornPlayer {
  readonly settings: Settings;
  ledger: Ledger | null = null;
  /** The match in which it sits, null between matches. */
  match: string | null = null;
  #seat: Seat | null = null;
  /** A match of which pages are missing: how long it was when it was told, and what was known of it before. */
  #loading: { readonly known: readonly MatchEvent[]; readonly length: number } | null = null;
  #socket: WebSocket | null = null;
  #heardAt = performance.now();
  #askedAt = 0;
  #work: Promise<void> = Promise.resolve();
  #waiting: Waiting[] = [];
  /** The newest event that it signed in this match. */
  #mark: SignedEvent | null = null;
  /** The match that it was shown on this connection. */
  #shown: string | null = null;
  /** Draws once for each match, and then leaves it if it may. */
  #isLeaving = false;
  #hasLeft = false;
  /** The number of dice for which it has drawn how long it thinks, and until when it does. */
  #thought: { readonly rolls: number; readonly until: number } | null = null;
  readonly #ended = new Set<string>();
  #depart: () => void = () => undefined;
  #isAway = true;
  readonly #timer: NodeJS.Timeout;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  get pub(): string {
    return this.settings.key.pub;
  }

  come(): void {
    this.#isAway = false;
    this.#open();
  }

  /** Leaves without a word. */
  go(): void {
    this.#isAway = true;
    this.#socket?.terminate();
  }

  /** Opens a new connection, as somebody does who wonders what has become of a match: the service then says where its key sits. */
  reload(): void {
    this.#socket?.terminate();
  }

  end(): void {
    clearInterval(this.#timer);
    this.go();
  }

  /** Where it stands, for whoever wonders why nothing goes on. */
  toString(): string {
    const waits = this.ledger
      ? `event ${this.ledger.length}, ${this.ledger.expects.types} of ${this.ledger.expects.party}`
      : '';
    const quietMs = Math.round(performance.now() - this.#heardAt);
    return `${this.pub.slice(0, 4)} in ${this.match} seat ${this.#seat?.player} ${waits}, quiet for ${quietMs} ms`;
  }

  /** The first answer of one of these types, an error included; null when there is none for a while. */
  ask(message: object, types: readonly ServerType[]): Promise<ServerMessage | null> {
    const answer = this.#hear(types);
    this.#send(message);
    return answer;
  }

  /** Whether the service says on a new connection that this key sits in a match; so too when it says nothing for a while. */
  async isSeated(): Promise<boolean> {
    this.reload();
    const answer = await this.#hear(['identified']);
    return answer?.type !== 'identified' || answer.match !== null;
  }

  #hear(types: readonly ServerType[]): Promise<ServerMessage | null> {
    return new Promise((resolve) => {
      const waiting = { types: [...types, 'error' as const], resolve };
      this.#waiting.push(waiting);
      setTimeout(() => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        this.reload();
        resolve(null);
      }, DEAD_MS);
    });
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    const socket = new WebSocket(`${this.settings.url.replace(/^http/, 'ws')}/ws`);
    this.#socket = socket;
    this.#shown = null;
    this.#heardAt = performance.now();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#depart();
      if (this.#socket === socket)
        setTimeout(() => this.#isAway || this.#socket !== socket || this.#open(), RECONNECT_MS);
    });
    socket.on('message', (data) => {
      this.#heardAt = performance.now();
      const text = String(data);
      this.#work = this.#work.then(() => (this.#socket === socket ? this.#receive(text) : undefined));
    });
  }

  #look(): void {
    const quietMs = performance.now() - this.#heardAt;
    if (this.#isAway) return;
    if (quietMs > DEAD_MS) this.#socket?.terminate();
    else if (quietMs > ASK_MS && performance.now() - this.#askedAt > ASK_MS) this.#sync();
  }

  #sync(): void {
    this.#askedAt = performance.now();
    if (this.match !== null)
      this.#send({ type: 'sync', id: this.match, match: this.match, from: this.ledger?.length ?? 0 });
    this.#send({ type: 'ping', ...(this.match !== null && { match: this.match }) });
  }

  async #receive(text: string): Promise<void> {
    const decoded = decodeServer(text);
    if (!decoded.ok) return this.settings.facts.complain(`undecodable frame: ${decoded.message}`);
    const message = decoded.value;
    await this.#handle(message);
    const at = this.#waiting.findIndex(({ types }) => types.includes(message.type));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(message);
  }

  async #handle(message: ServerMessage): Promise<void> {
    if (message.type === 'hello') await this.#identify(message);
    else if (message.type === 'identified') this.#identified(message);
    else if (message.type === 'match') await this.#load(message);
    else if (message.type === 'event') await this.#take(message.match, [message.event]);
    else if (message.type === 'events') await this.#page(message);
    else if (message.type === 'rejected') this.#rejected(message);
    else if (message.type === 'finished') this.#finish(message);
    else if (message.type === 'pong') await this.#attest(message.match, message.receipt);
    else if (message.type === 'aborted') this.#aborted(message.match, { isTold: true, proof: message.proof ?? null });
    else if (message.type === 'error') this.#trouble(message);
  }

  async #identify({ challenge, server }: ServerMessageOf<'hello'>): Promise<void> {
    const { key } = this.settings;
    const origin = originOf(this.settings.url) ?? '';
    const sig = await signIdentify(key, { challenge, origin, server });
    this.#send({ type: 'identify', pub: key.pub, origin, sig });
  }

  #identified({ match }: ServerMessageOf<'identified'>): void {
    this.#depart();
    this.#depart = this.settings.facts.arrive(this.pub);
    // what it knew of has ended meanwhile, or not even begun
    if (this.match !== null && match !== this.match) this.#sync();
  }

  /** A match that `sync` cannot find any more was aborted. */
  #trouble({ code, id }: ServerMessageOf<'error'>): void {
    if (code === 'not-found' && typeof id === 'string') this.#aborted(id, { isTold: false, proof: null });
  }

  /** Something came first, or could not be stored; no other event of this client is ever out of place. */
  #rejected({ match, n, code, message }: ServerMessageOf<'rejected'>): void {
    if (!TOO_LATE.includes(code))
      this.settings.facts.complain(`event ${n} of ${match} was refused: ${code}: ${message}`);
    this.#sync();
  }

  async #load({ header, events, length, seat, receipt }: ServerMessageOf<'match'>): Promise<void> {
    if (seat === null || this.#ended.has(header.id)) return;
    this.#shown = header.id;
    this.settings.facts.show(header);
    if (this.match !== header.id) this.#begin();
    const known = this.match === header.id ? (this.ledger?.events ?? []) : [];
    this.match = header.id;
    this.ledger = new Ledger(header);
    this.#seat = new Seat(this.settings.key, header, seat);
    this.#loading = { known, length };
    for (const event of events) await this.#append(event);
    await this.#attest(header.id, receipt);
    await this.#goOn(length);
  }

  /** Nothing was signed in the match that is shown next. */
  #begin(): void {
    this.#mark = null;
    this.#thought = null;
    this.#isLeaving = !this.#hasLeft && this.settings.policy.random() < this.settings.leaves;
  }

  async #attest(match: string | undefined, receipt: Receipt | undefined): Promise<void> {
    const { facts } = this.settings;
    if (match === undefined || receipt === undefined) return;
    const { server } = facts.shown.get(match)?.header ?? {};
    if (server === undefined || !(await verifyReceipt(server, match, receipt)))
      return facts.complain(`a receipt for ${receipt.n} events of ${match} is not signed by the server of the match`);
    facts.receipt(match, receipt);
  }

  /** Asks for the pages that are missing; acts on nothing before all are here. */
  async #goOn(length: number): Promise<void> {
    if (!this.ledger) return;
    if (this.ledger.length < Math.max(length, this.#loading?.length ?? 0)) return this.#sync();
    if (this.#loading) this.#compare(this.#loading.known, this.ledger.events);
    this.#loading = null;
    await this.#act();
  }

  #compare(known: readonly MatchEvent[], now: readonly MatchEvent[]): void {
    known.forEach((event, n) => {
      const held = now[n];
      if (held && eventHash(held) === eventHash(event)) return;
      this.settings.facts.complain(`event ${n} of ${this.match}, told before, is ${held ? 'another' : 'gone'}`);
    });
  }

  async #page({ match, events, length }: ServerMessageOf<'events'>): Promise<void> {
    if (!this.ledger || match !== this.match) return;
    await this.#take(match, events);
    if (events.length > 0) await this.#goOn(length);
    else await this.#act();
  }

  async #take(match: string, events: readonly MatchEvent[]): Promise<void> {
    if (!this.ledger || match !== this.match) return;
    const before = this.ledger.length;
    for (const event of events) {
      if (event.n > this.ledger.length) return this.#loading ? undefined : this.#sync();
      if (event.n < this.ledger.length) this.settings.facts.event(match, event);
      else await this.#append(event);
    }
    if (!this.#loading && this.ledger.length > before) await this.#act();
  }

  async #append(event: MatchEvent): Promise<void> {
    const { ledger } = this;
    const result = await ledger?.append(event);
    if (!ledger || !result) return;
    this.settings.facts.event(ledger.header.id, event);
    if (!result.ok) this.settings.facts.complain(`event ${event.n} of ${ledger.header.id}: ${result.code}`);
  }

  async #act(): Promise<void> {
    const { ledger } = this;
    const seat = this.#seat;
    if (!ledger || !seat || ledger.expects.party !== seat.player || ledger.expects.types.length === 0) return;
    const { id: match } = ledger.header;
    if (this.#leaves(ledger)) return this.#send({ type: 'leave', match });
    if (this.#isThinking(ledger)) return;
    this.#mark = await this.#choose(ledger, seat);
    this.#send({ type: 'act', match, event: this.#mark });
    this.#send({ type: 'ping', match });
  }

  /** True once: should the request or its answer be lost, the player plays on. */
  #leaves({ state }: Ledger): boolean {
    if (!this.#isLeaving || state.hasRolled) return false;
    this.#isLeaving = false;
    this.#hasLeft = true;
    return true;
  }

  /** A player who is announced as absent answers at once. */
  #isThinking({ expects, state: { rolls, absent } }: Ledger): boolean {
    const { thinks, policy } = this.settings;
    if (thinks === 0 || absent || !expects.types.includes('play')) return false;
    if (this.#thought?.rolls !== rolls) {
      const ms = THINK_MS.least + policy.random() * (THINK_MS.most - THINK_MS.least);
      this.#thought = { rolls, until: policy.random() < thinks ? performance.now() + ms : 0 };
    }
    return performance.now() < this.#thought.until;
  }

  /** The same bytes as before at the same place, the same decision behind asides, and otherwise a new one. */
  async #choose(ledger: Ledger, seat: Seat): Promise<SignedEvent> {
    const mark = this.#mark;
    if (mark?.n === ledger.length && mark.prev === ledger.head) return mark;
    if (!mark || !isOwed(mark, ledger)) return decide(this.settings.policy, ledger, seat);
    const { sig: _sig, ...decision } = mark;
    const place = { n: ledger.length, prev: ledger.head, sent: Date.now() };
    return signEvent({ ...decision, ...place }, this.settings.key);
  }

  #finish({ match, finalHash }: ServerMessageOf<'finished'>): void {
    this.settings.facts.end(match, finalHash);
    this.#leaveTable(match);
  }

  #aborted(match: string, how: { readonly isTold: boolean; readonly proof: Aborted | null }): void {
    const { facts } = this.settings;
    facts.aborted.add(match);
    if (this.#shown === match) facts.abort({ match, pub: this.pub, ...how });
    this.#leaveTable(match);
  }

  #leaveTable(match: string): void {
    this.#ended.add(match);
    if (this.match !== match) return;
    this.match = null;
    this.ledger = null;
  }
}

/** True if only asides have come in the place of an event, and none of them frees its player to decide anew. */
function isOwed(mark: SignedEvent, { events }: Ledger): boolean {
  const since = events.slice(mark.n);
  const isFreed = since.some((event) => event.type === 'void' && event.hash === sentHash(mark));
  return since[0]?.prev === mark.prev && since.every(({ type }) => isAside(type)) && !isFreed;
}
