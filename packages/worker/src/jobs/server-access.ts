import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { WorkerStatus } from './status.ts';
import type { Reply } from './types.ts';

const RETRY = { firstMs: 1_000, mostMs: 30_000 };

/** Coordinates requests to the server. All requests share one backoff: none is sent before the pause is over. */
export class ServerAccess {
  readonly #clock: Clock;
  readonly #status: WorkerStatus;
  readonly #lifecycle: Lifecycle;
  readonly #random: () => number;
  readonly #backoff: Backoff;
  #closedUntilMs = 0;
  #outages = 0;

  constructor(parts: { clock: Clock; status: WorkerStatus; lifecycle: Lifecycle; random: () => number }) {
    this.#clock = parts.clock;
    this.#status = parts.status;
    this.#lifecycle = parts.lifecycle;
    this.#random = parts.random;
    this.#backoff = new Backoff(RETRY, parts.random);
  }

  /** Number of outages. After each one another server version may answer. */
  get outages(): number {
    return this.#outages;
  }

  /**
   * Waits until a request is allowed, sends it and updates the state by the reply. Returns null if the signal
   * aborts first.
   */
  async ask<T>(question: () => Promise<Reply<T>>, signal: AbortSignal): Promise<Reply<T> | null> {
    for (let now = this.#clock.nowMs(); now < this.#closedUntilMs; now = this.#clock.nowMs()) {
      await this.#clock.sleep(this.#closedUntilMs - now, signal);
      if (signal.aborted) return null;
    }
    if (signal.aborted) return null;
    const reply = await question();
    if (!this.#lifecycle.aborted.aborted) this.#update(reply);
    return reply;
  }

  #update(reply: Reply<unknown>): void {
    if (reply.ok) this.#markReachable();
    else if (reply.code === 'refused') this.#lifecycle.end({ code: 'refused-by-server', message: reply.message });
    else if (reply.code === 'limited') this.#limit(reply.afterMs);
    else this.#markUnreachable(reply.message);
  }

  #markReachable(): void {
    if (this.#status.serverState.kind === 'unreachable') this.#status.note('The server is reachable again.');
    this.#backoff.reset();
    this.#status.serverState = { kind: 'open' };
  }

  /** Waits slightly longer than the server asked, with jitter, so that clients do not all return at once. */
  #limit(afterMs: number): void {
    const untilMs = this.#clock.nowMs() + Math.round(afterMs * (1 + this.#random() / 10));
    this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs);
    this.#status.serverState = { kind: 'limited', untilMs: this.#closedUntilMs };
  }

  #markUnreachable(message: string): void {
    const now = this.#clock.nowMs();
    if (now < this.#closedUntilMs) return; // two requests failed at the same time: count one failure
    this.#closedUntilMs = now + this.#backoff.nextMs();
    if (this.#status.serverState.kind === 'unreachable') return;
    this.#outages++;
    this.#status.serverState = { kind: 'unreachable', sinceMs: now, message };
    this.#status.note(`${message} Retrying until it does.`);
  }
}
