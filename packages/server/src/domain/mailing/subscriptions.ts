import type { Mail, SubscriptionStore } from '../ports/mailings.ts';
import type { World } from '../ports/world.ts';
import type { Refusal } from '../refusal.ts';
import { normalAddress } from './address.ts';
import type { Links } from './links.ts';
import type { MailLimit, MailRequester } from './mail-limit.ts';
import type { MailQueue } from './mail-queue.ts';
import type { MailStops } from './mail-stops.ts';

interface SubscriptionParts {
  readonly store: SubscriptionStore;
  readonly links: Links;
  readonly mailQueue: MailQueue;
  readonly limit: MailLimit;
  readonly stops: MailStops;
  readonly world: World;
}

/** Subscriptions to the daily puzzle. An address gets mails only after it has been confirmed. */
export class Subscriptions {
  readonly #parts: SubscriptionParts;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /** Sends a confirmation link. An existing subscription stays unchanged until the link is used. */
  async ask(requester: MailRequester, address: string): Promise<Refusal | null> {
    const email = normalAddress(address);
    const refusal = await this.#parts.limit.refusal(requester, email);
    if (!refusal) this.#parts.mailQueue.add(() => this.#confirmation(email, requester.pub));
    return refusal;
  }

  /**
   * Turns the daily mail on, by the token of a confirmation, or again by the token that turned it off. Idempotent. Returns false when the
   * token is unknown, or the confirmation older than 48 hours.
   */
  async verify(token: string): Promise<boolean> {
    const email = await this.#verifiable(token);
    return email !== null && this.#parts.store.confirm(email);
  }

  /** True if `verify` would turn the daily mail on. */
  async canVerify(token: string): Promise<boolean> {
    const email = await this.#verifiable(token);
    return email !== null && (await this.#parts.store.get(email)) !== null;
  }

  /** The address that this token subscribes. One that never confirmed cannot be subscribed by the token that stops its mails. */
  async #verifiable(token: string): Promise<string | null> {
    const link = await this.#parts.links.read(token, 'verify');
    if (link) return link.email;
    const stopped = await this.#parts.store.byStop(token);
    return stopped?.confirmed ? stopped.email : null;
  }

  /** Turns the daily mail off. Idempotent. Returns false when no subscription has this token. */
  unsubscribe(token: string): Promise<boolean> {
    return this.#parts.store.stop(token);
  }

  /** True if a subscription has the token that turns its mail off. */
  async has(token: string): Promise<boolean> {
    return (await this.#parts.store.byStop(token)) !== null;
  }

  /** True if this address gets the daily mail. */
  async isDaily(email: string): Promise<boolean> {
    const subscription = await this.#parts.store.get(email);
    return subscription?.confirmed === true && subscription.daily;
  }

  /** Turns the daily mail of an address off, for its owner. Idempotent. */
  async end(email: string): Promise<void> {
    const subscription = await this.#parts.store.get(email);
    if (subscription) await this.#parts.store.stop(subscription.stop);
  }

  async #confirmation(email: string, pub: string): Promise<Mail | null> {
    if (!(await this.#parts.limit.maySend(email, 'subscription', pub))) return null;
    await this.#parts.store.ask(email, this.#parts.links.newToken(), this.#parts.world.now());
    const { link } = await this.#parts.links.make({ kind: 'verify', email });
    const mail = this.#parts.stops.makeMail(email, 'Confirm the daily puzzle', [
      'Hello,',
      'You (or someone using this address) asked for Anchor’s daily backgammon puzzle.',
      { link, label: 'Yes, send it to me' },
      'The link works for 48 hours. If you didn’t ask for it, ignore this email: no puzzle will be sent.',
    ]);
    return { to: email, ...mail };
  }
}
