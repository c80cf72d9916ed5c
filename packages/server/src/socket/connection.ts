import { type ClientMessage, decodeClient, type SocketCode, socketCodes } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import type { Knowledge } from '../domain/players/presence.ts';
import type { Log } from '../domain/ports/world.ts';
import { Queue } from '../shared/queue.ts';
import { connectionLog, connectionName } from './connection-log.ts';
import { dispatch } from './dispatch.ts';
import { encode, type Frame, type Outgoing, type RequestId, withId } from './encode.ts';
import { CLOSE, costOf, type SocketLimits } from './limits.ts';
import type { CloseReason, SocketObserver } from './observer.ts';
import { type KeyRates, Rate } from './rates.ts';
import type { ReadTurns } from './read-turns.ts';
import type { SocketService } from './service.ts';
import { Session } from './session.ts';
import type { Holder, UnreadBudget } from './unread-budget.ts';

const CHALLENGE_BYTES = 16;

/** The operations of a socket that a connection uses. */
interface Transport {
  /** Sends a text frame. */
  send(frame: Frame): void;
  close(code: number, reason: string): void;
  /** Bytes sent that are still buffered in this process, because the client reads slowly. */
  readonly unreadBytes: number;
  /** Resolves when the buffer is empty or the socket is closed. */
  drained(): Promise<void>;
  /** Pauses or resumes reading. */
  read(isReading: boolean): void;
  /** Ends the socket at once and drops unsent data. */
  cut(): void;
}

/** State that all connections share. */
export interface Common {
  /** Message rates of proved keys. */
  readonly keyRates: KeyRates;
  /** Rates at which each network may try to prove a key. */
  readonly proofRates: KeyRates;
  readonly readTurns: ReadTurns;
  readonly budget: UnreadBudget;
}

interface ConnectionParts {
  readonly transport: Transport;
  readonly service: SocketService;
  readonly limits: SocketLimits;
  /** The program's version, for `hello`. */
  readonly version: string;
  /** Origins at which clients reach the service. */
  readonly origins: readonly string[];
  /** Base of shared links. If null, links use the origin at which the client proved its key. */
  readonly publicUrl: string | null;
  /** The optional parts of the format that the client has said that it knows. */
  readonly knows: Knowledge;
  /**
   * The match that the client's address names, by which a proxy may have chosen this process: empty if it names none, null if the client does
   * not know this. It is only compared.
   */
  readonly ledBy: string | null;
  /** The client's IPv4 address, or the /64 network of its IPv6 address, for rate limits. */
  readonly network: string;
  readonly common: Common;
  readonly observer: SocketObserver;
}

/** Handles a client's frames one at a time: rate limit, decode, dispatch. */
export class Connection implements Holder {
  readonly #transport: Transport;
  readonly #service: SocketService;
  readonly #limits: SocketLimits;
  readonly #version: string;
  readonly #origins: readonly string[];
  readonly #network: string;
  readonly #common: Common;
  readonly #observer: SocketObserver;
  readonly #session: Session;
  readonly #queue = new Queue();
  readonly #rate: Rate;
  readonly #name: string;
  readonly #log: Log;
  #refusedInARow = 0;
  /** Number of requests without an answer. */
  #waiting = 0;
  #isDraining = false;
  #isReading = true;
  #isOpen = true;
  #ended: () => void = () => undefined;
  readonly #end = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor(parts: ConnectionParts) {
    this.#transport = parts.transport;
    this.#service = parts.service;
    this.#limits = parts.limits;
    this.#version = parts.version;
    this.#origins = parts.origins;
    this.#network = parts.network;
    this.#common = parts.common;
    this.#observer = parts.observer;
    const { service, limits, origins, publicUrl, knows, ledBy, network, common } = parts;
    const { readTurns } = common;
    this.#rate = new Rate(limits, service.world.now());
    const challenge = Buffer.from(service.world.randomBytes(CHALLENGE_BYTES)).toString('hex');
    this.#name = connectionName(challenge);
    this.#log = connectionLog(service.log, this.#name);
    this.#session = new Session({
      service,
      log: this.#log,
      limits,
      origins,
      publicUrl,
      knows,
      ledBy,
      network,
      challenge,
      readTurns,
      send: (message) => this.#send(message),
      close: (code, reason) => this.#close(code, reason),
      later: (task) => this.#later(task),
    });
  }

  /** Sends `hello` before any answer. */
  greet(): void {
    this.#later(async () => {
      const greeting = await this.#service.greet(this.#session.challenge, this.#origins);
      const succession = this.#service.succession.length > 0 ? { succession: [...this.#service.succession] } : {};
      this.#send({ type: 'hello', ...greeting, ...succession, protocol: PROTOCOL, version: this.#version });
    });
  }

  /** Handles a text frame. */
  receive(text: string): void {
    if (!this.#isOpen) return;
    if (this.#isWithinRate()) this.#read(text);
    else this.#tooFast();
  }

  /** Handles a binary frame, which is never valid. */
  receiveBinary(): void {
    this.receive('');
  }

  /** Called when the socket is closed. */
  end(): void {
    this.#isOpen = false;
    this.#ended();
    this.#common.budget.forget(this);
    this.#session.end();
  }

  get unreadBytes(): number {
    return this.#transport.unreadBytes;
  }

  get isClosing(): boolean {
    return !this.#isOpen;
  }

  drop(): void {
    this.#close(CLOSE.tooSlow, 'too slow');
  }

  cut(): void {
    this.#transport.cut();
  }

  /** Closes this connection if it is banned now. */
  checkBans(): void {
    if (this.#isOpen) this.#session.closeIfBanned();
  }

  /** Closes the connection because the service is stopping. */
  dismiss(code: number): void {
    this.#refuse('shutting-down', socketCodes['shutting-down'], undefined);
    this.#close(code, 'shutting down');
  }

  /** Number of matches followed without a seat. */
  get watching(): number {
    return this.#session.watching;
  }

  /** Resolves when all requests so far have been answered. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Counts a message against the rate of the connection, and of its key over all connections. */
  #isWithinRate(cost = 1): boolean {
    const { pub } = this.#session;
    const now = this.#service.world.now();
    return this.#rate.take(now, cost) && (pub === null || this.#common.keyRates.take(pub, now, cost));
  }

  #read(text: string): void {
    const cameAt = performance.now();
    const decoded = decodeClient(text);
    const rest = decoded.ok ? costOf(decoded.value.type) - 1 : 0;
    if (rest > 0 && !this.#isWithinRate(rest)) {
      this.#tooFast();
      return;
    }
    this.#refusedInARow = 0;
    if (!decoded.ok) this.#refuse(decoded.code, decoded.message, decoded.id);
    else if (!this.#mayProve(decoded.value)) this.#refuse('too-many', socketCodes['too-many'], decoded.value.id);
    else this.#request(decoded.value, cameAt);
  }

  /** Limits proofs per network: each costs a signature check, and a client can open many connections. */
  #mayProve({ type }: ClientMessage): boolean {
    return type !== 'identify' || this.#common.proofRates.take(this.#network, this.#service.world.now());
  }

  #request(message: ClientMessage, cameAt: number): void {
    this.#waiting += 1;
    this.#later(async () => {
      await this.#drain();
      await this.#answer(message, cameAt);
      this.#waiting -= 1;
      this.#setReading();
    });
    this.#setReading();
  }

  /** Backpressure: a client that does not read its answers is served no further until it has. */
  async #drain(): Promise<void> {
    if (!this.#isOpen || this.#transport.unreadBytes <= this.#limits.servedBytes) return;
    this.#isDraining = true;
    this.#setReading();
    await Promise.race([this.#transport.drained(), this.#end]);
    this.#isDraining = false;
  }

  #setReading(): void {
    const isReading = !this.#isOpen || (!this.#isDraining && this.#waiting < this.#limits.waiting);
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    this.#transport.read(isReading);
  }

  async #answer(message: ClientMessage, cameAt: number): Promise<void> {
    if (!this.#isOpen) return;
    try {
      const answer = await dispatch(this.#session, message);
      const isRefused = answer?.type === 'error' || answer?.type === 'rejected';
      this.#observer.handled(message.type, (performance.now() - cameAt) / 1000, isRefused);
      if (answer) this.#send(answer);
    } catch (error) {
      this.#failed(error, message.type);
      this.#refuse('internal', `${socketCodes.internal} (${this.#name})`, message.id);
    }
  }

  #later(task: () => Promise<void>): void {
    this.#queue.run(task).catch((error) => this.#failed(error));
  }

  #failed(err: unknown, type?: ClientMessage['type']): void {
    this.#log.error({ err, type, pub: this.#session.pub }, 'unhandled error in socket handler');
  }

  /** Refuses once and then ignores further messages, because an answer to each would double a flood. Closes the connection in the end. */
  #tooFast(): void {
    this.#refusedInARow += 1;
    if (this.#refusedInARow === 1) this.#refuse('too-many', socketCodes['too-many'], undefined);
    if (this.#refusedInARow > this.#limits.patience) this.#close(CLOSE.tooManyMessages, 'too many messages');
  }

  #refuse(code: SocketCode, message: string, id: RequestId): void {
    this.#send(withId({ type: 'error', code, message }, id));
  }

  #send(message: Outgoing): void {
    if (!this.#isOpen) return;
    if (message.type === 'error') this.#observer.refused(message.code);
    if (message.type === 'rejected') this.#observer.rejected(message.code);
    const frame = encode(message);
    if (this.#transport.unreadBytes + frame.length > this.#limits.unreadBytes) this.drop();
    else {
      this.#transport.send(frame);
      this.#common.budget.sent(this);
    }
  }

  #close(code: number, reason: CloseReason): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#observer.closed(reason);
    const isTheirFault = code === CLOSE.tooSlow || code === CLOSE.tooManyMessages;
    if (isTheirFault) this.#log.info({ pub: this.#session.pub, reason }, 'a connection was closed');
    this.#transport.close(code, reason);
    this.#ended();
    // Resume reading, to receive the client's close frame.
    this.#setReading();
    this.#session.end();
  }
}
