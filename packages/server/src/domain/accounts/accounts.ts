import type { ClientMessageOf, LoginClaim, SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
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

/** An account that a key asks for. */
export type Registration = Pick<StoredAccount, 'pub' | 'username' | 'email'>;

/** People whose keys the service keeps. An account comes into being when its address is proved, not when it is asked for. */
export class Accounts {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Sends a link with which this key can become an account. Whether the address has one already shows only in the mail. */
  async register(asker: Asker, wish: Omit<ClientMessageOf<'register'>, 'type' | 'id'>): Promise<Refusal | null> {
    const { pub } = asker;
    const username = cleanName(wish.username);
    const email = normalAddress(wish.email);
    const jwk = await keptText(wish.jwk, pub);
    if (jwk === null) return refuse('bad-jwk');
    // whatever comes of it: the service has had this key from now on
    await this.#parts.store.accounts.noteHanded(pub, this.#parts.world.now());
    if (username === null) return refuse('bad-name');
    if (await this.has(pub)) return refuse('has-account');
    const refusal = await this.#parts.limit.refusal(asker, email);
    if (!refusal) this.#parts.outbox.post(() => this.#confirmation({ pub, username, email }, jwk));
    return refusal;
  }

  /** Sends a link to sign in with, if there is such an account; the mail says when there is none. */
  async signInLink(asker: Asker, address: string): Promise<Refusal | null> {
    const email = normalAddress(address);
    const refusal = await this.#parts.limit.signInRefusal(asker, email);
    if (!refusal) this.#parts.outbox.post(() => this.#signIn(email));
    return refusal;
  }

  /** What a link to sign in is good for, once: the account with its key. Null for a link that is unknown, used or too old. */
  async claim(token: string): Promise<LoginClaim | null> {
    const taken = await this.#parts.links.take(token, 'sign-in');
    const account = taken && (await this.#byEmail(taken.email));
    if (!account) return null;
    const { pub, username, email, wrapped } = account;
    return { pub, username, email, jwk: readKept(await this.#parts.seal.open(wrapped)) };
  }

  /** What a link to confirm an account would make, and of which key; null for one that is unknown, used or too old. */
  async registration(token: string): Promise<Registration | null> {
    const found = await this.#parts.links.read(token, 'register');
    return found && { pub: found.pub, username: found.username, email: found.email };
  }

  /**
   * Makes the account that a link is about, for the holder of the key that asked for it and for nobody else: the owner of the address, who
   * has the link, and the owner of the key must be one.
   */
  async confirm(pub: string, token: string): Promise<Result<Registration, SocketCode>> {
    const { links } = this.#parts;
    const found = await links.read(token, 'register');
    if (found === null) return refuse('link-expired');
    if (found.pub !== pub) return refuse('other-key');
    const taken = await links.take(token, 'register');
    const account = taken && (await this.#create(taken));
    return account ? { ok: true, value: account } : refuse('link-expired');
  }

  /** Forgets everything about the holder of this key but their signed records, and that the service has had the key. Safe to repeat. */
  async remove(pub: string): Promise<void> {
    await this.#parts.store.accounts.remove(pub, guestName(pub));
    this.#tell(pub, { account: false, name: guestName(pub) });
  }

  async has(pub: string): Promise<boolean> {
    return (await this.#parts.store.accounts.byPub(pub)) !== null;
  }

  /** True if the service has ever been given the private half of this key. */
  keeps(pub: string): Promise<boolean> {
    return this.#parts.store.accounts.wasHanded(pub);
  }

  async #confirmation(wish: Registration, jwk: string): Promise<Mail | null> {
    const { links, seal, limit } = this.#parts;
    const { email, pub } = wish;
    if (!(await limit.maySend(email, 'other'))) return null;
    const wrapped = await seal.seal(jwk);
    const account = await this.#byEmail(email);
    const link = await links.make(account ? { kind: 'sign-in', email } : { kind: 'register', ...wish, wrapped });
    return { to: email, ...(account ? alreadyLetter(account.username, link) : confirmLetter(pub, link)) };
  }

  async #signIn(email: string): Promise<Mail | null> {
    const { links, publicUrl, limit } = this.#parts;
    if (!(await limit.maySend(email, 'sign-in'))) return null;
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
