/** An account: a person with a mail address, whose private key the service stores. */
export interface StoredAccount {
  readonly pub: string;
  readonly username: string;
  readonly email: string;
  /** The private key, sealed if the operator has set a secret. */
  readonly wrapped: string;
  readonly created: number;
}

export interface AccountStore {
  byPub(pub: string): Promise<StoredAccount | null>;
  byEmail(email: string): Promise<StoredAccount | null>;
  /** Returns false when the key or the address already has an account, or the folded name belongs to one. */
  create(account: StoredAccount, nameFold: string): Promise<boolean>;
  /** Gives the account of this key another name. Returns false when the folded name belongs to another account. */
  rename(pub: string, username: string, nameFold: string): Promise<boolean>;
  /** The keys of the accounts to which these folded names belong, by folded name. */
  ownersOf(nameFolds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Gives the account of this key another address. The links to the former address and the key's other requests end, and a
   * subscription moves to the new address. Returns the account as it was before. Null if the key has no account or the address has one.
   */
  changeAddress(pub: string, email: string): Promise<StoredAccount | null>;
  /**
   * Removes account, address, links, subscription, mailings, puzzle answers, relations and complaints of this key, renames the player to `name` and
   * removes the country. Figures of reports on matches so far are no longer this player's.
   */
  remove(pub: string, name: string): Promise<void>;
  /** Records that the service was given the private half of this key. The record outlives the account. Idempotent. */
  noteHanded(pub: string, at: number): Promise<void>;
  wasHanded(pub: string): Promise<boolean>;
  /** At most `count` stored private keys, ordered by `pub`, starting after `pub`. */
  keysAfter(pub: string, count: number): Promise<readonly Pick<StoredAccount, 'pub' | 'wrapped'>[]>;
  /** Replaces the sealed key `from` by `to`, unless it was changed in the meantime. */
  rewrap(pub: string, from: string, to: string): Promise<void>;
}

/** A link sent by mail: what it allows and for which address. */
export type MailToken =
  | { readonly kind: 'sign-in'; readonly email: string }
  | { readonly kind: 'verify'; readonly email: string }
  | { readonly kind: 'address'; readonly email: string; readonly pub: string }
  | ({ readonly kind: 'register' } & Omit<StoredAccount, 'created'>);

/** A link and the hash under which it is stored. */
export interface StoredMailToken {
  readonly hash: string;
  readonly token: MailToken;
}

/** At most `limit` requests under this name since a time. */
export interface NamedLimit {
  readonly name: string;
  readonly limit: number;
  readonly since: number;
}

/** The addresses, as hashes, whose owners want no mails that others ask for. */
export interface MailStopStore {
  has(address: string): Promise<boolean>;
  /** Idempotent. */
  put(address: string, at: number): Promise<void>;
  /** Idempotent. */
  remove(address: string): Promise<void>;
}

/** Links sent by mail, stored under the hash of their token. */
export interface MailTokenStore {
  put(hash: string, token: MailToken, expires: number): Promise<void>;
  /** Returns a valid link of this kind, without consuming it. */
  read(hash: string, kind: MailToken['kind'], now: number): Promise<MailToken | null>;
  /** The newest valid link of these kinds that this key asked for, without consuming it. */
  newestOf(pub: string, kinds: readonly MailToken['kind'][], now: number): Promise<StoredMailToken | null>;
  /** Consumes the link and returns it if valid. Exactly one of several concurrent callers gets it. */
  take(hash: string, kind: MailToken['kind'], now: number): Promise<MailToken | null>;
  /** True if an unused link of this kind to this address is valid at this time. */
  isOpen(email: string, kind: MailToken['kind'], at: number): Promise<boolean>;
  expire(now: number): Promise<void>;
  /**
   * Counts one request under each name. Returns false and counts nothing when a name has reached a limit; it may have several. Forgets the
   * requests up to `forgotten`.
   */
  mayAsk(limits: readonly NamedLimit[], forgotten: number, now: number): Promise<boolean>;
  /** Forgets the requests under this name. */
  forgetAsked(name: string): Promise<void>;
}
