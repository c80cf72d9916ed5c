import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Shift } from './shift.ts';
import type { Tally } from './tally.ts';
import type { Reply } from './types.ts';

const TROUBLE = { firstMs: 1_000, mostMs: 30_000 };

/** Patience with the server, shared by whoever asks it: nobody asks again before the pause is over. */
export class Gate {
  readonly #clock: Clock;
  readonly #tally: Tally;
  readonly #shift: Shift;
  readonly #random: () => number;
  readonly #backoff: Backoff;
  #closedUntilMs = 0;
  #outages = 0;

  constructor(parts: { clock: Clock; tally: Tally; shift: Shift; random: () => number }) {
    this.#clock = parts.clock;
    this.#tally = parts.tally;
    this.#shift = parts.shift;
    this.#random = parts.random;
    this.#backoff = new Backoff(TROUBLE, parts.random);
  }

  /** How often the server went away: after each time it may be another one. */
  get outages(): number {
    return this.#outages;
  }

  /** Waits until the server may be asked, asks, and draws the consequences; null when the signal came first. */
  async ask<T>(question: () => Promise<Reply<T>>, signal: AbortSignal): Promise<Reply<T> | null> {
    for (let now = this.#clock.nowMs(); now < this.#closedUntilMs; now = this.#clock.nowMs()) {
      await this.#clock.sleep(this.#closedUntilMs - now, signal);
      if (signal.aborted) return null;
    }
    if (signal.aborted) return null;
    const reply = await question();
    if (!this.#shift.aborted.aborted) this.#note(reply);
    return reply;
  }

  #note(reply: Reply<unknown>): void {
    if (reply.ok) this.#open();
    else if (reply.code === 'refused') this.#shift.end({ code: 'refused-by-server', message: reply.message });
    else if (reply.code === 'limited') this.#limit(reply.afterMs);
    else this.#lose(reply.message);
  }

  #open(): void {
    if (this.#tally.door.kind === 'unreachable') this.#tally.note('The server answers again.');
    this.#backoff.reset();
    this.#tally.door = { kind: 'open' };
  }

  /** A little later than the server said, so that all whom it sent away do not come back at once. */
  #limit(afterMs: number): void {
    const untilMs = this.#clock.nowMs() + Math.round(afterMs * (1 + this.#random() / 10));
    this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs);
    this.#tally.door = { kind: 'limited', untilMs: this.#closedUntilMs };
  }

  #lose(message: string): void {
    const now = this.#clock.nowMs();
    if (now < this.#closedUntilMs) return; // two were asking at once: one failure
    this.#closedUntilMs = now + this.#backoff.nextMs();
    if (this.#tally.door.kind === 'unreachable') return;
    this.#outages++;
    this.#tally.door = { kind: 'unreachable', sinceMs: now, message };
    this.#tally.note(`${message} Trying again until it does.`);
  }
}
