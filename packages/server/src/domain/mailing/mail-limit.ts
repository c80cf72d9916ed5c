import type { Store } from '../ports/store.ts';
import type { World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mailboxHash, mailsTo, networkHash, stoppedSignInsTo } from './address.ts';
import type { MailQueue } from './mail-queue.ts';
import { MAILS_A_DAY, type MailStops } from './mail-stops.ts';

const MAILS = 5;
const WITHIN_MS = 3_600_000;
/** Mails per hour to an address with an account that anyone may cause. The remaining ones are reserved for sign-in links. */
const FREE_MAILS = 3;
const DAY_MS = 24 * 3_600_000;
/** The same for a day. */
const FREE_MAILS_A_DAY = 6;
/** Sign-in links a day to an address with an account whose owner has stopped such mails, so that they do not lock themselves out. */
const STOPPED_SIGN_INS_A_DAY = 1;
/** If an open sign-in link is valid for at least this long, no new one is sent. */
const FRESH_MS = 10 * 60_000;

/** The requester of a mail. */
export interface MailRequester {
  readonly pub: string;
  /** The connection's IPv4 address, or the /64 network of its IPv6 address. */
  readonly network: string;
}

interface MailLimitParts {
  readonly store: Pick<Store, 'mailTokens' | 'accounts'>;
  readonly world: World;
  readonly mailQueue: MailQueue;
  readonly stops: Pick<MailStops, 'isStopped'>;
  /** Mails per hour that one network may request. */
  readonly perNetwork: number;
}

/**
 * Limits mails. The answer to a request depends only on request counts by key, network and address, so it reveals nothing about accounts.
 * The limit by network is needed because keys are free.
 *
 * An address gets at most five mails per hour. To keep strangers from using up the owner's sign-in mails, two of the five are sent only
 * when the mailbox has no unused sign-in link that is valid for ten more minutes. Links are valid for 30 minutes, so the mailbox always
 * has such a link or gets one. A request for a sign-in link is therefore never refused because of the address.
 *
 * In 24 hours an address gets at most ten such mails, four of them only as sign-in links. Each mail has a link by which the owner stops them,
 * allows them again and begins the count anew. A stopped address gets one sign-in link a day if it has an account, and what the account's key
 * asks for on its account page. All addresses of one mailbox count as one.
 */
export class MailLimit {
  readonly #store: Pick<Store, 'mailTokens' | 'accounts'>;
  readonly #world: World;
  readonly #mailQueue: MailQueue;
  readonly #stops: Pick<MailStops, 'isStopped'>;
  readonly #perNetwork: number;

  constructor({ store, world, mailQueue, stops, perNetwork }: MailLimitParts) {
    this.#store = store;
    this.#world = world;
    this.#mailQueue = mailQueue;
    this.#stops = stops;
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

  /**
   * Counts a mail to the address that the key `pub` has asked for. Returns false when it must not be sent. Call it only after the request is
   * answered, for its timing. A `subscription` that the key of the address's account asks for is no mail that others ask for; a key without
   * its account, and one that was stolen, can ask for the other two.
   */
  async maySend(email: string, purpose: 'sign-in' | 'subscription' | 'other', pub: string): Promise<boolean> {
    const { accounts, mailTokens } = this.#store;
    const now = this.#world.now();
    const account = await accounts.byEmail(email);
    const isNeeded = purpose === 'sign-in' && !(await mailTokens.isOpen(email, 'sign-in', now + FRESH_MS));
    const isFree = account !== null && !isNeeded;
    const mailbox = mailboxHash(email);
    const name = mailsTo(mailbox);
    const hourly = { name, limit: isFree ? FREE_MAILS : MAILS, since: now - WITHIN_MS };
    const daily = { name, limit: isFree ? FREE_MAILS_A_DAY : MAILS_A_DAY, since: now - DAY_MS };
    const isOwners = purpose === 'subscription' && account?.pub === pub;
    if (isOwners || !(await this.#stops.isStopped(email))) return mailTokens.mayAsk([hourly, daily], now - DAY_MS, now);
    if (!account || !isNeeded) return false;
    // Under a name of its own, so that no other mail of the day takes the place of this link.
    const signIns = { name: stoppedSignInsTo(mailbox), limit: STOPPED_SIGN_INS_A_DAY, since: now - DAY_MS };
    return mailTokens.mayAsk([signIns], now - DAY_MS, now);
  }

  async #ask({ pub, network }: MailRequester, email: string, perAddress: number): Promise<Refusal | null> {
    if (!this.#mailQueue.works) return refuse('mail-off');
    const now = this.#world.now();
    const since = now - WITHIN_MS;
    const limits = [
      { name: `key/${pub}`, limit: MAILS, since },
      { name: mailboxHash(email), limit: perAddress, since },
      { name: networkHash(network), limit: this.#perNetwork, since },
    ];
    return (await this.#store.mailTokens.mayAsk(limits, now - DAY_MS, now)) ? null : refuse('too-many-mails');
  }
}
