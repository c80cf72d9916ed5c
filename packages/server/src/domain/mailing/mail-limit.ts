import { addressHash } from '../accounts/address.ts';
import type { MailTokenStore, World } from '../ports.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Outbox } from './outbox.ts';

const MAILS = 5;
const WITHIN_MS = 3_600_000;

/** Why no mail may be asked for: by this key, or for this address. Counts what is asked, so that it says nothing about accounts. */
export class MailLimit {
  readonly #store: MailTokenStore;
  readonly #world: World;
  readonly #outbox: Outbox;

  constructor(store: MailTokenStore, world: World, outbox: Outbox) {
    this.#store = store;
    this.#world = world;
    this.#outbox = outbox;
  }

  /** Counts one more mail; `mail-off` or `too-many-mails` when it must not be. */
  async refusal(pub: string, email: string): Promise<Refusal | null> {
    if (!this.#outbox.works) return refuse('mail-off');
    const now = this.#world.now();
    const names = [`key/${pub}`, addressHash(email)];
    return (await this.#store.mayAsk(names, MAILS, now - WITHIN_MS, now)) ? null : refuse('too-many-mails');
  }
}
