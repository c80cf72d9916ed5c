export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Mails with the same id are the same mail: the receiver drops duplicates. */
  readonly messageId?: string;
  /** The URL for one-click unsubscription (`List-Unsubscribe`). */
  readonly unsubscribe?: string;
}

/** The provider's answer: accepted; refused for good; try this address later; no mail can be sent now. */
export type MailVerdict = 'sent' | 'refused' | 'later' | 'unavailable';

export interface Mailer {
  /** True if mails are sent to their recipients. False if they only go to the operator's log or are dropped. */
  readonly delivers: boolean;
  /** True if anyone can read a mail: its recipient or the operator. */
  readonly works: boolean;
  send(mail: Mail): Promise<MailVerdict>;
}

/** The daily puzzle by mail. */
export interface StoredSubscription {
  readonly email: string;
  readonly confirmed: boolean;
  readonly daily: boolean;
  /** Token of the unsubscribe link. */
  readonly stop: string;
}

export interface SubscriptionStore {
  get(email: string): Promise<StoredSubscription | null>;
  /** Creates a pending subscription when there is none. */
  ask(email: string, stop: string, at: number): Promise<void>;
  /** Confirms the subscription and turns daily mails on. Returns false when there is none. */
  confirm(email: string): Promise<boolean>;
  /** Turns daily mails off and voids the links that would confirm it. Returns false when no subscription has this token. */
  stop(token: string): Promise<boolean>;
  /** The subscription that this token stops. */
  byStop(token: string): Promise<StoredSubscription | null>;
}

/** An account that wants mails about its correspondence matches. */
export interface TurnMailReader {
  readonly pub: string;
  readonly email: string;
  /** Token of the link that ends these mails. */
  readonly stop: string;
}

/** The accounts that get a mail when correspondence matches wait for them. */
export interface TurnMailStore {
  /** True if this account gets the mails. Null if the key has no account. */
  isOn(pub: string): Promise<boolean | null>;
  /** Turns the mails of an account on or off. `stop` becomes the token of its link unless it has one. Does nothing without an account. */
  set(pub: string, isOn: boolean, stop: string): Promise<void>;
  /** Turns the mails off, or on again. Idempotent. Returns false when no account has this token. */
  turn(token: string, isOn: boolean): Promise<boolean>;
  /** True if an account has this token. */
  has(token: string): Promise<boolean>;
  /** The reader with this key. Null if it has no account or gets no mails. */
  get(pub: string): Promise<TurnMailReader | null>;
  /** At most `count` keys of readers, ordered, starting after `pub`. */
  after(pub: string, count: number): Promise<readonly string[]>;
}

/** State of one day's mail to one address: `refused` is final, `open` means that it may be tried again. */
export type MailingState = 'sent' | 'refused' | 'open';

/** `date` names the mailing: the day (UTC, YYYY-MM-DD), and for another mailing of that day a slash and its name. */
export interface MailingStore {
  /** Subscribers who have not received the mail of this date. Those without a failed attempt come first. */
  due(date: string): Promise<readonly StoredSubscription[]>;
  /** Leases the mail of this address to one owner. Claims older than `deadBefore` are void. Returns false when another owner has it. */
  claim(date: string, email: string, owner: string, at: number, deadBefore: number): Promise<boolean>;
  setState(date: string, email: string, owner: string, state: MailingState, at: number): Promise<void>;
  /** Removes the states of mails of earlier days. */
  forget(beforeDate: string): Promise<void>;
}
