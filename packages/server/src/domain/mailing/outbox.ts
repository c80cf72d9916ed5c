import type { Log, Mail, Mailer } from '../ports.ts';
import { Queue } from '../queue.ts';

/** Mails that may wait; beyond that somebody floods us, or the provider hangs. */
const WAITING = 1000;

/**
 * Writes and sends mails after the answer to whoever asked for them has gone: neither what is in a mail nor how long it takes shows in
 * the answer.
 */
export class Outbox {
  readonly #mailer: Mailer;
  readonly #log: Log;
  readonly #pause: () => Promise<void>;
  readonly #queue = new Queue();
  #waiting = 0;

  /** `pause` resolves when what is being answered now has left the process. */
  constructor(mailer: Mailer, log: Log, pause: () => Promise<void>) {
    this.#mailer = mailer;
    this.#log = log;
    this.#pause = pause;
  }

  get works(): boolean {
    return this.#mailer.works;
  }

  /** `write` gives null when nothing is to be sent after all. */
  post(write: () => Promise<Mail | null>): void {
    if (this.#waiting >= WAITING) this.#log.warn({}, 'too many mails are waiting; one is dropped');
    else this.#enqueue(write);
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #enqueue(write: () => Promise<Mail | null>): void {
    this.#waiting += 1;
    this.#queue
      .run(() => this.#send(write))
      .catch((err) => this.#log.error({ err }, 'a mail was not sent'))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  async #send(write: () => Promise<Mail | null>): Promise<void> {
    await this.#pause();
    const mail = await write();
    if (mail === null) return;
    const verdict = await this.#mailer.send(mail);
    if (verdict !== 'sent') this.#log.warn({ verdict }, 'a mail was not sent');
  }
}
