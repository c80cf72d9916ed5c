import { Queue } from '../../shared/queue.ts';
import type { Mail, Mailer } from '../ports/mailings.ts';
import type { Log } from '../ports/world.ts';

/** Limit of queued mails. More means a flood of requests or a provider that hangs. */
const WAITING = 1000;

/**
 * Writes and sends mails after the request is answered, so that neither the content nor the timing of the answer reveals anything about
 * the mail.
 */
export class MailQueue {
  readonly #mailer: Mailer;
  readonly #log: Log;
  readonly #pause: () => Promise<void>;
  readonly #queue = new Queue();
  #length = 0;

  /** `pause` resolves when the response in progress has left the process. */
  constructor(mailer: Mailer, log: Log, pause: () => Promise<void>) {
    this.#mailer = mailer;
    this.#log = log;
    this.#pause = pause;
  }

  get works(): boolean {
    return this.#mailer.works;
  }

  /** Queues a mail. `write` returns null when nothing is to be sent. */
  add(write: () => Promise<Mail | null>): void {
    if (this.#length >= WAITING) this.#log.warn({}, 'mail queue is full; a mail was dropped');
    else this.#enqueue(write);
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #enqueue(write: () => Promise<Mail | null>): void {
    this.#length += 1;
    this.#queue
      .run(() => this.#send(write))
      .catch((err) => this.#log.error({ err }, 'could not send a mail'))
      .finally(() => {
        this.#length -= 1;
      });
  }

  async #send(write: () => Promise<Mail | null>): Promise<void> {
    await this.#pause();
    const mail = await write();
    if (mail === null) return;
    const verdict = await this.#mailer.send(mail);
    if (verdict !== 'sent') this.#log.warn({ verdict }, 'the mail provider did not accept a mail');
  }
}
