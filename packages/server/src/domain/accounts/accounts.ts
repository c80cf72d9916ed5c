import type { ClientMessageOf, LoginClaim, SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { Bus } from '../bus.ts';
import { normalAddress } from '../mailing/address.ts';
import type { Confirmation, Links } from '../mailing/links.ts';
import type { MailLimit, MailRequester } from '../mailing/mail-limit.ts';
import type { MailQueue } from '../mailing/mail-queue.ts';
import type { MailStops } from '../mailing/mail-stops.ts';
import { cleanName, foldName, guestName } from '../players/name.ts';
import type { Players } from '../players/players.ts';
import type { TakenNames } from '../players/taken-names.ts';
import type { StoredAccount } from '../ports/accounts.ts';
import type { KeySeal } from '../ports/keys.ts';
import type { Mail } from '../ports/mailings.ts';
import type { Store } from '../ports/store.ts';
import type { World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { CodeLimit } from './code-limit.ts';
import {
  alreadyRegisteredMail,
  confirmMail,
  formerAddressMail,
  newAddressMail,
  signInMail,
  takenAddressMail,
  unknownAddressMail,
} from './mail-texts.ts';
import { makeKeyText, parseKeyText } from './private-key.ts';

interface AccountParts {
  readonly store: Pick<Store, 'accounts' | 'mailTokens'>;
  readonly players: Players;
  readonly takenNames: TakenNames;
  readonly mailQueue: MailQueue;
  readonly limit: MailLimit;
  readonly codeLimit: CodeLimit;
  readonly stops: MailStops;
  readonly links: Links;
  readonly seal: KeySeal;
  readonly world: World;
  readonly publicUrl: string;
  readonly bus: Pick<Bus, 'send'>;
}

/** The account that a registration would create. */
type Registration = Pick<StoredAccount, 'pub' | 'username' | 'email'>;

/** Accounts: people whose private keys the service stores. An account is created when its address is proved, not when it is requested. */
export class Accounts {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Sends a link that makes an account of this key. Only the mail says if the address already has an account. A name that a bot or another
   * account has is refused before the address is looked at, and names are public.
   */
  async register(
    requester: MailRequester,
    wanted: Omit<ClientMessageOf<'register'>, 'type' | 'id'>,
  ): Promise<Refusal | null> {
    const { pub } = requester;
    const username = cleanName(wanted.username);
    const email = normalAddress(wanted.email);
    const jwk = await makeKeyText(wanted.jwk, pub);
    if (jwk === null) return refuse('bad-jwk');
    // Record this in any case: from now on the service has had this key.
    await this.#parts.store.accounts.noteHanded(pub, this.#parts.world.now());
    if (username === null) return refuse('bad-name');
    if (await this.has(pub)) return refuse('has-account');
    if (!(await this.#parts.takenNames.isFree({ pub, name: username }))) return refuse('name-taken');
    const refusal = await this.#parts.limit.refusal(requester, email);
    if (!refusal) this.#parts.mailQueue.add(() => this.#confirmation({ pub, username, email }, jwk));
    return refusal;
  }

  /** Sends a link that gives the account of this key another address. Only the mail says if that address has an account. */
  async changeAddress(requester: MailRequester, address: string): Promise<Refusal | null> {
    const { pub } = requester;
    const email = normalAddress(address);
    if (!(await this.has(pub))) return refuse('no-account');
    const refusal = await this.#parts.limit.refusal(requester, email);
    if (!refusal) this.#parts.mailQueue.add(() => this.#newAddress(pub, email));
    return refusal;
  }

  /** Sends a sign-in link if the address has an account. Otherwise the mail says that it has none. */
  async signInLink(requester: MailRequester, address: string): Promise<Refusal | null> {
    const email = normalAddress(address);
    const refusal = await this.#parts.limit.signInRefusal(requester, email);
    if (!refusal) this.#parts.mailQueue.add(() => this.#signIn(email, requester.pub));
    return refusal;
  }

  /** Consumes a sign-in link and returns the account with its private key. Returns null when the link is unknown, used or expired. */
  async claim(token: string): Promise<LoginClaim | null> {
    const taken = await this.#parts.links.take(token, 'sign-in');
    const account = taken && (await this.#byEmail(taken.email));
    if (!account) return null;
    const { pub, username, email, wrapped } = account;
    return { pub, username, email, jwk: parseKeyText(await this.#parts.seal.open(wrapped)) };
  }

  /** The account that a confirmation link would create or give a new address. Returns null when the link is unknown, used or expired. */
  async registration(token: string): Promise<Registration | null> {
    const found = await this.#parts.links.read(token, 'register');
    if (found) return { pub: found.pub, username: found.username, email: found.email };
    const change = await this.#parts.links.read(token, 'address');
    const account = change && (await this.#parts.store.accounts.byPub(change.pub));
    return account && { pub: account.pub, username: account.username, email: change.email };
  }

  /**
   * Creates the account of a confirmation link, or gives it its new address. Only the holder of the key that requested it may do so: the
   * owner of the address, who has the link, and the owner of the key must be the same person. If another account has taken the name since the
   * request, the link is refused with `name-taken` and the key has to register again.
   */
  async confirm(pub: string, token: string): Promise<Result<Registration, SocketCode>> {
    const found = (await this.#parts.links.read(token, 'register')) ?? (await this.#parts.links.read(token, 'address'));
    if (found === null) return refuse('link-expired');
    if (found.pub !== pub) return refuse('other-key');
    return this.#confirm(found, () => this.#parts.links.take(token, found.kind), 'link-expired');
  }

  /**
   * Does the same with the code in the newest mail that this key asked for. A wrong code, an old one and a mail that was never sent get the
   * same answer, because only the mailbox may know that its address has an account.
   */
  async confirmByCode(requester: MailRequester, code: string): Promise<Result<Registration, SocketCode>> {
    const refusal = await this.#parts.codeLimit.refusal(requester);
    if (refusal) return refusal;
    const found = await this.#parts.links.byCode(requester.pub, code);
    return found ? this.#confirm(found.token, found.take, 'bad-code') : refuse('bad-code');
  }

  /** Deletes all data of this player except signed records and the note that the service has had the key. Idempotent. */
  async remove(pub: string): Promise<void> {
    await this.#parts.store.accounts.remove(pub, guestName(pub));
    this.#publishChange(pub, { account: false, name: guestName(pub) });
  }

  async has(pub: string): Promise<boolean> {
    return (await this.#parts.store.accounts.byPub(pub)) !== null;
  }

  /** The mail address of the key's account. Null for a key without one. */
  async addressOf(pub: string): Promise<string | null> {
    return (await this.#parts.store.accounts.byPub(pub))?.email ?? null;
  }

  /** True if the service has ever been given the private half of this key. */
  hasHeldKey(pub: string): Promise<boolean> {
    return this.#parts.store.accounts.wasHanded(pub);
  }

  async #confirm(
    found: Confirmation,
    take: () => Promise<Confirmation | null>,
    over: SocketCode,
  ): Promise<Result<Registration, SocketCode>> {
    if (found.kind === 'register' && !(await this.#parts.takenNames.isFree({ pub: found.pub, name: found.username })))
      return refuse('name-taken');
    const taken = await take();
    const account = taken && (taken.kind === 'address' ? await this.#move(taken) : await this.#create(taken));
    return account ? { ok: true, value: account } : refuse(over);
  }

  async #confirmation(registration: Registration, jwk: string): Promise<Mail | null> {
    const { email, pub } = registration;
    if (!(await this.#parts.limit.maySend(email, 'other', pub))) return null;
    const wrapped = await this.#parts.seal.seal(jwk);
    const account = await this.#byEmail(email);
    const wanted = account
      ? ({ kind: 'sign-in', email } as const)
      : ({ kind: 'register', ...registration, wrapped } as const);
    const made = await this.#parts.links.make(wanted);
    return this.#mail(email, account ? alreadyRegisteredMail(account.username, made.link) : confirmMail(pub, made));
  }

  async #newAddress(pub: string, email: string): Promise<Mail | null> {
    if (!(await this.#parts.limit.maySend(email, 'other', pub))) return null;
    const owner = await this.#byEmail(email);
    // Create a link in both cases, so that both take equally long. It is not sent to an address that has an account.
    const made = await this.#parts.links.make({ kind: 'address', email, pub });
    return this.#mail(email, owner ? takenAddressMail(owner.username) : newAddressMail(pub, made));
  }

  /** The mail to the former address is not counted: only the key of the account causes it, once for each confirmed address. */
  async #move({ pub, email }: { readonly pub: string; readonly email: string }): Promise<Registration | null> {
    const before = await this.#parts.store.accounts.changeAddress(pub, email);
    if (!before) return null;
    const { username, email: former } = before;
    this.#parts.mailQueue.add(async () => ({
      to: former,
      ...formerAddressMail(username, `${this.#parts.publicUrl}/account`),
    }));
    return { pub, username, email };
  }

  async #signIn(email: string, pub: string): Promise<Mail | null> {
    if (!(await this.#parts.limit.maySend(email, 'sign-in', pub))) return null;
    const account = await this.#byEmail(email);
    // Create a link in both cases, so that both take equally long. Without an account the link is useless.
    const { link } = await this.#parts.links.make({ kind: 'sign-in', email });
    return this.#mail(
      email,
      account ? signInMail(account.username, link) : unknownAddressMail(`${this.#parts.publicUrl}/account`),
    );
  }

  #mail(to: string, [subject, parts]: ReturnType<typeof signInMail>): Mail {
    return { to, ...this.#parts.stops.makeMail(to, subject, parts) };
  }

  /** Two links of the same registration create one account. */
  async #create({ pub, username, email, wrapped }: Omit<StoredAccount, 'created'>): Promise<StoredAccount | null> {
    // Seal again: the secret may have changed since the link was sent.
    const own = await this.#parts.seal.seal(await this.#parts.seal.open(wrapped));
    const account = { pub, username, email, wrapped: own, created: this.#parts.world.now() };
    if (!(await this.#parts.store.accounts.create(account, foldName(username)))) {
      const known = await this.#byEmail(email);
      return known?.pub === pub ? known : null;
    }
    await this.#parts.players.meet(pub, username);
    this.#publishChange(pub, { account: true, name: username });
    return account;
  }

  /** Updates the player's open connections, which cache the account state. */
  #publishChange(pub: string, now: { readonly account: boolean; readonly name: string }): void {
    this.#parts.bus.send(pub, { type: 'account', ...now });
  }

  #byEmail(email: string): Promise<StoredAccount | null> {
    return this.#parts.store.accounts.byEmail(email);
  }
}
