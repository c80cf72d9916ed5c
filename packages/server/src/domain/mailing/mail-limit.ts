import type { Store } from '../ports/store.ts';
import type { World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { addressHash, networkHash } from './address.ts';
import type { MailQueue } from './mail-queue.ts';

const MAILS = 5;
const WITHIN_MS = 3_600_000;
/** Mails per hour to an address with an account that anyone may cause. The remaining ones are reserved for sign-in links. */
const FREE_MAILS = 3;
/** If an open sign-in link is valid for at least this long, no new one is sent. */
const FRESH_MS = 10 * 60_000;

/** The requester of a mail. */
export interface MailRequester {
  readonly pub: string;
  /** The connection's IPv4 address, or the /64 network of its IPv6 address. */
  readonly network: string;
}

/**
 * Limits mails. The answer to a request depends only on request counts by key, network and address, so it reveals nothing about accounts.
 * The limit by network is needed because keys are free.
 *
 * An address gets at most five mails per hour. To keep strangers from using up the owner's sign-in mails, two of the five are sent only
 * when the mailbox has no unused sign-in link that is valid for ten more minutes. Links are valid for 30 minutes, so the mailbox always
 * has such a link or gets one. A request for a sign-in link is therefore never refused because of the address.
 */
export class MailLimit {
  readonly #store: Pick<Store, 'mailTokens' | 'accounts'>;
  readonly #world: World;
  readonly #mailQueue: MailQueue;
  readonly #perNetwork: number;

  /** `perNetwork`: mails per hour. */
  constructor(store: Pick<Store, 'mailTokens' | 'accounts'>, world: World, mailQueue: MailQueue, perNetwork: number) {
    this.#store = store;
    this.#world = world;
    this.#mailQueue = mailQueue;
    this.#perNetwork = perNetwork;
  }

  /** Counts a request. Returns `mail-off` or `too-many-mails` when it must be refused. */
  refusal(requester: MailRequester, email: string): Promise<Refusal | null> {
    return this.#ask(requester, email, MAILS);
  }

  /** Like `refusal`, for a sign-in link: limited by key and network only. */
  signInRefusal(requester: MailRequester, email: string): Promise<Refusal | null> {
    return this.#ask(requester, email, Number.MAX_SAFE_INTEGER);
  }

  /** Counts a mail to the address. Returns false when it must not be sent. Call it only after the request is answered, for its timing. */
  async maySend(email: string, purpose: 'sign-in' | 'other'): Promise<boolean> {
    const { accounts, mailTokens } = this.#store;
    const now = this.#world.now();
    const hasAccount = (await accounts.byEmail(email)) !== null;
    const isNeeded = purpose === 'sign-in' && !(await mailTokens.isOpen(email, 'sign-in', now + FRESH_MS));
    const limit = hasAccount && !isNeeded ? FREE_MAILS : MAILS;
    return mailTokens.mayAsk([{ name: `mails/${addressHash(email)}`, limit }], now - WITHIN_MS, now);
  }

  async #ask({ pub, network }: MailRequester, email: string, perAddress: number): Promise<Refusal | null> {
    if (!this.#mailQueue.works) return refuse('mail-off');
    const now = this.#world.now();
    const limits = [
      { name: `key/${pub}`, limit: MAILS },
      { name: addressHash(email), limit: perAddress },
      { name: networkHash(network), limit: this.#perNetwork },
    ];
    return (await this.#store.mailTokens.mayAsk(limits, now - WITHIN_MS, now)) ? null : refuse('too-many-mails');
  }
}
