import type { Redis } from 'ioredis';

/** A channel stays subscribed for this long after its last listener has left, so that listeners who come and go cost Redis no commands. */
const LINGER_MS = 10_000;
/** Largest number of channels that stay subscribed without a listener. */
const MOST_LINGERING = 1_000;
/** Number of channels in one command. */
const AT_ONCE = 500;

/** The channels to which a process is subscribed. */
export class Channels {
  readonly #ears: Redis;
  /** Each channel with the newest attempt to subscribe to it. */
  readonly #joining = new Map<string, Promise<void>>();
  readonly #failed = new Set<string>();
  /** The channels without a listener, with the time at which the last one left. The longest deserted comes first. */
  readonly #deserted = new Map<string, number>();
  /** True if Redis answered the last ping on this connection. */
  #isAnswered = false;

  constructor(ears: Redis) {
    this.#ears = ears;
  }

  /** True if the connection answers, unless an attempt to subscribe has failed and none has succeeded since. */
  get isComplete(): boolean {
    return this.#isAnswered && this.#failed.size === 0;
  }

  /** A listener of the channel has come. */
  open(channel: string): void {
    this.#deserted.delete(channel);
    if (!this.#joining.has(channel)) void this.#join([channel]);
  }

  /** Resolves when what is published on the channel from now on arrives, or when that cannot be expected now. */
  async joined(channel: string): Promise<void> {
    if (this.#isAnswered) await this.#joining.get(channel);
  }

  /** The last listener of the channel has left. */
  desert(channel: string, now: number): void {
    this.#deserted.delete(channel);
    this.#deserted.set(channel, now);
    if (this.#deserted.size > MOST_LINGERING) this.#leave(now);
  }

  /** Subscribes again to all channels, on a new connection. Resolves when that has succeeded or failed. */
  async rejoin(): Promise<void> {
    await Promise.all([this.#ping(), this.#joinAll([...this.#joining.keys()])]);
  }

  /** Tests the connection, tries again what has failed, and unsubscribes from channels that have had no listener for a while. */
  sweep(now: number): void {
    void this.#ping();
    void this.#joinAll([...this.#failed]);
    this.#leave(now);
  }

  /** A connection that does not answer is replaced after a while, because a command is pending. */
  async #ping(): Promise<void> {
    this.#isAnswered = await this.#ears.ping().then(
      () => true,
      () => false,
    );
  }

  #leave(now: number): void {
    const left: string[] = [];
    for (const [channel, since] of this.#deserted) {
      if (now - since < LINGER_MS && this.#deserted.size - left.length <= MOST_LINGERING) break;
      left.push(channel);
    }
    for (const channel of left) {
      this.#deserted.delete(channel);
      this.#joining.delete(channel);
      this.#failed.delete(channel);
    }
    // A broken connection has no subscriptions.
    for (const some of batches(left)) this.#ears.unsubscribe(...some).catch(() => undefined);
  }

  async #joinAll(channels: readonly string[]): Promise<void> {
    await Promise.all(batches(channels).map((some) => this.#join(some)));
  }

  async #join(channels: readonly string[]): Promise<void> {
    const isNewest = (channel: string) => this.#joining.get(channel) === joining;
    const joining: Promise<void> = this.#ears.subscribe(...channels).then(
      () => {
        for (const channel of channels) if (isNewest(channel)) this.#failed.delete(channel);
      },
      () => {
        for (const channel of channels) if (isNewest(channel)) this.#failed.add(channel);
      },
    );
    for (const channel of channels) this.#joining.set(channel, joining);
    await joining;
  }
}

function batches(channels: readonly string[]): (readonly string[])[] {
  const all: (readonly string[])[] = [];
  for (let start = 0; start < channels.length; start += AT_ONCE) all.push(channels.slice(start, start + AT_ONCE));
  return all;
}
