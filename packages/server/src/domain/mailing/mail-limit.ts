import { addressHash, networkHash } from '../accounts/address.ts';
import type { MailTokenStore, World } from '../ports.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Outbox } from './outbox.ts';

const MAILS = 5;
const WITHIN_MS = 3_600_000;

/** Who asks for a mail. */
export interface Asker {
  readonly pub: string;
  /** Where the connection comes from: an IPv4 address or the /64 network of an IPv6 address. */
  readonly network: string;
}

/**
 * Why no mail may be asked for: by this key, from this network, or for this address. Keys cost nothing: without the network's limit one
 * person could have us write to the whole world. Counts what is asked, so that it says nothing about accounts.
 */
export class MailLimit {
  readonly #store: MailTokenStore;
  readonly #world: World;
  readonly #outbox: Outbox;
  readonly #perNetwork: number;

  /** `perNetwork`: mails an hour. */
  constructor(store: MailTokenStore, world: World, outbox: Outbox, perNetwork: number) {
    this.#store = store;
    this.#world = world;
    this.#outbox = outbox;
    this.#perNetwork = perNetwork;
  }

  /** Counts one more mail; `mail-off` or `too-many-mails` when it must not be. */
  async refusal({ pub, network }: Asker, email: string): Promise<Refusal | null> {
    if (!this.#outbox.works) return refuse('mail-off');
    const now = this.#world.now();
    const limits = [
      { name: `key/${pub}`, limit: MAILS },
      { name: addressHash(email), limit: MAILS },
      { name: networkHash(network), limit: this.#perNetwork },
    ];
    return (await this.#store.mayAsk(limits, now - WITHIN_MS, now)) ? null : refuse('too-many-mails');
  }
}
