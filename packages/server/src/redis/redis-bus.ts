import type { Bus, BusMessage } from '../domain/ports/bus.ts';
import type { Log } from '../domain/ports/world.ts';
import { isOnlyHere } from '../domain/topics.ts';
import type { ChangeStream } from './change-stream.ts';
import { Channels } from './channels.ts';
import type { Connection } from './connection.ts';
import { makeEnvelope, readBody, readEnvelope } from './envelope.ts';

/** Each topic has a channel. Without braces, so that the channels of a cluster lie in all of its slots. */
const TOPICS = 'anchor:topic:';
/** While messages may be missing, listeners read the storage again at every second heartbeat. */
const POLL_BEATS = 2;

/** A bus within this process that knows which topics have listeners. */
interface LocalBus extends Bus {
  hears(topic: string): boolean;
}

interface RedisBusParts {
  readonly local: LocalBus;
  readonly connection: Connection;
  /** Knows the other processes and what they could not publish. */
  readonly stream: ChangeStream;
  /** Unique per run of a process. */
  readonly processId: string;
  readonly log: Log;
}

/**
 * A bus over Redis. A process subscribes to the channels of the topics that have a listener here, so it is told of nothing else.
 *
 * Redis stores no messages. They are lost when the connection of the publisher or of a subscriber breaks. A subscriber notices the break
 * itself. A publisher that could not publish says so with its next heartbeat in the stream of changes, and a publisher without a connection
 * has no heartbeat there. `onMissed` reports each of these.
 */
export class RedisBus implements Bus {
  readonly #local: LocalBus;
  readonly #connection: Connection;
  readonly #stream: ChangeStream;
  readonly #processId: string;
  readonly #log: Log;
  readonly #channels: Channels;
  readonly #missed = new Set<() => void>();
  #checks = 0;
  #wasWhole = false;
  /** Number of losses of other processes that listeners were told of. */
  #gaps = 0;
  #ignored = 0;

  constructor(parts: RedisBusParts) {
    this.#local = parts.local;
    this.#connection = parts.connection;
    this.#stream = parts.stream;
    this.#processId = parts.processId;
    this.#log = parts.log;
    this.#channels = new Channels(parts.connection.ears);
  }

  get isWhole(): boolean {
    return this.#stream.isCurrent && this.#stream.peers.isWhole && this.#channels.isComplete;
  }

  /** Redis reachable, nothing missing, live peers, unrecognised messages. */
  get health() {
    const { peers, ignored } = this.#stream;
    const here = this.#connection.commands.status === 'ready' && peers.isHeard;
    return { here, whole: this.isWhole, others: peers.living.length, ignored: this.#ignored + ignored };
  }

  /** Number of losses that other processes announced, and milliseconds since this process last received its own heartbeat. */
  get delivery() {
    return { gaps: this.#stream.gaps, silenceMs: this.#stream.peers.silenceMs };
  }

  /** Starts listening, now and after every reconnect. */
  start(): void {
    const { ears } = this.#connection;
    this.#stream.watch(() => this.#check());
    ears.on('message', (channel, text) => this.#hear(channel.slice(TOPICS.length), text));
    ears.on('ready', () => void this.#listen());
    if (ears.status === 'ready') void this.#listen();
  }

  publish(topic: string, message: BusMessage): void {
    // Publish remotely first: a local listener may publish a message that must come after this one everywhere.
    if (!isOnlyHere(topic)) this.#send(topic, JSON.stringify(message));
    this.#local.publish(topic, message);
  }

  subscribe(topic: string, listener: (message: BusMessage) => void): () => void {
    const stop = this.#local.subscribe(topic, listener);
    if (isOnlyHere(topic)) return stop;
    const channel = `${TOPICS}${topic}`;
    this.#channels.open(channel);
    return () => {
      if (!this.#local.hears(topic)) return;
      stop();
      if (!this.#local.hears(topic)) this.#channels.desert(channel, performance.now());
    };
  }

  async joined(topic: string): Promise<void> {
    if (isOnlyHere(topic)) return;
    await this.#channels.joined(`${TOPICS}${topic}`);
    // The caller may miss messages. That is reported when the bus is whole again.
    if (!this.isWhole) this.#wasWhole = false;
  }

  onMissed(listener: () => void): () => void {
    const own = () => listener();
    this.#missed.add(own);
    return () => this.#missed.delete(own);
  }

  /** Subscribes to all channels on a new connection. Messages that were published meanwhile are lost. */
  async #listen(): Promise<void> {
    await this.#channels.rejoin();
    this.#tellMissed();
  }

  #send(topic: string, body: string): void {
    const envelope = makeEnvelope({ from: this.#processId, body });
    this.#connection.commands.publish(`${TOPICS}${topic}`, envelope).catch(() => this.#stream.noteLost());
  }

  #hear(topic: string, text: string): void {
    const envelope = readEnvelope(text);
    if (!envelope) this.#ignore();
    else if (envelope.from !== this.#processId) this.#deliver(topic, envelope.body);
  }

  /** Decodes only messages with a local listener. */
  #deliver(topic: string, body: string): void {
    if (!this.#local.hears(topic)) return;
    const message = readBody(body);
    if (message) this.#local.publish(topic, message);
    else this.#ignore();
  }

  #ignore(): void {
    this.#ignored += 1;
    if (this.#ignored === 1)
      this.#log.warn(
        {},
        'ignored an invalid message on our Redis channels; make sure that only Anchor processes of this version use this Redis database',
      );
  }

  #check(): void {
    this.#channels.sweep(performance.now());
    const { isWhole } = this;
    const { gaps } = this.#stream;
    this.#checks += 1;
    const isPoll = !isWhole && (this.#wasWhole || this.#checks % POLL_BEATS === 0);
    if (isPoll || (isWhole && !this.#wasWhole) || gaps > this.#gaps) this.#tellMissed();
    this.#wasWhole = isWhole;
    this.#gaps = gaps;
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
