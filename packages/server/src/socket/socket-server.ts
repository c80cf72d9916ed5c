import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_CLIENT_FRAME_BYTES, matchId } from '@anchor/wire';
import { originOf } from 'bg-record';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Origins } from '../domain/origins.ts';
import type { Knowledge } from '../domain/players/presence.ts';
import { arrivalOf, flowOf } from '../shared/arrival.ts';
import type { FairQueue } from '../shared/fair-queue.ts';
import type { Rounds } from '../shared/rounds.ts';
import { type Common, Connection } from './connection.ts';
import type { Frame } from './encode.ts';
import { CLOSE, type SocketLimits } from './limits.ts';
import type { SocketObserver } from './observer.ts';
import { KeyRates } from './rates.ts';
import type { SocketService } from './service.ts';
import { UnreadBudget } from './unread-budget.ts';
import { Watchers } from './watchers.ts';

/** A handshake too many is answered after this time, because its client tries again at once. So many wait for that at most. */
const DECLINE_MS = 250;
const MOST_DECLINING = 1_000;

interface SocketServerParts {
  readonly service: SocketService;
  readonly limits: SocketLimits;
  readonly version: string;
  /** Base of shared links. If null, links use the origin at which the client proved its key. */
  readonly publicUrl: string | null;
  readonly origins: Origins;
  /** True if the last value of the `X-Forwarded-For` is trusted. */
  readonly trustProxy: boolean;
  readonly observer: SocketObserver;
  readonly fairQueue: FairQueue;
  readonly rounds: Rounds;
  /** Answers a refused handshake with a status and closes the socket. */
  readonly refuse: (socket: Duplex, status: number, headers?: Readonly<Record<string, string>>) => void;
}

interface Client {
  readonly connection: Connection;
  hasAnswered: boolean;
  /** Unread bytes at the last sweep. */
  unreadBytes: number;
}

/** Accepts WebSocket connections at /ws and enforces the limits per address. */
export class SocketServer {
  readonly #parts: SocketServerParts;
  readonly #sockets: WebSocketServer;
  readonly #clients = new Map<WebSocket, Client>();
  readonly #perAddress = new Map<string, number>();
  readonly #arrivals: KeyRates;
  readonly #common: Common;
  readonly #heartbeat: NodeJS.Timeout;
  #isOpen = true;
  /** Handshakes that will be refused in a moment. */
  #declining = 0;

  constructor(parts: SocketServerParts) {
    this.#parts = parts;
    const { limits } = parts;
    this.#arrivals = new KeyRates(limits.arrivals);
    this.#common = {
      keyRates: new KeyRates(limits),
      proofRates: new KeyRates(limits.proofs),
      fairQueue: parts.fairQueue,
      rounds: parts.rounds,
      budget: new UnreadBudget(limits.unreadBytesInAll),
      watchers: new Watchers(limits.watchersPerNetwork),
    };
    // Compression would take ten times the time for events of a few hundred random bytes.
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MAX_CLIENT_FRAME_BYTES,
    });
    // An invalid handshake.
    this.#sockets.on('wsClientError', (_, socket) => parts.refuse(socket, 400, { 'sec-websocket-version': '13, 8' }));
    parts.service.bans.observe(() => {
      for (const { connection } of this.#clients.values()) connection.checkBans();
    });
    this.#heartbeat = setInterval(() => this.sweep(), parts.limits.heartbeatMs).unref();
  }

  /** Handles an HTTP upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { address } = arrivalOf(request, this.#parts.trustProxy);
    if (!this.#isOpen) this.#decline(socket, 'shutting down');
    else if (this.#parts.service.bans.ofNetwork(address)) this.#decline(socket, 'banned');
    else if (this.#isTooMany(address)) this.#decline(socket, 'too many of the address');
    else if (this.#cannotServe(request)) this.#decline(socket, 'unreachable');
    else if (this.#common.rounds.startNow()) this.#shakeHands(request, socket, head, address);
    else void this.#upgradeInRound(request, socket, head, address);
  }

  /** Many clients may connect at once. Their handshakes take turns with the requests of others. */
  async #upgradeInRound(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
    await this.#common.rounds.start(flowOf(address));
    if (!this.#isOpen) this.#decline(socket, 'shutting down');
    else if (this.#count(address, 0) >= this.#parts.limits.perAddress) this.#decline(socket, 'too many of the address');
    else if (!socket.readable || !socket.writable) this.#parts.refuse(socket, 400);
    else this.#shakeHands(request, socket, head, address);
  }

  #shakeHands(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#open(opened, socket, address, request));
  }

  /** Checks the number of open connections and the rate of new ones per address. */
  #isTooMany(address: string): boolean {
    return (
      this.#count(address, 0) >= this.#parts.limits.perAddress ||
      !this.#arrivals.take(address, this.#parts.service.world.now())
    );
  }

  /** True if the owner of the match in the address cannot be reached from here. Another process may reach it. */
  #cannotServe({ url = '' }: IncomingMessage): boolean {
    const { ledBy } = statedIn(url);
    return ledBy !== null && this.#parts.service.rooms.isUnreachable(ledBy);
  }

  /** Ends connections that have neither answered nor read since the last sweep, then pings the others. */
  sweep(): void {
    for (const [socket, client] of this.#clients) {
      const unreadBytes = socket.bufferedAmount;
      if (unreadBytes < client.unreadBytes) client.hasAnswered = true;
      client.unreadBytes = unreadBytes;
      if (!client.hasAnswered) {
        this.#parts.observer.closed('no answer');
        socket.terminate();
      }
      client.hasAnswered = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  }

  /** Number of connections, and of matches that they follow without a seat. */
  get figures(): { readonly connections: number; readonly watching: number } {
    const clients = [...this.#clients.values()];
    return {
      connections: clients.length,
      watching: clients.reduce((sum, { connection }) => sum + connection.watching, 0),
    };
  }

  /** Number of addresses and keys in the rate limiters. */
  get limiterKeys(): number {
    const { keyRates, proofRates } = this.#common;
    return this.#perAddress.size + this.#arrivals.size + keyRates.size + proofRates.size;
  }

  /** Refuses new connections and closes all others with "service restarts". Resolves when their requests have ended. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#heartbeat);
    const connections = [...this.#clients.values()].map(({ connection }) => connection);
    for (const connection of connections) connection.dismiss(CLOSE.restarts);
    await Promise.all(connections.map((connection) => connection.idle()));
  }

  /** Ends the connections that are still open after `stop`. */
  terminate(): void {
    for (const socket of this.#clients.keys()) socket.terminate();
  }

  #open(socket: WebSocket, wire: Duplex, address: string, { headers, url = '' }: IncomingMessage): void {
    // A page of another site may be a client too: its proof of a key names its origin.
    const from = headers.origin === undefined ? null : originOf(headers.origin);
    if (from !== null) this.#parts.origins.noticed(from);
    const cork = corker(wire);
    const transport = {
      send: (frame: Frame) => {
        cork();
        socket.send(frame, { binary: false });
      },
      close: (code: number, reason: string) => socket.close(code, reason),
      get unreadBytes() {
        return socket.bufferedAmount;
      },
      drained: () => drained(wire),
      read: (isReading: boolean) => (isReading ? socket.resume() : socket.pause()),
      cut: () => socket.terminate(),
    };
    const connection = new Connection({
      transport,
      service: this.#parts.service,
      limits: this.#parts.limits,
      version: this.#parts.version,
      observer: this.#parts.observer,
      origins: this.#parts.origins.all(),
      publicUrl: this.#parts.publicUrl,
      ...statedIn(url),
      network: address,
      common: this.#common,
    });
    const client = { connection, hasAnswered: true, unreadBytes: 0 };
    this.#clients.set(socket, client);
    this.#count(address, 1);
    this.#listen(socket, client, () => {
      this.#clients.delete(socket);
      this.#count(address, -1);
    });
    connection.greet();
  }

  #listen(socket: WebSocket, client: Client, gone: () => void): void {
    const { connection } = client;
    socket.on('message', (data, isBinary) => {
      client.hasAnswered = true;
      if (isBinary) connection.receiveBinary();
      else connection.receive(data.toString());
    });
    socket.on('pong', () => {
      client.hasAnswered = true;
    });
    // After an invalid frame, ws closes the connection with the right code.
    socket.on('error', () => this.#parts.observer.closed('broken frame'));
    socket.on('close', () => {
      connection.end();
      gone();
    });
  }

  #decline(socket: Duplex, reason: keyof typeof declined): void {
    this.#parts.observer.declined(reason);
    const { status, headers } = declined[reason];
    const isFlood = reason === 'too many of the address' && this.#declining < MOST_DECLINING;
    if (!isFlood) {
      this.#parts.refuse(socket, status, headers);
      return;
    }
    this.#declining += 1;
    setTimeout(() => {
      this.#declining -= 1;
      this.#parts.refuse(socket, status, headers);
    }, DECLINE_MS).unref();
  }

  /** Changes the number of an address's connections. Returns the new number. */
  #count(address: string, change: number): number {
    const count = (this.#perAddress.get(address) ?? 0) + change;
    if (count > 0) this.#perAddress.set(address, count);
    else this.#perAddress.delete(address);
    return count;
  }
}

/** HTTP status and headers of a refused handshake. */
const declined = {
  'shutting down': { status: 503, headers: { 'retry-after': '5' } },
  unreachable: { status: 503, headers: { 'retry-after': '1' } },
  banned: { status: 403, headers: {} },
  // Until another connection ends or is found dead.
  'too many of the address': { status: 429, headers: { 'retry-after': '30' } },
} as const;

/** Returns the optional parts of the format that the client names in the address of its connection. */
function statedIn(url: string): { readonly knows: Knowledge; readonly ledBy: string | null } {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const knows = { views: query.get('views') === '1', sessions: query.get('sessions') === '1' };
  const match = query.get('match');
  return { knows, ledBy: match === null || matchId.safeParse(match).success ? match : '' };
}

/** Corks the socket until the current task has ended, so that several messages (a reveal and its dice) need one system call. */
function corker(wire: Duplex): () => void {
  let isCorked = false;
  return () => {
    if (isCorked) return;
    isCorked = true;
    wire.cork();
    process.nextTick(() => {
      isCorked = false;
      wire.uncork();
    });
  };
}

function drained(wire: Duplex): Promise<void> {
  if (wire.writableLength === 0 || wire.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      wire.off('drain', done);
      wire.off('close', done);
      resolve();
    };
    wire.on('drain', done);
    wire.on('close', done);
  });
}
