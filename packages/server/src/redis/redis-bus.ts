import type { Bus, BusMessage } from '../domain/ports/bus.ts';
import type { Log } from '../domain/ports/world.ts';
import { isOnlyHere } from '../domain/topics.ts';
import { Channels } from './channels.ts';
import { type Connection, PREFIX } from './connection.ts';
import { type Beat, makeBeat, makeEnvelope, readBeat, readBody, readEnvelope } from './envelope.ts';
import { RollCall } from './roll-call.ts';

const BEATS = `${PREFIX}beats`;
/** Each topic has a channel. Without braces, so that the channels of a cluster lie in all of its slots. */
const TOPICS = 'anchor:topic:';
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
 * A bus over Redis. A process subscribes to the channels of the topics that have a listener here, so it is told of nothing else.
 *
 * Redis stores no messages. They are lost when the connection of the publisher or of a subscriber breaks. A subscriber notices the break
 * itself. A publisher counts the messages that it could not publish and announces the count with its heartbeat, and a publisher without a
 * connection is silent. `onMissed` reports each of these.
 */
export class RedisBus implements Bus {
  readonly #local: LocalBus;
  readonly #connection: Connection;
  readonly #processId: string;
  readonly #log: Log;
  readonly #beatMs: number;
  readonly #rollCall: RollCall;
  readonly #channels: Channels;
  readonly #missed = new Set<() => void>();
  /** Number of messages that could not be published. */
  #lost = 0;
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
    const forgetMs = FORGOTTEN_BEATS * this.#beatMs;
    this.#rollCall = new RollCall(parts.processId, { silenceMs: SILENT_BEATS * this.#beatMs, forgetMs });
    this.#channels = new Channels(parts.connection.ears);
  }

  get isWhole(): boolean {
    return this.#rollCall.isWhole(performance.now()) && this.#channels.isComplete;
  }

  /** Redis reachable, nothing missing, live peers, unrecognised messages. */
  get health() {
    const here = this.#connection.commands.status === 'ready' && this.#rollCall.isHeard(performance.now());
    return { here, whole: this.isWhole, others: this.#rollCall.others, ignored: this.#ignored };
  }

  /** Number of losses that other processes announced, and milliseconds since this process last received its own heartbeat. */
  get delivery() {
    return { gaps: this.#gaps, silenceMs: this.#rollCall.silenceMs(performance.now()) };
  }

  /** Starts listening, now and after every reconnect. */
  start(): void {
    const { ears, commands } = this.#connection;
    this.#channels.open(BEATS);
    ears.on('message', (channel, text) => this.#receive(channel, text));
    ears.on('ready', () => void this.#listen());
    commands.on('ready', () => this.#say('beat'));
    if (ears.status === 'ready') void this.#listen();
    this.#timer = setInterval(() => this.#beat(), this.#beatMs).unref();
  }

  /** Announces the end of this process, so that the others do not wait for its heartbeats. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#say('goodbye');
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
    if (this.#rollCall.isHeard(performance.now())) await this.#channels.joined(`${TOPICS}${topic}`);
    // The caller may miss messages. That is reported when the bus is whole again.
    else this.#wasWhole = false;
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
    await this.#say('beat');
  }

  async #say(kind: Beat['kind']): Promise<void> {
    const beat = makeBeat({ kind, from: this.#processId, number: this.#lost });
    // Processes that do not get the beat notice the silence.
    await this.#connection.commands.publish(BEATS, beat).catch(() => undefined);
  }

  #send(topic: string, body: string): void {
    const envelope = makeEnvelope({ from: this.#processId, body });
    this.#connection.commands.publish(`${TOPICS}${topic}`, envelope).catch(() => {
      this.#lost += 1;
    });
  }

  #receive(channel: string, text: string): void {
    if (channel.startsWith(TOPICS)) this.#hear(channel.slice(TOPICS.length), text);
    else if (channel === BEATS) this.#hearBeat(text);
  }

  #hear(topic: string, text: string): void {
    const envelope = readEnvelope(text);
    if (!envelope) this.#ignore();
    else if (envelope.from !== this.#processId) this.#deliver(topic, envelope.body);
  }

  #hearBeat(text: string): void {
    const beat = readBeat(text);
    if (!beat) this.#ignore();
    else if (this.#rollCall.hear(beat, performance.now())) this.#foundGap();
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

  #foundGap(): void {
    this.#gaps += 1;
    this.#tellMissed();
  }

  #beat(): void {
    void this.#say('beat');
    this.#channels.sweep(performance.now());
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
