import type { Bus, BusMessage } from '../domain/ports/bus.ts';
import type { Log } from '../domain/ports/world.ts';
import { isOnlyHere } from '../domain/topics.ts';
import { type Connection, PREFIX } from './connection.ts';
import { type Envelope, makeEnvelope, readBody, readEnvelope } from './envelope.ts';
import { RollCall } from './roll-call.ts';

const CHANNEL = `${PREFIX}bus`;
const BEAT_MS = 1_000;
const SILENT_BEATS = 3;
const FORGOTTEN_BEATS = 15;
/** While messages may be missing, listeners read the storage again at every second beat. */
const POLL_BEATS = 2;

/** A bus within this process that knows which topics have listeners. */
interface LocalBus extends Bus {
  hears(topic: string): boolean;
}

interface RedisBusParts {
  readonly local: LocalBus;
  readonly connection: Connection;
  /** Unique per run of a process. */
  readonly processId: string;
  readonly log: Log;
  readonly beatMs?: number;
}

/**
 * A bus over one Redis channel. Redis stores no messages, so a process that is disconnected loses them. Sequence numbers and heartbeats
 * detect the loss, and `onMissed` reports it.
 */
export class RedisBus implements Bus {
  readonly #local: LocalBus;
  readonly #connection: Connection;
  readonly #processId: string;
  readonly #log: Log;
  readonly #beatMs: number;
  readonly #rollCall: RollCall;
  readonly #missed = new Set<() => void>();
  #number = 0;
  #beats = 0;
  #wasWhole = false;
  #timer: NodeJS.Timeout | null = null;
  #ignored = 0;
  #gaps = 0;

  constructor(parts: RedisBusParts) {
    this.#local = parts.local;
    this.#connection = parts.connection;
    this.#processId = parts.processId;
    this.#log = parts.log;
    this.#beatMs = parts.beatMs ?? BEAT_MS;
    this.#rollCall = new RollCall(parts.processId, {
      silenceMs: SILENT_BEATS * this.#beatMs,
      forgetMs: FORGOTTEN_BEATS * this.#beatMs,
    });
  }

  get isWhole(): boolean {
    return this.#rollCall.isWhole(performance.now());
  }

  /** Redis reachable, stream without gaps, live peers, unrecognised messages. */
  get health() {
    const here = this.#connection.commands.status === 'ready' && this.#rollCall.isHeard(performance.now());
    return { here, whole: this.isWhole, others: this.#rollCall.others, ignored: this.#ignored };
  }

  /** Number of gaps found in the messages of other processes, and milliseconds since this process last received its own message. */
  get delivery() {
    return { gaps: this.#gaps, silenceMs: this.#rollCall.silenceMs(performance.now()) };
  }

  /** Starts listening, now and after every reconnect. */
  start(): void {
    const { ears, commands } = this.#connection;
    ears.on('message', (channel, text) => {
      if (channel === CHANNEL) this.#receive(text);
    });
    const listen = () => void ears.subscribe(CHANNEL).then(() => this.#send('beat'), this.#failed);
    ears.on('ready', listen);
    commands.on('ready', () => this.#send('beat'));
    if (ears.status === 'ready') listen();
    this.#timer = setInterval(() => this.#beat(), this.#beatMs).unref();
  }

  /** Announces the end of this process, so that the others do not wait for its heartbeats. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#send('goodbye');
  }

  publish(topic: string, message: BusMessage): void {
    if (!isOnlyHere(topic)) {
      this.#number += 1;
      // Publish remotely first: a local listener may publish a message that must come after this one everywhere.
      void this.#send('message', topic, JSON.stringify(message));
    }
    this.#local.publish(topic, message);
  }

  subscribe(topic: string, listener: (message: BusMessage) => void): () => void {
    return this.#local.subscribe(topic, listener);
  }

  onMissed(listener: () => void): () => void {
    const own = () => listener();
    this.#missed.add(own);
    return () => this.#missed.delete(own);
  }

  async #send(kind: Envelope['kind'], topic = '', body = ''): Promise<void> {
    const text = makeEnvelope({ from: this.#processId, number: this.#number, kind, topic, body });
    await this.#connection.commands.publish(CHANNEL, text).catch(this.#failed);
  }

  /** Ignored: processes that do not get the message detect the gap. */
  readonly #failed = () => undefined;

  #receive(text: string): void {
    const envelope = readEnvelope(text);
    if (!envelope) {
      this.#ignore();
      return;
    }
    const { isNew, isGap } = this.#rollCall.hear(envelope, performance.now());
    if (isNew) this.#deliver(envelope);
    if (!isGap) return;
    this.#gaps += 1;
    this.#tellMissed();
  }

  /** Decodes only messages with a local listener. */
  #deliver({ topic, body }: Envelope): void {
    const isOurs = !isOnlyHere(topic);
    if (isOurs && !this.#local.hears(topic)) return;
    const message = isOurs ? readBody(body) : null;
    if (message) this.#local.publish(topic, message);
    else this.#ignore();
  }

  #ignore(): void {
    this.#ignored += 1;
    if (this.#ignored === 1)
      this.#log.warn(
        {},
        'ignored an invalid message on our Redis channel; make sure that only Anchor processes of this version use this Redis database',
      );
  }

  #beat(): void {
    void this.#send('beat');
    const isWhole = this.isWhole;
    this.#beats += 1;
    const isPoll = !isWhole && (this.#wasWhole || this.#beats % POLL_BEATS === 0);
    if (isPoll || (isWhole && !this.#wasWhole)) this.#tellMissed();
    this.#wasWhole = isWhole;
  }

  #tellMissed(): void {
    for (const listener of [...this.#missed]) {
      try {
        listener();
      } catch (err) {
        this.#log.error({ err }, 'unhandled error in a bus listener');
      }
    }
  }
}
