import type { Bus, BusMessage, Log } from '../domain/ports.ts';

type Listener = (message: BusMessage) => void;

/** A bus for one process: listeners are called at once, in the order in which they came. */
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

  /** There is nobody whose messages could be missed. */
  onMissed(): () => void {
    return () => undefined;
  }

  /** Whether anybody listens there. */
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

  /** What one listener gets wrong is no matter of the others. */
  #deliver(listener: Listener, topic: string, message: BusMessage): void {
    try {
      listener(message);
    } catch (error) {
      this.#log.error({ err: error, topic }, 'a listener failed');
    }
  }
}
