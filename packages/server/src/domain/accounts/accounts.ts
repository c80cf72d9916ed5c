import type { ClientMessageOf, LoginClaim } from '@anchor/wire';
import type { Asker, MailLimit } from '../mailing/mail-limit.ts';
import type { Outbox } from '../mailing/outbox.ts';
import { cleanName, guestName } from '../players/name.ts';
import type { Players } from '../players/players.ts';
import type { Bus, KeySeal, Mail, Store, StoredAccount, World } from '../ports.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { keyTopic } from '../topics.ts';
import { normalAddress } from './address.ts';
import { alreadyLetter, confirmLetter, signInLetter, unknownLetter } from './letters.ts';
import type { Links } from './links.ts';
import { keptText, readKept } from './private-key.ts';

export interface AccountParts {
  readonly store: Pick<Store, 'accounts' | 'mailTokens'>;
  readonly players: Players;
  readonly outbox: Outbox;
  readonly limit: MailLimit;
  readonly links: Links;
  readonly seal: KeySeal;
  readonly world: World;
  readonly publicUrl: string;
  readonly bus: Pick<Bus, 'publish'>;
}

/** What somebody wants to be, checked. */
type Registration = Pick<StoredAccount, 'pub' | 'username' | 'email'> & { readonly jwk: string };

/** People whose keys the service keeps. An account comes into being when its address is proved, not when it is asked for. */
export class Accounts {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Sends a link that makes this key an account. Whether the address has one already shows only in the mail. */
  async register(asker: Asker, wish: Omit<ClientMessageOf<'register'>, 'type' | 'id'>): Promise<Refusal | null> {
    const { pub } = asker;
    const username = cleanName(wish.username);
    const email = normalAddress(wish.email);
    const jwk = await keptText(wish.jwk, pub);
    if (username === null) return refuse('bad-name');
    if (jwk === null) return refuse('bad-jwk');
    if (await this.has(pub)) return refuse('has-account');
    const refusal = await this.#parts.limit.refusal(asker, email);
    if (!refusal) this.#parts.outbox.post(() => this.#confirmation({ pub, username, email, jwk }));
    return refusal;
  }

  /** Sends a link to sign in with, if there is such an account; the mail says when there is none. */
  async signInLink(asker: Asker, address: string): Promise<Refusal | null> {
    const email = normalAddress(address);
    const refusal = await this.#parts.limit.refusal(asker, email);
    if (!refusal) this.#parts.outbox.post(() => this.#signIn(email));
    return refusal;
  }

  /** What a link is good for, once: the account with its key. Null for a link that is unknown, used or too old. */
  async claim(token: string): Promise<LoginClaim | null> {
    const taken = await this.#parts.links.take(token);
    if (taken === null || taken.kind === 'verify') return null;
    const account = taken.kind === 'register' ? await this.#create(taken) : await this.#byEmail(taken.email);
    if (account === null) return null;
    const { pub, username, email, wrapped } = account;
    return { pub, username, email, jwk: readKept(await this.#parts.seal.open(wrapped)) };
  }

  /** Forgets everything about the holder of this key but his signed records. Safe to repeat. */
  async remove(pub: string): Promise<void> {
    await this.#parts.store.accounts.remove(pub, guestName(pub));
    this.#tell(pub, { account: false, name: guestName(pub) });
  }

  async has(pub: string): Promise<boolean> {
    return (await this.#parts.store.accounts.byPub(pub)) !== null;
  }

  /** Whether the service has the private half of this key: also while a registration waits for its confirmation. */
  async keeps(pub: string): Promise<boolean> {
    return (await this.has(pub)) || this.#parts.store.mailTokens.isRegistering(pub);
  }

  async #confirmation({ jwk, ...person }: Registration): Promise<Mail> {
    const { links, seal } = this.#parts;
    const { email, username } = person;
    const wrapped = await seal.seal(jwk);
    const account = await this.#byEmail(email);
    const link = await links.make(account ? { kind: 'sign-in', email } : { kind: 'register', ...person, wrapped });
    return { to: email, ...(account ? alreadyLetter(account.username, link) : confirmLetter(username, link)) };
  }

  async #signIn(email: string): Promise<Mail> {
    const { links, publicUrl } = this.#parts;
    const account = await this.#byEmail(email);
    // made in both cases, so that both are the same work; without an account it is good for nothing
    const link = await links.make({ kind: 'sign-in', email });
    return { to: email, ...(account ? signInLetter(account.username, link) : unknownLetter(`${publicUrl}/account`)) };
  }

  /** Two links of the same registration make one account. */
  async #create({ pub, username, email, wrapped }: Omit<StoredAccount, 'created'>): Promise<StoredAccount | null> {
    const { store, players, world, seal } = this.#parts;
    // sealed anew: the key to seal with may have changed since the link was sent
    const own = await seal.seal(await seal.open(wrapped));
    const account = { pub, username, email, wrapped: own, created: world.now() };
    if (!(await store.accounts.create(account))) {
      const known = await this.#byEmail(email);
      return known?.pub === pub ? known : null;
    }
    const { name } = await players.meet(pub, username);
    this.#tell(pub, { account: true, name });
    return account;
  }

  /** A connection that is open knows what was when it identified itself. */
  #tell(pub: string, now: { readonly account: boolean; readonly name: string }): void {
    this.#parts.bus.publish(keyTopic(pub), { type: 'account', ...now });
  }

  #byEmail(email: string): Promise<StoredAccount | null> {
    return this.#parts.store.accounts.byEmail(email);
  }
}
