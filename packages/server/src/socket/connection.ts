import { type ClientMessage, decodeClient, type SocketCode, socketCodes } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import type { Knowledge } from '../domain/players/presence.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';
import type { Log } from '../domain/ports/world.ts';
import { flowOf } from '../shared/arrival.ts';
import type { FairQueue } from '../shared/fair-queue.ts';
import { Queue } from '../shared/queue.ts';
import type { Rounds } from '../shared/rounds.ts';
import { dispatch } from './dispatch.ts';
import { encode, type Frame, type Outgoing, type RequestId, withId } from './encode.ts';
import { CLOSE, type SocketLimits } from './limits.ts';
import type { CloseReason, SocketObserver } from './observer.ts';
import { type KeyRates, Rate } from './rates.ts';
import type { SocketService } from './service.ts';
import { Session } from './session.ts';
import type { Holder, UnreadBudget } from './unread-budget.ts';
import type { Watchers } from './watchers.ts';

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
  /** All work of the process that no live match waits for. */
  readonly fairQueue: FairQueue;
  /** The start of requests about the players' own matches. */
  readonly rounds: Rounds;
  readonly budget: UnreadBudget;
  readonly watchers: Watchers;
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

/** A frame as it arrived. */
interface Arrived {
  readonly text: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** The same moment as a monotonic time in milliseconds. */
  readonly cameAt: number;
}

/**
 * Handles a client's frames: rate limit, decode, dispatch. Requests about the player's own match are handled in order, in rounds with those
 * of other connections. All other frames are handled in order too, each when it is the turn of its key or network, and are not even decoded before.
 */
export class Connection implements Holder {
  readonly #parts: ConnectionParts;
  readonly #session: Session;
  /** Requests about matches in which the client has a seat. */
  readonly #ofSeat = new Queue();
  /** Pings that only ask if the connection works. While the storage hangs, a client would take the connection for dead if they had to wait. */
  readonly #plainPings = new Queue();
  /** Everything else. */
  readonly #queue = new Queue();
  /** New matches of the client. They do not wait behind the other queue, where others may have caused what waits. */
  readonly #seating = new Queue();
  /** The answer to the request of `#queue` that is being handled: it may seat the player itself. */
  #answering = Promise.resolve();
  readonly #rate: Rate;
  readonly #name: string;
  readonly #log: Log;
  #refusedInARow = 0;
  /** Number and length of the frames without an answer. */
  #waiting = 0;
  #waitingBytes = 0;
  #isDraining = false;
  #isGreeted = false;
  /** When the last page of the client's own match was read, in milliseconds since the epoch. */
  #syncedAt = 0;
  #isReading = true;
  #isOpen = true;
  #ended: () => void = () => undefined;
  readonly #end = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    const { service, limits, origins, publicUrl, knows, ledBy, network } = parts;
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
      watchers: parts.common.watchers,
      challenge,
      send: (message) => this.#send(message),
      close: (code, reason) => this.#close(code, reason),
      later: (task) => this.#later(task),
      inTurn: (task, refused) => this.#later(() => this.#inTurn(task, refused)),
      inRound: () => this.#inRound(),
      seat: (task) => this.#run(this.#seating, () => this.#answering.then(task)),
    });
  }

  /** Sends `hello` before any answer. */
  greet(): void {
    this.#later(async () => {
      const greeting = await this.#parts.service.greet(this.#session.challenge, this.#parts.origins);
      const succession =
        this.#parts.service.succession.length > 0 ? { succession: [...this.#parts.service.succession] } : {};
      this.#send({ type: 'hello', ...greeting, ...succession, protocol: PROTOCOL, version: this.#parts.version });
      this.#isGreeted = true;
    });
  }

  /** Handles a text frame. */
  receive(text: string): void {
    if (!this.#isOpen) return;
    if (this.#isWithinRate()) this.#accept(this.#arrived(text));
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
    this.#parts.common.budget.forget(this);
    this.#session.end();
  }

  get unreadBytes(): number {
    return this.#parts.transport.unreadBytes;
  }

  get isClosing(): boolean {
    return !this.#isOpen;
  }

  drop(): void {
    this.#close(CLOSE.tooSlow, 'too slow');
  }

  cut(): void {
    this.#parts.transport.cut();
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
  async idle(): Promise<void> {
    // Frames of a player may move on to the other queue.
    await Promise.all([this.#plainPings, this.#ofSeat].map((queue) => queue.idle()));
    await this.#queue.idle();
    await this.#seating.idle();
  }

  /** Counts a message against the rate of the connection, and of its key over all connections. */
  #isWithinRate(): boolean {
    const { pub } = this.#session;
    const now = this.#parts.service.world.now();
    return this.#rate.take(now) && (pub === null || this.#parts.common.keyRates.take(pub, now));
  }

  #arrived(text: string): Arrived {
    return { text, at: this.#parts.service.world.now(), cameAt: performance.now() };
  }

  #accept(frame: Arrived): void {
    this.#refusedInARow = 0;
    const ping = this.#isGreeted ? plainPing(frame.text) : null;
    if (ping) this.#handle(this.#plainPings, frame, (arrived) => this.#answerPing(ping, arrived));
    else if (this.#session.hasSeat) this.#acceptOfPlayer(frame);
    else this.#handle(this.#queue, frame, (arrived) => this.#readInTurn(arrived));
  }

  #acceptOfPlayer(frame: Arrived): void {
    const handled = this.#parts.service.rooms.arrivals.add(this.#session.pub ?? '', frame.at);
    this.#handle(this.#ofSeat, frame, (arrived) => this.#readOfPlayer(arrived).finally(handled));
  }

  /** Resolves when a request that waits for no turn may start. Networks, and the keys of a network, take turns. */
  #inRound(): Promise<void> {
    return this.#parts.common.rounds.start(flowOf(this.#parts.network), this.#session.pub ?? '');
  }

  async #answerPing(ping: ClientMessage, frame: Arrived): Promise<void> {
    await this.#inRound();
    await this.#answer(ping, frame);
  }

  /** Reads a frame of a client with a seat in a live match. */
  async #readOfPlayer(frame: Arrived): Promise<void> {
    await this.#inRound();
    if (!this.#isOpen) return;
    const decoded = decodeClient(frame.text);
    if (decoded.ok && this.#session.isOfSeat(decoded.value)) await this.#answerPlayer(decoded.value, frame);
    else this.#handle(this.#queue, frame, (arrived) => this.#readInTurn(arrived, decoded));
  }

  /**
   * Reading a page of a match is work of the storage, so only two are read at a time. Nothing else here waits. A frame that a client
   * sends behind such a request counts as if it had arrived after the answer: otherwise a player could hold an event back at the opponent's
   * cost.
   */
  async #answerPlayer(message: ClientMessage, frame: Arrived): Promise<void> {
    if (message.type === 'sync') {
      await this.#inTurn(
        () => this.#answer(message, frame),
        () => this.#readRefused(frame),
        this.#session.ownFlow,
      );
      this.#syncedAt = this.#parts.service.world.now();
    } else await this.#answer(message, { ...frame, at: Math.max(frame.at, this.#syncedAt) });
  }

  /** A frame counts as if it had arrived when its turn comes: otherwise a player could choose how long an event waits at the opponent's cost. */
  #readInTurn(frame: Arrived, decoded?: ReturnType<typeof decodeClient>): Promise<void> {
    return this.#inTurn(
      () => this.#read({ ...frame, at: this.#parts.service.world.now() }, decoded),
      () => this.#readRefused(frame),
    );
  }

  /** A frame that waited until the client had read its answers counts as if it had arrived after that. */
  #handle(queue: Queue, frame: Arrived, task: (arrived: Arrived) => Promise<void>): void {
    const { text } = frame;
    this.#waiting += 1;
    this.#waitingBytes += text.length;
    this.#run(queue, async () => {
      try {
        await task((await this.#drain()) ? this.#arrived(text) : frame);
      } finally {
        this.#waiting -= 1;
        this.#waitingBytes -= text.length;
        this.#setReading();
      }
    });
    this.#setReading();
  }

  /** Runs the task when it is the turn of the flow, by default this client's key or network. Calls `refused` instead when too many wait. */
  async #inTurn(
    task: () => Promise<void>,
    refused: () => void = () => undefined,
    flow = this.#session.flow,
  ): Promise<void> {
    if (!this.#isOpen) return;
    const turn = await this.#parts.common.fairQueue.turn(flow);
    if (turn === null) return refused();
    try {
      await task();
    } finally {
      turn.end();
    }
  }

  async #read(frame: Arrived, known?: ReturnType<typeof decodeClient>): Promise<void> {
    if (!this.#isOpen) return;
    const decoded = known ?? decodeClient(frame.text);
    if (!decoded.ok) this.#refuse(decoded.code, decoded.message, decoded.id);
    else if (!this.#mayProve(decoded.value)) this.#refuse('too-many', socketCodes['too-many'], decoded.value.id);
    else {
      this.#answering = this.#answer(decoded.value, frame);
      await this.#answering;
    }
  }

  #readRefused({ text }: Arrived): void {
    const decoded = decodeClient(text);
    this.#refuse('too-many', socketCodes['too-many'], decoded.ok ? decoded.value.id : decoded.id);
  }

  /** Limits proofs per network: each costs a signature check, and a client can open many connections. */
  #mayProve({ type }: ClientMessage): boolean {
    return (
      type !== 'identify' || this.#parts.common.proofRates.take(this.#parts.network, this.#parts.service.world.now())
    );
  }

  /** Backpressure: a client that does not read its answers is served no further until it has. Resolves to true if it had to. */
  async #drain(): Promise<boolean> {
    if (!this.#isOpen || this.#parts.transport.unreadBytes <= this.#parts.limits.servedBytes) return false;
    this.#isDraining = true;
    this.#setReading();
    await Promise.race([this.#parts.transport.drained(), this.#end]);
    this.#isDraining = false;
    return true;
  }

  #setReading(): void {
    const hasRoom = this.#waiting < this.#parts.limits.waiting && this.#waitingBytes < this.#parts.limits.waitingBytes;
    const isReading = !this.#isOpen || (!this.#isDraining && hasRoom);
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    this.#parts.transport.read(isReading);
  }

  async #answer(message: ClientMessage, { at, cameAt }: Arrived): Promise<void> {
    if (!this.#isOpen) return;
    try {
      const answer = await dispatch(this.#session, message, at);
      const isRefused = answer?.type === 'error' || answer?.type === 'rejected';
      this.#parts.observer.handled(message.type, (performance.now() - cameAt) / 1000, isRefused);
      if (answer) this.#send(answer);
    } catch (error) {
      this.#failed(error, message.type);
      if (error instanceof StoreUnavailable)
        this.#refuse('database-unavailable', socketCodes['database-unavailable'], message.id);
      else this.#refuse('internal', `${socketCodes.internal} (${this.#name})`, message.id);
    }
  }

  #later(task: () => Promise<void>): void {
    this.#run(this.#queue, task);
  }

  #run(queue: Queue, task: () => Promise<void>): void {
    queue.run(task).catch((error) => this.#failed(error));
  }

  #failed(err: unknown, type?: ClientMessage['type']): void {
    this.#log.error({ err, type, pub: this.#session.pub }, 'unhandled error in socket handler');
  }

  /** Refuses once and then ignores further messages, because an answer to each would double a flood. Closes the connection in the end. */
  #tooFast(): void {
    this.#refusedInARow += 1;
    if (this.#refusedInARow === 1) this.#refuse('too-many', socketCodes['too-many'], undefined);
    if (this.#refusedInARow > this.#parts.limits.patience) this.#close(CLOSE.tooManyMessages, 'too many messages');
  }

  #refuse(code: SocketCode, message: string, id: RequestId): void {
    this.#send(withId({ type: 'error', code, message }, id));
  }

  #send(message: Outgoing): void {
    if (!this.#isOpen) return;
    if (message.type === 'error') this.#parts.observer.refused(message.code);
    if (message.type === 'rejected') this.#parts.observer.rejected(message.code);
    const frame = encode(message);
    if (this.#parts.transport.unreadBytes + frame.length > this.#parts.limits.unreadBytes) this.drop();
    else {
      this.#parts.transport.send(frame);
      this.#parts.common.budget.sent(this);
    }
  }

  #close(code: number, reason: CloseReason): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.observer.closed(reason);
    const isTheirFault = code === CLOSE.tooSlow || code === CLOSE.tooManyMessages;
    if (isTheirFault) this.#log.info({ pub: this.#session.pub, reason }, 'a connection was closed');
    this.#parts.transport.close(code, reason);
    this.#ended();
    // Resume reading, to receive the client's close frame.
    this.#setReading();
    this.#session.end();
  }
}

/** A plain ping is shorter than this. */
const SHORT_LENGTH = 32;

/** Reads a ping with neither id nor match. Returns null for every other text, without decoding a long one. */
function plainPing(text: string): ClientMessage | null {
  const decoded = text.length < SHORT_LENGTH ? decodeClient(text) : null;
  if (!decoded?.ok) return null;
  const { value } = decoded;
  return value.type === 'ping' && value.match === undefined && value.id === undefined ? value : null;
}

/** Number of digits of the challenge that name a connection in the log. Only the client and the server know the challenge. */
const NAME_DIGITS = 12;

/** The name of a connection in the log, from the challenge in its greeting. */
function connectionName(challenge: string): string {
  return challenge.slice(0, NAME_DIGITS);
}

/** A log that adds the connection's name to every line, as `conn`. */
function connectionLog(log: Log, conn: string): Log {
  return {
    info: (fields, message) => log.info({ conn, ...fields }, message),
    warn: (fields, message) => log.warn({ conn, ...fields }, message),
    error: (fields, message) => log.error({ conn, ...fields }, message),
  };
}
