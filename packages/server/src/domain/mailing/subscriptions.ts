import { normalAddress } from '../accounts/address.ts';
import type { Links } from '../accounts/links.ts';
import type { Mail, SubscriptionStore, World } from '../ports.ts';
import type { Refusal } from '../refusal.ts';
import { makeLetter } from './letter.ts';
import type { Asker, MailLimit } from './mail-limit.ts';
import type { Outbox } from './outbox.ts';

export interface SubscriptionParts {
  readonly store: SubscriptionStore;
  readonly links: Links;
  readonly outbox: Outbox;
  readonly limit: MailLimit;
  readonly world: World;
}

/** The daily puzzle by mail: nobody gets it without having confirmed the address. */
export class Subscriptions {
  readonly #parts: SubscriptionParts;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /** Sends a link to confirm with. What an existing subscription is stays as it is until then. */
  async ask(asker: Asker, address: string): Promise<Refusal | null> {
    const { limit, outbox } = this.#parts;
    const email = normalAddress(address);
    const refusal = await limit.refusal(asker, email);
    if (!refusal) outbox.post(() => this.#confirmation(email));
    return refusal;
  }

  /** Turns the daily mail on; false for a link that is unknown or older than 48 hours. */
  async verify(token: string): Promise<boolean> {
    const found = await this.#parts.links.read(token, 'verify');
    return found !== null && this.#parts.store.confirm(found.email);
  }

  /** Turns the daily mail off, as often as is asked; false when no subscription has this token. */
  unsubscribe(token: string): Promise<boolean> {
    return this.#parts.store.stop(token);
  }

  async #confirmation(email: string): Promise<Mail | null> {
    const { store, links, world, limit } = this.#parts;
    if (!(await limit.maySend(email, 'other'))) return null;
    await store.ask(email, links.newToken(), world.now());
    const link = await links.make({ kind: 'verify', email });
    const letter = makeLetter('Confirm the daily puzzle', [
      'Hello,',
      'somebody, probably you, wants Anchor’s daily backgammon puzzle sent to this address.',
      { link, label: 'Yes, send it to me' },
      'The link works for 48 hours. If it was not you who asked, ignore this mail: nothing will be sent.',
    ]);
    return { to: email, ...letter };
  }
}
