import type { ServerMessage, ServerMessageOf, ServerType, WantedSeek } from '@anchor/wire';
import { decodeServer } from '@anchor/wire';
import {
  type Challenge,
  eventHash,
  type Key,
  Ledger,
  type MatchEvent,
  mayClaim,
  originOf,
  Seat,
  type SignedEvent,
  signDeletion,
  signIdentify,
} from 'bg-record';
import type { Player } from 'bg-rules';
import { WebSocket } from 'ws';
import { decide, type Policy } from './policy.ts';

const RECONNECT_MS = 50;

interface Waiting {
  readonly wanted: (message: ServerMessage) => boolean;
  readonly resolve: (message: ServerMessage) => void;
}

/**
 * A player that plays its match over the socket without a page, and claims it as soon as the opponent is announced as absent. It verifies every event, reconnects after the server was killed, and
 * reports a fault if an event that it had received is missing. It does not use bg-session, on which the page is built: docs/decisions/0042-a-library-for-clients.md says why.
 */
export class SocketPlayer {
  readonly key: Key;
  /** The faults in the server's messages; empty with an honest server. */
  readonly faults: string[] = [];
  readonly finished: Promise<ServerMessageOf<'finished'>>;
  /** Number of requests that the server refused with `too-many`. */
  refusals = 0;
  /** Number of connections that ended before `leave`, refused ones included. */
  losses = 0;
  ledger: Ledger | null = null;
  readonly #url: string;
  readonly #policy: Policy;
  readonly #watch: (player: SocketPlayer) => void;
  readonly #mayAct: (events: number) => boolean;
  readonly #reconnectMs: (attempt: number) => number;
  readonly #isLed: boolean;
  readonly #isLight: boolean;
  readonly #dial: (address: string) => WebSocket;
  /** Number of connections since the key was last proved. */
  #attempts = 0;
  readonly #waiting: Waiting[] = [];
  readonly #rolled = new Set<number>();
  #seat: Seat | null = null;
  /** A match with missing pages, and the events that arrived while it loads. */
  #loading: ServerMessageOf<'match'> | null = null;
  readonly #followed: MatchEvent[] = [];
  #socket: WebSocket | null = null;
  #work: Promise<void> = Promise.resolve();
  #finish: (message: ServerMessageOf<'finished'>) => void = () => undefined;
  #done = false;
  #proof: Challenge | null = null;

  /**
   * `mayAct` decides, from the number of events, if the player acts; without it the player always acts. `nudge` asks `mayAct` again.
   * `reconnectMs` is the delay before a reconnection (0 is the first attempt after a loss). A player that `isLed` names its match in the
   * address, for a proxy that leads both players of a match to one process. A player that `isLight` verifies each event once: after a
   * reconnection it compares the hashes of those that it has. `dial` opens a socket to an address, for a proxy that has another one.
   */
  constructor(settings: {
    url: string;
    key: Key;
    policy: Policy;
    onTraffic?: (player: SocketPlayer) => void;
    mayAct?: (events: number) => boolean;
    reconnectMs?: (attempt: number) => number;
    isLed?: boolean;
    isLight?: boolean;
    dial?: (address: string) => WebSocket;
  }) {
    this.key = settings.key;
    this.#url = settings.url.replace(/^http/, 'ws').concat('/ws');
    this.#policy = settings.policy;
    this.#watch = settings.onTraffic ?? (() => undefined);
    this.#mayAct = settings.mayAct ?? (() => true);
    this.#reconnectMs = settings.reconnectMs ?? (() => RECONNECT_MS);
    this.#isLed = settings.isLed ?? false;
    this.#isLight = settings.isLight ?? false;
    this.#dial = settings.dial ?? ((address) => new WebSocket(address));
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** Connects and proves the key. Resolves when the server has accepted the proof. */
  async connect(): Promise<void> {
    const identified = this.expect('identified');
    this.#open();
    await identified;
  }

  /** Signs a request to delete the account, for this connection. */
  signDeletion(): Promise<string> {
    if (!this.#proof) throw new Error('nothing was proved');
    return signDeletion(this.key, this.#proof);
  }

  request<T extends ServerType>(message: { type: string; [member: string]: unknown }, answer: T) {
    const promise = this.expect(answer);
    this.send(message);
    return promise;
  }

  seek(wanted: WantedSeek) {
    return this.request({ type: 'seek', ...wanted }, 'seeking');
  }

  /** Resolves with the next message of this type. */
  expect<T extends ServerType>(type: T): Promise<ServerMessageOf<T>> {
    return new Promise((resolve) => {
      this.#waiting.push({
        wanted: (message) => message.type === type,
        resolve: (message) => resolve(message as ServerMessageOf<T>),
      });
    });
  }

  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    this.#watch(this);
  }

  nudge(): void {
    this.#sync();
  }

  /** Drops the connection. The player connects again. */
  drop(): void {
    this.#socket?.terminate();
  }

  leave(): void {
    this.#done = true;
    this.#socket?.terminate();
  }

  #open(): void {
    const match = this.#isLed && this.ledger ? `?match=${this.ledger.header.id}` : '';
    const socket = this.#dial(`${this.#url}${match}`);
    this.#socket = socket;
    this.#loading = null;
    this.#followed.length = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#done || this.#socket !== socket) return;
      this.losses += 1;
      // The port refuses connections until the server is back. Try again after a short delay.
      setTimeout(() => this.#done || this.#open(), this.#reconnectMs(this.#attempts++));
    });
    socket.on('message', (data) => {
      this.#work = this.#work.then(() => this.#receive(String(data)));
    });
  }

  async #receive(text: string): Promise<void> {
    const decoded = decodeServer(text);
    if (!decoded.ok) {
      this.faults.push(`undecodable frame: ${decoded.message}`);
      return;
    }
    await this.#handle(decoded.value);
    this.#watch(this);
    const at = this.#waiting.findIndex(({ wanted }) => wanted(decoded.value));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(decoded.value);
  }

  async #handle(message: ServerMessage): Promise<void> {
    if (message.type === 'hello') await this.#identify(message);
    else if (message.type === 'identified') this.#attempts = 0;
    else if (message.type === 'match') await this.#load(message);
    else if (message.type === 'event') await this.#append(message.event);
    else if (message.type === 'rejected') this.#sync();
    else if (message.type === 'events') await this.#page(message);
    else if (message.type === 'finished') this.#end(message);
    else if (message.type === 'error') this.#trouble(message);
  }

  /** The server limits the rate of messages: the player asks for the state of the match a little later, and continues from there. */
  #trouble({ code, message }: ServerMessageOf<'error'>): void {
    if (code === 'internal') this.faults.push(message);
    if (code !== 'too-many') return;
    this.refusals += 1;
    setTimeout(() => this.#sync(), 250);
  }

  #sync(): void {
    if (this.ledger) this.send({ type: 'sync', match: this.ledger.header.id, from: this.ledger.length });
  }

  /** Handles an answer to `sync`. While a match is loading, this is its next page. */
  async #page(message: ServerMessageOf<'events'>): Promise<void> {
    const { match, events, length } = message;
    if (this.#loading?.header.id === match) {
      if (events[0]?.n !== this.#loading.events.length) return;
      return this.#load({ ...this.#loading, events: [...this.#loading.events, ...events] });
    }
    for (const event of events) await this.#append(event);
    if (events.length > 0 && this.ledger && this.ledger.length < length) this.#sync();
    else if (events.length === 0) await this.#act(this.#seat?.player ?? null);
  }

  async #identify({ challenge, server }: ServerMessageOf<'hello'>): Promise<void> {
    const origin = originOf(this.#url) ?? '';
    this.#proof = { challenge, origin, server };
    const sig = await signIdentify(this.key, this.#proof);
    this.send({ type: 'identify', pub: this.key.pub, origin, sig });
  }

  /** Loads the match from the server, page by page. Every event received before must be present and unchanged. */
  async #load(message: ServerMessageOf<'match'>): Promise<void> {
    const { header, events, length, seat } = message;
    this.#loading = events.length < length ? message : null;
    if (this.#loading) return this.send({ type: 'sync', match: header.id, from: events.length });
    const known = this.ledger?.header.id === header.id ? this.ledger.events : [];
    const isContinued = this.#isLight && known.every((event, n) => events[n]?.sig === event.sig);
    const ledger = isContinued && this.ledger && known.length > 0 ? this.ledger : new Ledger(header);
    for (const event of events.slice(ledger.length)) await this.#check(ledger, event);
    known.forEach((event, n) => {
      const held = events[n];
      if (!held || eventHash(held) !== eventHash(event)) this.faults.push(`acknowledged event ${n} is gone`);
    });
    this.ledger = ledger;
    this.#seat = seat === null ? null : new Seat(this.key, header, seat);
    for (const event of this.#followed.splice(0)) if (event.n === ledger.length) await this.#check(ledger, event);
    await this.#act(seat);
  }

  async #append(event: MatchEvent): Promise<void> {
    if (this.#loading) return void this.#followed.push(event);
    if (!this.ledger || event.n < this.ledger.length) return;
    await this.#check(this.ledger, event);
    await this.#act(this.#seat?.player ?? null);
  }

  async #check(ledger: Ledger, event: MatchEvent): Promise<void> {
    const result = await ledger.append(event);
    if (!result.ok) this.faults.push(`event ${event.n}: ${result.code}: ${result.message}`);
  }

  async #act(player: Player | null): Promise<void> {
    const ledger = this.ledger;
    if (!ledger || !this.#seat || player === null) return;
    if (mayClaim(ledger, player))
      return this.send({ type: 'act', match: ledger.header.id, event: await this.#seat.claim(ledger) });
    if (ledger.expects.party !== player || ledger.expects.types.length === 0 || !this.#mayAct(ledger.length)) return;
    const event = await this.#choose(ledger, this.#seat);
    this.send({ type: 'act', match: ledger.header.id, event });
  }

  /** A roll that may already have been sent is signed again; another decision never replaces it. */
  async #choose(ledger: Ledger, seat: Seat): Promise<SignedEvent> {
    if (this.#rolled.has(ledger.length)) return seat.roll(ledger);
    const event = await decide(this.#policy, ledger, seat);
    if (event.type === 'roll') this.#rolled.add(event.n);
    return event;
  }

  #end(message: ServerMessageOf<'finished'>): void {
    this.#finish(message);
  }
}
