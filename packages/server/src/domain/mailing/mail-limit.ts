import { addressHash, networkHash } from '../accounts/address.ts';
import type { Store, World } from '../ports.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Outbox } from './outbox.ts';

const MAILS = 5;
const WITHIN_MS = 3_600_000;
/** Of the mails to an address that has an account, so many are for whatever somebody asks; the others are kept for its owner to sign in. */
const FREE_MAILS = 3;
/** A link to sign in that stays valid for so long is as good as a new one. */
const FRESH_MS = 10 * 60_000;

/** Who asks for a mail. */
export interface Asker {
  readonly pub: string;
  /** Where the connection comes from: an IPv4 address or the /64 network of an IPv6 address. */
  readonly network: string;
}

/**
 * Who may have how many mails sent. What is answered counts requests, so that it says nothing about accounts: by key, by network, and by
 * address. Keys cost nothing: without the network's limit one person could have us write to the whole world.
 *
 * Five mails an hour go to an address, whoever asks. So that strangers cannot use up those with which its owner signs in, two of the five go
 * out only when no unused link to sign in, valid for ten more minutes, is in the mailbox. As links are valid for 30 minutes, a mailbox
 * has such a link, or gets one, at every moment. Whoever asks for one is therefore never told that the address has had enough.
 */
export class MailLimit {
  readonly #store: Pick<Store, 'mailTokens' | 'accounts'>;
  readonly #world: World;
  readonly #outbox: Outbox;
  readonly #perNetwork: number;

  /** `perNetwork`: mails an hour. */
  constructor(store: Pick<Store, 'mailTokens' | 'accounts'>, world: World, outbox: Outbox, perNetwork: number) {
    this.#store = store;
    this.#world = world;
    this.#outbox = outbox;
    this.#perNetwork = perNetwork;
  }

  /** Counts one more request; `mail-off` or `too-many-mails` when it must not be. */
  refusal(asker: Asker, email: string): Promise<Refusal | null> {
    return this.#ask(asker, email, MAILS);
  }

  /** The same for a link to sign in, which is asked for as often as the key and the network may. */
  signInRefusal(asker: Asker, email: string): Promise<Refusal | null> {
    return this.#ask(asker, email, Number.MAX_SAFE_INTEGER);
  }

  /** Counts one more mail to the address; false when it must not be sent. To be asked only after the answer has gone. */
  async maySend(email: string, purpose: 'sign-in' | 'other'): Promise<boolean> {
    const { accounts, mailTokens } = this.#store;
    const now = this.#world.now();
    const hasAccount = (await accounts.byEmail(email)) !== null;
    const isNeeded = purpose === 'sign-in' && !(await mailTokens.isOpen(email, 'sign-in', now + FRESH_MS));
    const limit = hasAccount && !isNeeded ? FREE_MAILS : MAILS;
    return mailTokens.mayAsk([{ name: `mails/${addressHash(email)}`, limit }], now - WITHIN_MS, now);
  }

  async #ask({ pub, network }: Asker, email: string, perAddress: number): Promise<Refusal | null> {
    if (!this.#outbox.works) return refuse('mail-off');
    const now = this.#world.now();
    const limits = [
      { name: `key/${pub}`, limit: MAILS },
      { name: addressHash(email), limit: perAddress },
      { name: networkHash(network), limit: this.#perNetwork },
    ];
    return (await this.#store.mailTokens.mayAsk(limits, now - WITHIN_MS, now)) ? null : refuse('too-many-mails');
  }
}
