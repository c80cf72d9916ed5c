import { type ClientMessage, decodeClient, type ServerMessage, type SocketCode, socketCodes } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import type { Log } from '../domain/ports.ts';
import { Queue } from '../domain/queue.ts';
import type { Service } from '../domain/service.ts';
import { connectionLog, connectionName } from './connection-log.ts';
import { dispatch } from './dispatch.ts';
import { encode, type RequestId, withId } from './encode.ts';
import type { KeyRates } from './key-rates.ts';
import { CLOSE, type SocketLimits } from './limits.ts';
import type { CloseReason, SocketObserver } from './observer.ts';
import { Rate } from './rate.ts';
import { Session } from './session.ts';

const CHALLENGE_BYTES = 16;

/** The other end, as far as a connection needs it. */
export interface Transport {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Bytes sent that have not left yet. */
  readonly unreadBytes: number;
}

export interface ConnectionParts {
  readonly transport: Transport;
  readonly service: Service;
  readonly limits: SocketLimits;
  /** The program's version, for `hello`. */
  readonly version: string;
  readonly origin: string;
  /** What the client is counted by: its IPv4 address, or the /64 network of its IPv6 address. */
  readonly network: string;
  /** Shared by all connections. */
  readonly keyRates: KeyRates;
  readonly observer: SocketObserver;
}

/** The life of a client's frame: limit, decode, dispatch. One frame after the other. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #session: Session;
  readonly #queue = new Queue();
  readonly #rate: Rate;
  readonly #name: string;
  readonly #log: Log;
  #refusedInARow = 0;
  #isOpen = true;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    const { service, limits, origin, network } = parts;
    this.#rate = new Rate(limits, service.world.now());
    const challenge = Buffer.from(service.world.randomBytes(CHALLENGE_BYTES)).toString('hex');
    this.#name = connectionName(challenge);
    this.#log = connectionLog(service.log, this.#name);
    this.#session = new Session({
      ...{ service, log: this.#log, limits, origin, network, challenge },
      send: (message) => this.#send(message),
      close: (code, reason) => this.#close(code, reason),
      later: (task) => this.#later(task),
    });
  }

  greet(): void {
    const { service, version } = this.#parts;
    const { challenge } = this.#session;
    const succession = service.succession.length > 0 ? { succession: [...service.succession] } : {};
    this.#send({
      ...{ type: 'hello', challenge, server: service.serverPub, ...succession, protocol: PROTOCOL, version },
      now: service.world.now(),
    });
  }

  /** A text frame has come in. */
  receive(text: string): void {
    if (!this.#isOpen) return;
    if (this.#mayGoOn()) this.#read(text);
    else this.#tooFast();
  }

  /** A frame has come in that is not text. */
  receiveBinary(): void {
    this.receive('');
  }

  /** The other end is gone. */
  end(): void {
    this.#isOpen = false;
    this.#session.end();
  }

  /** Others are banned than before: perhaps this one. */
  checkBans(): void {
    if (this.#isOpen) this.#session.isTurnedAway();
  }

  /** The service is about to stop. */
  dismiss(code: number): void {
    this.#refuse('shutting-down', socketCodes['shutting-down'], undefined);
    this.#close(code, 'shutting down');
  }

  /** Matches that are followed without a seat. */
  get watching(): number {
    return this.#session.watching;
  }

  /** Resolves when what was asked so far has ended. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** A connection has its budget, and so has the key that it proved, over all its connections. */
  #mayGoOn(): boolean {
    const { service, keyRates } = this.#parts;
    const { pub } = this.#session;
    const now = service.world.now();
    return this.#rate.take(now) && (pub === null || keyRates.take(pub, now));
  }

  #read(text: string): void {
    this.#refusedInARow = 0;
    const cameAt = performance.now();
    const decoded = decodeClient(text);
    if (decoded.ok) this.#later(() => this.#answer(decoded.value, cameAt));
    else this.#refuse(decoded.code, decoded.message, decoded.id);
  }

  async #answer(message: ClientMessage, cameAt: number): Promise<void> {
    if (!this.#isOpen) return;
    try {
      const answer = await dispatch(this.#session, message);
      const isRefused = answer?.type === 'error' || answer?.type === 'rejected';
      this.#parts.observer.handled(message.type, (performance.now() - cameAt) / 1000, isRefused);
      if (answer) this.#send(answer);
    } catch (error) {
      this.#failed(error, message.type);
      this.#refuse('internal', `${socketCodes.internal} (${this.#name})`, message.id);
    }
  }

  #later(task: () => Promise<void>): void {
    this.#queue.run(task).catch((error) => this.#failed(error));
  }

  /** An exception that nobody expected. */
  #failed(err: unknown, type?: ClientMessage['type']): void {
    this.#log.error({ err, type, pub: this.#session.pub }, 'a message was answered wrongly');
  }

  /** Said once, then patience runs out: answering every frame of a flood would double it. */
  #tooFast(): void {
    this.#refusedInARow += 1;
    if (this.#refusedInARow === 1) this.#refuse('too-many', socketCodes['too-many'], undefined);
    if (this.#refusedInARow > this.#parts.limits.patience) this.#close(CLOSE.tooManyMessages, 'too many messages');
  }

  #refuse(code: SocketCode, message: string, id: RequestId): void {
    this.#send(withId({ type: 'error', code, message }, id));
  }

  #send(message: ServerMessage): void {
    if (!this.#isOpen) return;
    const { transport, limits, observer } = this.#parts;
    if (message.type === 'error') observer.refused(message.code);
    if (message.type === 'rejected') observer.rejected(message.code);
    if (transport.unreadBytes > limits.unreadBytes) this.#close(CLOSE.tooSlow, 'too slow');
    else transport.send(encode(message));
  }

  #close(code: number, reason: CloseReason): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.observer.closed(reason);
    const isTheirFault = code === CLOSE.tooSlow || code === CLOSE.tooManyMessages;
    if (isTheirFault) this.#log.info({ pub: this.#session.pub, reason }, 'a connection was closed');
    this.#parts.transport.close(code, reason);
    this.#session.end();
  }
}
