import type { Bus, BusMessage, Log } from '../domain/ports.ts';
import { isOnlyHere } from '../domain/topics.ts';
import { type Connection, PREFIX } from './connection.ts';
import { type Envelope, makeEnvelope, readBody, readEnvelope } from './envelope.ts';
import { RollCall } from './roll-call.ts';

const CHANNEL = `${PREFIX}bus`;
const BEAT_MS = 1_000;
const SILENT_BEATS = 3;
const FORGOTTEN_BEATS = 15;
/** While the bus is not whole, listeners read again at every second beat. */
const POLL_BEATS = 2;

/** The bus of this process alone, which also knows where anybody listens. */
export interface LocalBus extends Bus {
  hears(topic: string): boolean;
}

export interface RedisBusParts {
  readonly local: LocalBus;
  readonly connection: Connection;
  /** Of this process; no two have the same. */
  readonly processId: string;
  readonly log: Log;
  readonly beatMs?: number;
}

/**
 * One channel on which every process hears all others. Redis keeps nothing of it: what is said while somebody is away is lost for
 * him. That is noticed by numbers and beats, and told to who listens for it.
 */
export class RedisBus implements Bus {
  readonly #parts: RedisBusParts;
  readonly #rollCall: RollCall;
  readonly #missed = new Set<() => void>();
  #number = 0;
  #beats = 0;
  #wasWhole = false;
  #timer: NodeJS.Timeout | null = null;
  #ignored = 0;
  #gaps = 0;

  constructor(parts: RedisBusParts) {
    this.#parts = parts;
    const beatMs = parts.beatMs ?? BEAT_MS;
    this.#rollCall = new RollCall(parts.processId, {
      ...{ silenceMs: SILENT_BEATS * beatMs, forgetMs: FORGOTTEN_BEATS * beatMs },
    });
  }

  get isWhole(): boolean {
    return this.#rollCall.isWhole(performance.now());
  }

  /** Whether Redis answers; whether everything arrives; other processes heard lately; what was heard and is nothing that a process says. */
  get health() {
    const here = this.#parts.connection.commands.status === 'ready' && this.#rollCall.isHeard(performance.now());
    return { here, whole: this.isWhole, others: this.#rollCall.others, ignored: this.#ignored };
  }

  /** Times at which something was missing of what another process had said, and milliseconds since what this one says came back last. */
  get delivery() {
    return { gaps: this.#gaps, silenceMs: this.#rollCall.silenceMs(performance.now()) };
  }

  /** Listens from now on, as soon as and whenever there is a connection. */
  start(): void {
    const { ears, commands } = this.#parts.connection;
    ears.on('message', (channel, text) => {
      if (channel === CHANNEL) this.#hear(text);
    });
    const listen = () => void ears.subscribe(CHANNEL).then(() => this.#say('beat'), this.#failed);
    ears.on('ready', listen);
    commands.on('ready', () => this.#say('beat'));
    if (ears.status === 'ready') listen();
    this.#timer = setInterval(() => this.#beat(), this.#parts.beatMs ?? BEAT_MS).unref();
  }

  /** Says goodbye, so that nobody waits for what this process might still say. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#say('goodbye');
  }

  publish(topic: string, message: BusMessage): void {
    if (!isOnlyHere(topic)) {
      this.#number += 1;
      // before it is told here: who hears it may publish something himself, which must come after it everywhere
      void this.#say('message', topic, JSON.stringify(message));
    }
    this.#parts.local.publish(topic, message);
  }

  subscribe(topic: string, listener: (message: BusMessage) => void): () => void {
    return this.#parts.local.subscribe(topic, listener);
  }

  onMissed(listener: () => void): () => void {
    const own = () => listener();
    this.#missed.add(own);
    return () => this.#missed.delete(own);
  }

  async #say(kind: Envelope['kind'], topic = '', body = ''): Promise<void> {
    const { connection, processId: from } = this.#parts;
    const text = makeEnvelope({ from, number: this.#number, kind, topic, body });
    await connection.commands.publish(CHANNEL, text).catch(this.#failed);
  }

  /** What does not get through is noticed by those who do not hear it. */
  readonly #failed = () => undefined;

  #hear(text: string): void {
    const envelope = readEnvelope(text);
    if (!envelope) {
      this.#ignore();
      return;
    }
    const { isNew, isGap } = this.#rollCall.hear(envelope, performance.now());
    if (isNew) this.#pass(envelope);
    if (!isGap) return;
    this.#gaps += 1;
    this.#tellMissed();
  }

  /** Only what somebody here listens to is read at all. */
  #pass({ topic, body }: Envelope): void {
    const { local } = this.#parts;
    const isOurs = !isOnlyHere(topic);
    if (isOurs && !local.hears(topic)) return;
    const message = isOurs ? readBody(body) : null;
    if (message) local.publish(topic, message);
    else this.#ignore();
  }

  #ignore(): void {
    this.#ignored += 1;
    if (this.#ignored === 1) this.#parts.log.warn({}, 'somebody else talks on our channel in Redis');
  }

  #beat(): void {
    void this.#say('beat');
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
        this.#parts.log.error({ err }, 'a listener failed');
      }
    }
  }
}
