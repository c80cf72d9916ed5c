import {
  anonymousTypes,
  type BanView,
  type ClientMessageOf,
  type ClientType,
  readServer,
  type ServerMessage,
  type ServerMessageOf,
} from '@anchor/wire';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Challenge, Key } from 'bg-record';
import type { LogHalt } from '../log/log-halt.ts';
import { coded } from '../platform/failure.ts';
import type { After, OpenSocket, Socket } from '../platform/ports.ts';
import { backoffMs, Keepalive } from './keepalive.ts';
import type { PinnedKey } from './pinned-key.ts';
import { type Answer, PendingRequests } from './requests.ts';
import { ServerTime, TICK_MS } from './server-time.ts';

/** The state of the page's connection with the server. */
export type ConnectionStatus =
  /** Open and, if a key is needed, identified. */
  | 'online'
  /** The first connection or a reconnection is in progress. */
  | 'connecting'
  /** The browser reports no network, or the server did not answer. The page retries automatically. */
  | 'offline'
  /** The same key continued in another tab or on another device. This page is view-only until it takes over again. */
  | 'superseded'
  /** The server showed a different key from the one pinned for this origin. The page signs nothing for it. */
  | 'wrong-server'
  /** The server does not expect to be reached at the address that this page dialled. The page signs nothing for it. */
  | 'wrong-address'
  /** The server has not signed its greeting with the key that it shows. The page signs nothing for it. */
  | 'unproven'
  /** The operator has banned this key or address. The page does not reconnect automatically. */
  | 'banned';

/** The code that signs and checks is loaded when a key is used. */
const signingCode = () => import('./signing.ts');

/** A message to the server, without the id that `request` adds. */
export type Outgoing = { [T in ClientType]: Omit<ClientMessageOf<T>, 'id'> }[ClientType];
type Me = Omit<ServerMessageOf<'identified'>, 'type' | 'id'>;
type Listener = (message: ServerMessage) => void;

/** The key that a connection proves. It is created when something first needs one. */
export interface KeyHolder {
  /** Returns the key, or null if there is none. */
  current(): Promise<Key | null>;
  /** Returns the key, and creates one if there is none. Returns null if this browser cannot store one. */
  ensure(): Promise<Key | null>;
  /** The name that the player chose, or null. */
  name: string | null;
}

interface ConnectionPorts {
  readonly open: OpenSocket;
  /** The web origin that `open` dials, in the form that `originOf` of bg-record returns. */
  readonly origin: string;
  readonly after: After;
  readonly now: () => number;
  readonly random: () => number;
  readonly keys: KeyHolder;
  readonly pinned: PinnedKey;
  readonly logHalt: LogHalt;
  /** Called when the page asks for a match. */
  readonly asks?: () => void;
}

/** A change of the server's key. Both members are public keys. */
interface KeyChange {
  readonly from: string;
  readonly to: string;
}

/** The page does not reconnect automatically from these states. */
type Stopped = 'superseded' | 'wrong-server' | 'wrong-address' | 'unproven' | 'banned';
const STOPPED: ReadonlySet<ConnectionStatus> = new Set<Stopped>([
  'superseded',
  'wrong-server',
  'wrong-address',
  'unproven',
  'banned',
]);

/** The state of one socket. Messages of earlier sockets are ignored. */
interface Link {
  socket: Socket | null;
  hello: ServerMessageOf<'hello'> | null;
  /** The greeting whose signature was checked last, and if it was right. Null until the first check has started. */
  proof: { readonly hello: ServerMessageOf<'hello'>; readonly isRight: Promise<boolean> } | null;
  identified: boolean;
}

/** The messages that need no proved key. */
const ANONYMOUS: ReadonlySet<ClientType> = new Set(anonymousTypes);

/** The messages that may begin a match. */
const BEGINNING: ReadonlySet<ClientType> = new Set([
  'seek',
  'accept-seek',
  'accept-pairing',
  'invite',
  'join',
  'play-bot',
  'rematch',
  'challenge',
  'accept-later',
  'prepare',
]);

/** A request waits so long for the connection. Later the player no longer expects its effect. */
const CONNECTING_MS = 10_000;

/** The page's only connection. It greets, proves the key, reconnects, and passes typed messages to listeners. */
export class Connection {
  readonly time: ServerTime;
  /** True while a live match waits for this key. A lost connection is then tried again soon. */
  isPlaying = false;
  readonly #status = signal<ConnectionStatus>('connecting');
  readonly #me = signal<Me | null>(null);
  readonly #shownKey = signal<string | null>(null);
  readonly #keyChange = signal<KeyChange | null>(null);
  readonly #absenceMs = signal<number | null>(null);
  readonly #lostName = signal<string | null>(null);
  readonly #ports: ConnectionPorts;
  readonly #requests: PendingRequests;
  readonly #keepalive: Keepalive;
  readonly #listeners = new Set<Listener>();
  /** The ids of the requests that may begin a match. Ids are not used twice. */
  readonly #beginnings = new Set<number>();
  readonly #expected = signal<readonly string[]>([]);
  readonly #ban = signal<BanView | null>(null);
  readonly #isOutdated = signal(false);
  /** The signatures of the server's former keys, from its last greeting. */
  #succession: ServerMessageOf<'hello'>['succession'];
  #link: Link | null = null;
  /** The last match to whose process the server has led this page. */
  #match = '';
  #former: Socket | null | undefined;
  #attempt = 0;
  #cancelRetry: () => void = () => {};

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
    this.time = new ServerTime(ports.now);
    this.#requests = new PendingRequests(ports.after);
    this.#keepalive = new Keepalive(
      ports.after,
      () => this.send({ type: 'ping' }),
      () => this.#drop(),
    );
  }

  get status(): ReadonlySignal<ConnectionStatus> {
    return this.#status;
  }

  /** The server's view of this key. Null before the first identification. */
  get me(): ReadonlySignal<Me | null> {
    return this.#me;
  }

  /** The key that the server shows, even if it is not the pinned one. */
  get shownKey(): ReadonlySignal<string | null> {
    return this.#shownKey;
  }

  /** How long an announced absence may take in a match with a clock, as the server says. Null before its first greeting. */
  get absenceMs(): ReadonlySignal<number | null> {
    return this.#absenceMs;
  }

  /** The name of this browser that the server refused, because a bot or an account has it. The page has forgotten it. */
  get lostName(): ReadonlySignal<string | null> {
    return this.#lostName;
  }

  dismissLostName(): void {
    this.#lostName.value = null;
  }

  /** Set when the server has a new key that the known key has signed. Null once the player has dismissed the notice. */
  get keyChange(): ReadonlySignal<KeyChange | null> {
    return this.#keyChange;
  }

  /** If it is on, this page begins no match. */
  get logHalt(): LogHalt {
    return this.#ports.logHalt;
  }

  /** The web origin that this page dials. */
  get origin(): string {
    return this.#ports.origin;
  }

  /** The web origins at which the server expects to be reached, from its last message. */
  get expected(): ReadonlySignal<readonly string[]> {
    return this.#expected;
  }

  /** True if the server has sent a message that this page does not understand, as a newer server may. Such a message changes nothing. */
  get isOutdated(): ReadonlySignal<boolean> {
    return this.#isOutdated;
  }

  /** The reason and the end of the operator's ban. Null without a ban. */
  get ban(): ReadonlySignal<BanView | null> {
    return this.#ban;
  }

  dismissKeyChange(): void {
    this.#keyChange.value = null;
  }

  /** True if a key is the one pinned for this server, or if signed statements lead from the key to the pinned one. */
  async isServers(pub: string): Promise<boolean> {
    const pinned = this.#ports.pinned.pub;
    return pub === pinned || (pinned !== null && (await this.#leads(pub, pinned)));
  }

  start(): void {
    this.#tick();
    this.#connect();
  }

  /** Calls `listener` for every message. The returned function unsubscribes. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends without waiting for an answer. Returns false if there is no connection. */
  send(message: Outgoing & { readonly id?: number | string }): boolean {
    const socket = this.#link?.hello && this.#link.socket;
    socket?.send(JSON.stringify(message));
    return Boolean(socket);
  }

  /** True if a player may ask for something: the page is connected, or is connecting and the request waits for that. */
  get mayAsk(): boolean {
    return this.#status.value === 'online' || this.#status.value === 'connecting';
  }

  /**
   * Sends a request and waits for the answer. A request that needs a key creates and proves one first. While the page is connecting, the
   * request waits for the outcome, so that an early press of a button is not lost.
   */
  async request(message: Outgoing): Promise<Answer> {
    if (this.#status.peek() === 'connecting') await this.#outcome();
    return this.requestNow(message);
  }

  /** Like `request`, but fails unless the page is connected: for what is asked for again on each connection. */
  async requestNow(message: Outgoing): Promise<Answer> {
    if (this.#status.value !== 'online') return coded('offline');
    if (BEGINNING.has(message.type) && this.logHalt.isOn.value) return coded('log-halted');
    if (BEGINNING.has(message.type)) this.#ports.asks?.();
    if (!ANONYMOUS.has(message.type) && !this.#link?.identified) {
      const proved = await this.#proveKey();
      if (!proved.ok) return proved;
    }
    return this.#ask(message);
  }

  /** Requests the deletion of the key's account, with a signature that is valid for this connection only. */
  async deleteAccount(): Promise<Answer> {
    if (this.#status.peek() === 'connecting') await this.#outcome();
    const link = this.#link;
    if (this.#status.value !== 'online' || !link?.hello) return coded('offline');
    if (!link.identified) {
      const proved = await this.#proveKey();
      if (!proved.ok) return proved;
    }
    const key = await this.#ports.keys.current();
    if (!key || link !== this.#link) return coded('connection-lost');
    const { signDeletion } = await signingCode();
    const sig = await signDeletion(key, this.#challenge(link.hello));
    return this.#ask({ type: 'delete-account', confirm: 'delete my account', sig });
  }

  /** Requests another name. The answer holds the name as the server accepted it. */
  async rename(name: string): Promise<Answer> {
    const answer = await this.request({ type: 'name', name });
    if (answer.ok && answer.value.type === 'named') this.#become({ name: answer.value.name });
    return answer;
  }

  /**
   * Continues in this page after another tab or device took over, after trusting another server key, or after a ban.
   */
  takeOver(): void {
    this.#close();
    this.#connect();
  }

  /** Trusts the key that the server shows now, instead of the pinned one. */
  trustShownKey(): void {
    const shown = this.#shownKey.value;
    if (shown === null) return;
    this.#ports.pinned.replace(shown);
    this.takeOver();
  }

  /** Call this when the page becomes visible again: a socket may have died unnoticed. */
  lookedAt(): void {
    if (this.#isStopped()) return;
    if (this.#link && !this.time.slept()) this.#keepalive.probe();
    else this.takeOver();
  }

  /** Opens a new connection in place of the present one, for instance because the page was frozen and queued messages are old. */
  reconnect(): void {
    if (!this.#isStopped()) this.takeOver();
  }

  /** Call this when the browser reports that the network went away or came back. */
  networkChanged(online: boolean): void {
    if (this.#isStopped()) return;
    if (!online) {
      this.#close();
      this.#status.value = 'offline';
    } else if (!this.#link) this.#connect();
  }

  /** True for the answer to a request that may begin a match, even if the request has timed out. */
  answersBeginning({ id }: ServerMessage): boolean {
    return typeof id === 'number' && this.#beginnings.has(id);
  }

  /** Resolves when the page is no longer connecting, or has been for long. */
  async #outcome(): Promise<void> {
    let stop = () => {};
    await new Promise<void>((resolve) => {
      const cancel = this.#ports.after(CONNECTING_MS, resolve);
      const unsubscribe = this.#status.subscribe((status) => status !== 'connecting' && resolve());
      stop = () => {
        cancel();
        unsubscribe();
      };
    });
    stop();
  }

  #ask(message: Outgoing): Promise<Answer> {
    return this.#requests.ask((id) => {
      if (BEGINNING.has(message.type)) this.#beginnings.add(id);
      this.send({ ...message, id });
    });
  }

  #connect(): void {
    this.#cancelRetry();
    if (this.#status.value !== 'offline') this.#status.value = 'connecting';
    this.time.begin();
    const link: Link = { socket: null, hello: null, proof: null, identified: false };
    this.#link = link;
    link.socket = this.#ports.open(
      {
        opened: () => this.#keepalive.heard(),
        received: (text) => this.#received(link, text),
        closed: () => link === this.#link && this.#drop(),
      },
      this.#match,
    );
  }

  #received(link: Link, text: string): void {
    if (link !== this.#link) return;
    // Messages that a sleeping page has queued may be old. A new greeting brings the time and the match again.
    if (this.time.slept()) this.#drop();
    else this.#read(link, text);
  }

  #read(link: Link, text: string): void {
    this.#keepalive.heard();
    const message = readServer(text);
    if (message.ok) this.#handle(link, message.value);
    else {
      this.#isOutdated.value = true;
      this.#requests.misunderstood(message.id);
    }
  }

  #handle(link: Link, message: ServerMessage): void {
    if (message.type === 'hello') this.#greet(link, message).catch(() => link === this.#link && this.#drop());
    if (message.type === 'superseded') this.#stop('superseded');
    if (message.type === 'error' && message.code === 'banned') this.#banned(message.ban);
    if (message.type === 'identified') this.#identified(link, message);
    if (message.type === 'account') this.#become({ account: message.account, name: message.name });
    this.#requests.answered(message);
    for (const listener of [...this.#listeners]) listener(message);
    if (message.type === 'reconnect') this.#moveTo(message.match);
  }

  /** Opens another connection, which leads to the process of this match. The old one ends when the new one is ready. */
  #moveTo(match: string): void {
    this.#match = match;
    const former = this.#link?.socket;
    this.#link = null;
    this.#close();
    this.#former = former;
    this.#connect();
  }

  async #greet(link: Link, hello: ServerMessageOf<'hello'>): Promise<void> {
    this.#succession = hello.succession;
    this.#shownKey.value = hello.server;
    this.#expected.value = hello.origins;
    if (!hello.origins.includes(this.#ports.origin)) return this.#stop('wrong-address');
    const isTrusted = this.#ports.pinned.accepts(hello.server) || (await this.#follow(hello.server));
    if (link !== this.#link) return;
    if (!isTrusted) return this.#stop('wrong-server');
    const key = await this.#ports.keys.current();
    if (link !== this.#link) return;
    // A visitor without a key signs nothing, so the page is shown before the code for this check is loaded.
    if (key && !(await this.#isProven(link, hello))) return;
    this.#absenceMs.value = hello.absenceMs;
    this.time.greeted(hello.now);
    link.hello = hello;
    if (!key) return this.#ready();
    const proved = await this.#identify(link, key);
    if (!proved.ok && link === this.#link) this.#drop();
  }

  /** Pins the key that the server shows, if the pinned key has signed it as its successor. */
  async #follow(to: string): Promise<boolean> {
    const { pinned } = this.#ports;
    const from = pinned.pub;
    if (from === null || !(await this.#leads(from, to))) return false;
    pinned.replace(to);
    this.#keyChange.value = { from, to };
    return true;
  }

  async #leads(from: string, to: string): Promise<boolean> {
    const line = this.#succession;
    if (!line) return false;
    const { followSuccession } = await signingCode();
    return (await followSuccession(line, from, to)).ok;
  }

  async #proveKey(): Promise<Answer> {
    const link = this.#link;
    try {
      const key = await this.#ports.keys.ensure();
      if (!key) return coded('no-storage');
      return await this.#identify(link, key);
    } catch {
      return coded('offline');
    }
  }

  async #identify(link: Link | null, key: Key): Promise<Answer> {
    if (!link?.hello) return coded('offline');
    if (!(await this.#isProven(link, link.hello))) return coded('unproven');
    const { signIdentify } = await signingCode();
    const { origin } = this.#ports;
    const sig = await signIdentify(key, this.#challenge(link.hello));
    const { name } = this.#ports.keys;
    const proof = { type: 'identify', pub: key.pub, origin, sig } as const;
    const answer = await this.#ask(name ? { ...proof, name } : proof);
    if (answer.ok || answer.code !== 'name-taken' || link !== this.#link) return answer;
    this.#ports.keys.name = null;
    this.#lostName.value = name;
    return this.#ask(proof);
  }

  #challenge({ challenge, server }: ServerMessageOf<'hello'>): Challenge {
    return { challenge, server, origin: this.#ports.origin };
  }

  /**
   * True if the server has signed its greeting and this is still the connection. If the server has not signed, the page
   * stops.
   */
  async #isProven(link: Link, hello: ServerMessageOf<'hello'>): Promise<boolean> {
    if (link.proof?.hello !== hello) {
      const isRight = signingCode().then(({ verifyGreeting }) => verifyGreeting(hello, hello.sig));
      link.proof = { hello, isRight };
    }
    const isProven = await link.proof.isRight;
    if (link !== this.#link) return false;
    if (!isProven) this.#stop('unproven');
    return isProven;
  }

  #identified(link: Link, { type: _type, id: _id, ...me }: ServerMessageOf<'identified'>): void {
    link.identified = true;
    this.#me.value = me;
    this.#ready();
  }

  #banned(ban: BanView = { what: 'key', until: null, reason: null }): void {
    this.#ban.value = ban;
    this.#stop('banned');
  }

  #become(change: Partial<Me>): void {
    const me = this.#me.peek();
    if (me) this.#me.value = { ...me, ...change };
  }

  #ready(): void {
    this.#attempt = 0;
    this.#former?.close();
    this.#status.value = 'online';
  }

  /** Closes the socket and schedules a reconnection. */
  #drop(): void {
    this.#close();
    this.#status.value = this.#attempt === 0 ? 'connecting' : 'offline';
    const waitMs = backoffMs(this.#attempt, this.#ports.random(), this.isPlaying);
    this.#attempt += 1;
    this.#cancelRetry = this.#ports.after(waitMs, () => this.#connect());
  }

  /** Closes the socket until the player decides to reconnect. */
  #stop(status: Stopped): void {
    this.#close();
    this.#status.value = status;
  }

  #close(): void {
    const socket = this.#link?.socket;
    this.#link = null;
    this.#cancelRetry();
    this.#keepalive.stop();
    this.#requests.lost();
    socket?.close();
    this.#former?.close();
  }

  #isStopped(): boolean {
    return STOPPED.has(this.#status.value);
  }

  #tick(): void {
    // After a sleep this may run before the queued messages are read.
    if (this.#link && this.time.slept()) this.#drop();
    this.time.tick();
    this.#ports.after(TICK_MS, () => this.#tick());
  }
}
