import type { Bus, BusMessage } from '../domain/ports/bus.ts';
import type { Log } from '../domain/ports/world.ts';

type Listener = (message: BusMessage) => void;

/** The bus of a single process. Calls listeners synchronously, in the order of subscription. */
export class InProcessBus implements Bus {
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #log: Log;
  readonly isWhole = true;

  constructor(log: Log) {
    this.#log = log;
  }

  publish(topic: string, message: BusMessage): void {
    for (const listener of [...(this.#topics.get(topic) ?? [])]) this.#deliver(listener, topic, message);
  }

  /** A single process misses nothing. */
  onMissed(): () => void {
    return () => undefined;
  }

  /** No other process publishes. */
  async joined(_topic: string): Promise<void> {}

  /** True if the topic has a listener. */
  hears(topic: string): boolean {
    return this.#topics.has(topic);
  }

  subscribe(topic: string, listener: Listener): () => void {
    const own: Listener = (message) => listener(message);
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }

  /** Errors of one listener do not affect the others. */
  #deliver(listener: Listener, topic: string, message: BusMessage): void {
    try {
      listener(message);
    } catch (error) {
      this.#log.error({ err: error, topic }, 'unhandled error in a bus listener');
    }
  }
}
