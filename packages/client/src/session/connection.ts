import {
  type BanView,
  type ClientMessageOf,
  type ClientType,
  decodeServer,
  type ServerMessage,
  type ServerMessageOf,
} from '@anchor/wire';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Challenge, Key } from 'bg-record';
import { backoffMs } from './backoff.ts';
import { Keepalive } from './keepalive.ts';
import type { PinnedKey } from './pins.ts';
import type { After, OpenSocket, Socket } from './ports.ts';
import { type Answer, failed, failedHere, Requests } from './requests.ts';
import { ServerTime, TICK_MS } from './server-time.ts';
import type { ConnectionStatus } from './types.ts';

/** A message to the server, without the id that its request gets. */
export type Outgoing = { [T in ClientType]: Omit<ClientMessageOf<T>, 'id'> }[ClientType];
export type Me = Omit<ServerMessageOf<'identified'>, 'type' | 'id'>;
export type Listener = (message: ServerMessage) => void;

/** The key that a connection proves; made when something first needs one. */
export interface KeyHolder {
  /** The key, if there is one. */
  current(): Promise<Key | null>;
  /** The key, made now if there was none; null when this browser keeps nothing, and so no key either. */
  ensure(): Promise<Key | null>;
  /** The name that the player chose, if any. */
  readonly name: string | null;
}

export interface ConnectionPorts {
  readonly open: OpenSocket;
  /** The web origin that `open` dials, as `originOf` of bg-record writes it. */
  readonly origin: string;
  readonly after: After;
  readonly now: () => number;
  readonly random: () => number;
  readonly keys: KeyHolder;
  readonly pinned: PinnedKey;
}

/** That the server has taken another key; both are public keys. */
export interface KeyChange {
  readonly from: string;
  readonly to: string;
}

/** The page does not come back from these by itself. */
type Stopped = 'superseded' | 'wrong-server' | 'wrong-address' | 'unproven' | 'banned';
const STOPPED: ReadonlySet<ConnectionStatus> = new Set<Stopped>([
  'superseded',
  'wrong-server',
  'wrong-address',
  'unproven',
  'banned',
]);

/** One socket's life. What belongs to an earlier one is ignored. */
interface Link {
  socket: Socket | null;
  hello: ServerMessageOf<'hello'> | null;
  /** True if the server has signed its greeting; null until that was asked. */
  proof: Promise<boolean> | null;
  identified: boolean;
}

/** What may be asked without proving a key. */
const ANONYMOUS: ReadonlySet<ClientType> = new Set([
  'lobby',
  'leave-lobby',
  'invite-info',
  'watch',
  'unwatch',
  'sync',
  'ping',
  'puzzle',
  'registration',
]);

/** The page's one connection: greets, proves the key, comes back by itself, and hands typed messages to who listens. */
export class Connection {
  readonly time: ServerTime;
  readonly #status = signal<ConnectionStatus>('connecting');
  readonly #me = signal<Me | null>(null);
  readonly #shownKey = signal<string | null>(null);
  readonly #keyChange = signal<KeyChange | null>(null);
  readonly #ports: ConnectionPorts;
  readonly #requests: Requests;
  readonly #keepalive: Keepalive;
  readonly #listeners = new Set<Listener>();
  readonly #expected = signal<readonly string[]>([]);
  readonly #ban = signal<BanView | null>(null);
  /** What former keys of the server have signed, as it told last. */
  #succession: ServerMessageOf<'hello'>['succession'];
  #link: Link | null = null;
  #attempt = 0;
  #cancelRetry: () => void = () => {};

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
    this.time = new ServerTime(ports.now);
    this.#requests = new Requests(ports.after);
    this.#keepalive = new Keepalive(
      ports.after,
      () => this.tell({ type: 'ping' }),
      () => this.#drop(),
    );
  }

  get status(): ReadonlySignal<ConnectionStatus> {
    return this.#status;
  }

  /** Who the server says this key is; null before the first identification. */
  get me(): ReadonlySignal<Me | null> {
    return this.#me;
  }

  /** The key that the server shows, also when it is not the pinned one. */
  get shownKey(): ReadonlySignal<string | null> {
    return this.#shownKey;
  }

  /** The server has taken another key, and the one known here has signed that; null once the player has read it. */
  get keyChange(): ReadonlySignal<KeyChange | null> {
    return this.#keyChange;
  }

  /** The web origin that this page dials. */
  get origin(): string {
    return this.#ports.origin;
  }

  /** The web origins at which the server expects to be reached, as it said last. */
  get expected(): ReadonlySignal<readonly string[]> {
    return this.#expected;
  }

  /** Why and until when the operator keeps this page out; null when he does not. */
  get ban(): ReadonlySignal<BanView | null> {
    return this.#ban;
  }

  dismissKeyChange(): void {
    this.#keyChange.value = null;
  }

  /** Whether a key is the one pinned for this server, or one from which signed statements lead to it. */
  async isServers(pub: string): Promise<boolean> {
    const pinned = this.#ports.pinned.pub;
    return pub === pinned || (pinned !== null && (await this.#leads(pub, pinned)));
  }

  start(): void {
    this.#tick();
    this.#connect();
  }

  /** Calls `listener` for every message; the answer stops it. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends without waiting for an answer; false when there is no connection to send on. */
  tell(message: Outgoing & { readonly id?: number | string }): boolean {
    const socket = this.#link?.hello && this.#link.socket;
    socket?.send(JSON.stringify(message));
    return Boolean(socket);
  }

  /** Asks and waits for the answer. What needs a key proves it first, and makes one if there is none. */
  async request(message: Outgoing): Promise<Answer> {
    if (this.#status.value !== 'online') return failedHere('offline');
    if (!ANONYMOUS.has(message.type) && !this.#link?.identified) {
      const proved = await this.#proveKey();
      if (!proved.ok) return proved;
    }
    return this.#ask(message);
  }

  /** Has the account of the own key deleted: a wish of its own, signed for this connection. */
  async deleteAccount(): Promise<Answer> {
    const link = this.#link;
    if (this.#status.value !== 'online' || !link?.hello) return failedHere('offline');
    if (!link.identified) {
      const proved = await this.#proveKey();
      if (!proved.ok) return proved;
    }
    const key = await this.#ports.keys.current();
    if (!key || link !== this.#link) return failedHere('connection-lost');
    const { signDeletion } = await import('./signing.ts');
    const sig = await signDeletion(key, this.#challenge(link.hello));
    return this.#ask({ type: 'delete-account', confirm: 'delete my account', sig });
  }

  /** Takes another name; what the server made of it is the answer. */
  async rename(name: string): Promise<Answer> {
    const answer = await this.request({ type: 'name', name });
    if (answer.ok && answer.value.type === 'named') this.#become({ name: answer.value.name });
    return answer;
  }

  /** Goes on here after another tab or device had taken over; also the way back after trusting another server key, or after a ban. */
  takeOver(): void {
    this.#close();
    this.#connect();
  }

  /** Trusts the key that the server shows now instead of the pinned one. */
  trustShownKey(): void {
    const shown = this.#shownKey.value;
    if (shown === null) return;
    this.#ports.pinned.replace(shown);
    this.takeOver();
  }

  /** The page is looked at again: a socket may have died meanwhile without saying so. */
  lookedAt(): void {
    if (this.#isStopped()) return;
    if (this.#link && !this.time.slept()) this.#keepalive.probe();
    else this.takeOver();
  }

  /** The page was frozen and goes on: what waited for it is old, and is told anew. */
  woke(): void {
    if (!this.#isStopped()) this.takeOver();
  }

  /** The browser noticed that the network went or came. */
  networkChanged(online: boolean): void {
    if (this.#isStopped()) return;
    if (!online) {
      this.#close();
      this.#status.value = 'offline';
    } else if (!this.#link) this.#connect();
  }

  #ask(message: Outgoing): Promise<Answer> {
    return this.#requests.ask((id) => this.tell({ ...message, id }));
  }

  #connect(): void {
    this.#cancelRetry();
    if (this.#status.value !== 'offline') this.#status.value = 'connecting';
    this.time.begin();
    const link: Link = { socket: null, hello: null, proof: null, identified: false };
    this.#link = link;
    link.socket = this.#ports.open({
      opened: () => this.#keepalive.heard(),
      received: (text) => this.#received(link, text),
      closed: () => link === this.#link && this.#drop(),
    });
  }

  #received(link: Link, text: string): void {
    if (link !== this.#link) return;
    // What a sleeping page finds in its mailbox may be old: a new greeting tells the time and the match again.
    if (this.time.slept()) this.#drop();
    else this.#read(link, text);
  }

  #read(link: Link, text: string): void {
    this.#keepalive.heard();
    const message = decodeServer(text);
    if (message.ok) this.#handle(link, message.value);
  }

  #handle(link: Link, message: ServerMessage): void {
    if (message.type === 'hello') this.#greet(link, message).catch(() => link === this.#link && this.#drop());
    if (message.type === 'superseded') this.#stop('superseded');
    if (message.type === 'error' && message.code === 'banned') this.#banned(message.ban);
    if (message.type === 'identified') this.#identified(link, message);
    if (message.type === 'account') this.#become({ account: message.account, name: message.name });
    this.#requests.answered(message);
    for (const listener of [...this.#listeners]) listener(message);
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
    // a visitor without a key signs nothing, and is shown the page before what could check this is fetched
    if (key && !(await this.#isProven(link, hello))) return;
    this.time.greeted(hello.now);
    link.hello = hello;
    if (!key) return this.#ready();
    const proved = await this.#identify(link, key);
    if (!proved.ok && link === this.#link) this.#drop();
  }

  /** Pins the key that the server shows, if the pinned one leads to it. */
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
    const { followSuccession } = await import('./signing.ts');
    return (await followSuccession(line, from, to)).ok;
  }

  async #proveKey(): Promise<Answer> {
    const link = this.#link;
    try {
      const key = await this.#ports.keys.ensure();
      if (!key) return failedHere('no-storage');
      return await this.#identify(link, key);
    } catch {
      return failed('offline', 'A part of this page could not be fetched.');
    }
  }

  async #identify(link: Link | null, key: Key): Promise<Answer> {
    if (!link?.hello) return failedHere('offline');
    if (!(await this.#isProven(link, link.hello))) return failedHere('unproven');
    const { signIdentify } = await import('./signing.ts');
    const { origin } = this.#ports;
    const sig = await signIdentify(key, this.#challenge(link.hello));
    const { name } = this.#ports.keys;
    return this.#ask({ type: 'identify', pub: key.pub, origin, sig, ...(name ? { name } : {}) });
  }

  #challenge({ challenge, server }: ServerMessageOf<'hello'>): Challenge {
    return { challenge, server, origin: this.#ports.origin };
  }

  /** True if the server has signed its greeting, and this is still the connection; where it has not, the page stops. */
  async #isProven(link: Link, hello: ServerMessageOf<'hello'>): Promise<boolean> {
    link.proof ??= import('./signing.ts').then(({ verifyGreeting }) => verifyGreeting(hello, hello.sig));
    const isProven = await link.proof;
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
    this.#status.value = 'online';
  }

  /** Gives the socket up and tries again after a while. */
  #drop(): void {
    this.#close();
    this.#status.value = this.#attempt === 0 ? 'connecting' : 'offline';
    const waitMs = backoffMs(this.#attempt, this.#ports.random());
    this.#attempt += 1;
    this.#cancelRetry = this.#ports.after(waitMs, () => this.#connect());
  }

  /** Gives the socket up until the player says otherwise. */
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
  }

  #isStopped(): boolean {
    return STOPPED.has(this.#status.value);
  }

  #tick(): void {
    // After a sleep this may run before what arrived meanwhile is read.
    if (this.#link && this.time.slept()) this.#drop();
    this.time.tick();
    this.#ports.after(TICK_MS, () => this.#tick());
  }
}
