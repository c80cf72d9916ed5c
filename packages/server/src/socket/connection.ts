import { type ClientMessage, decodeClient, type ServerMessage, type SocketCode, socketCodes } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import { Queue } from '../domain/queue.ts';
import type { Service } from '../domain/service.ts';
import { dispatch } from './dispatch.ts';
import { encode, type RequestId, withId } from './encode.ts';
import type { KeyRates } from './key-rates.ts';
import { CLOSE, type SocketLimits } from './limits.ts';
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
  /** An exception that nobody expected. */
  readonly failed: (error: unknown) => void;
}

/** The life of a client's frame: limit, decode, dispatch. One frame after the other. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #session: Session;
  readonly #queue = new Queue();
  readonly #rate: Rate;
  #refusedInARow = 0;
  #isOpen = true;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    const { service, limits, origin, network } = parts;
    this.#rate = new Rate(limits, service.world.now());
    this.#session = new Session({
      ...{ service, limits, origin, network },
      challenge: Buffer.from(service.world.randomBytes(CHALLENGE_BYTES)).toString('hex'),
      send: (message) => this.#send(message),
      close: (code, reason) => this.#close(code, reason),
      later: (task) => this.#later(task),
    });
  }

  greet(): void {
    const { service, version } = this.#parts;
    const { challenge } = this.#session;
    this.#send({
      ...{ type: 'hello', challenge, server: service.serverPub, protocol: PROTOCOL, version },
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

  /** The service is about to stop. */
  dismiss(code: number): void {
    this.#refuse('shutting-down', socketCodes['shutting-down'], undefined);
    this.#close(code, 'shutting down');
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
    const decoded = decodeClient(text);
    if (decoded.ok) this.#later(() => this.#answer(decoded.value));
    else this.#refuse(decoded.code, decoded.message, decoded.id);
  }

  async #answer(message: ClientMessage): Promise<void> {
    if (!this.#isOpen) return;
    try {
      const answer = await dispatch(this.#session, message);
      if (answer) this.#send(answer);
    } catch (error) {
      this.#parts.failed(error);
      this.#refuse('internal', socketCodes.internal, message.id);
    }
  }

  #later(task: () => Promise<void>): void {
    this.#queue.run(task).catch(this.#parts.failed);
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
    const { transport, limits } = this.#parts;
    if (transport.unreadBytes > limits.unreadBytes) this.#close(CLOSE.tooSlow, 'too slow');
    else transport.send(encode(message));
  }

  #close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.transport.close(code, reason);
    this.#session.end();
  }
}
