import type { ServerMessage } from '@anchor/wire';
import type { Header, MatchEvent, MatchRecord, Succession, Transcript } from 'bg-record';
import type { Meeting, PlayerRating, Rating } from './rating/rating.ts';

/** The clock and the random source. Both are passed in so that tests control them. */
export interface World {
  /** Milliseconds since the epoch. */
  now(): number;
  randomBytes(length: number): Uint8Array;
}

/** A player that the service has seen, with the stored rating. */
export interface StoredPlayer {
  readonly pub: string;
  readonly name: string;
  readonly rating: PlayerRating;
  readonly games: number;
  readonly wins: number;
}

/** The rating of one player before and after a match. Computed inside the transaction that finishes the match. */
export interface RatingChange {
  readonly before: Rating;
  readonly after: Rating;
}

/** A row of the match index. `ratings` is null when the match was unrated. */
export interface StoredRow {
  readonly record: Pick<MatchRecord, 'header' | 'result' | 'finalHash'>;
  readonly finishedAt: number;
  readonly ratings: readonly [RatingChange, RatingChange] | null;
}

export interface FinishedMatch {
  readonly record: MatchRecord;
  readonly finishedAt: number;
  /** Number of dice that showed each face, ones first: six counts over all `dice` events. */
  readonly diceCounts: readonly number[];
  /** A pure function. Called inside the transaction with the stored ratings, and only when the match is rated. */
  readonly rate: (
    before: readonly [PlayerRating, PlayerRating],
    meeting: Meeting,
  ) => readonly [PlayerRating, PlayerRating];
}

/** Result of creating a match: `busy` when a player sits in another match; `no-keeper` when the keeper was declared dead. */
export type Created = 'created' | 'busy' | 'no-keeper';

/** Live matches and the rows that remain of them. A promise that resolves means that the change is durable. */
export interface MatchStore {
  /**
   * Stores a new live match without events, with a seat for each person and with its keeper. Without a keeper, the next process
   * that claims matches gets it.
   */
  create(header: Header, keeper?: string): Promise<Created>;
  /**
   * Appends one event. Returns `conflict` when the match is not live or already has an event with this number. Concurrent appends
   * share one transaction.
   */
  append(match: string, event: MatchEvent): Promise<'stored' | 'conflict'>;
  /** Returns null when the match is not live. */
  live(match: string): Promise<Transcript | null>;
  /** At most `count` events of a live match, starting at number `from`. Reads no others. Returns null when the match is not live. */
  page(match: string, from: number, count: number): Promise<readonly MatchEvent[] | null>;
  /** The state of the match, from one lookup. Returns null when there is no such match. */
  stateOf(match: string): Promise<'live' | 'finished' | null>;
  /** Ids of all live matches, oldest first. */
  liveIds(): Promise<readonly string[]>;
  /** The server key that the header of each live match names, by match. */
  liveServers(): Promise<ReadonlyMap<string, string>>;
  /** Number of events of each given match. Matches that are not live are left out. */
  lengths(matches: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The one live match in which a person has a seat. Returns null when there is none, and for bots, which play many matches. */
  liveOf(pub: string): Promise<string | null>;
  /** Like `liveOf` for many people: matches by key. People without a seat are left out. */
  seatsOf(pubs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stores record, index row, ratings and dice counts and removes the live rows, in one transaction. Idempotent. */
  finish(finished: FinishedMatch): Promise<StoredRow>;
  /**
   * Ends a live match without a record. Only the key to blame is kept; null blames no player. With `length`, the match ends only if it
   * has exactly this many events: `conflict` means that another event was stored first or that the match is not live.
   */
  abort(match: string, blamed: string | null, at: number, length?: number): Promise<'aborted' | 'conflict'>;
  /** Number of matches since then that were aborted through this key's fault. */
  abortsSince(pub: string, since: number): Promise<number>;
  /** Number of rated matches between these two keys that finished since then. */
  ratedSince(pubs: readonly [string, string], since: number): Promise<number>;
}

/** A match that a process has claimed as its keeper. */
export interface ClaimedMatch {
  readonly match: string;
  /** The `until` of the previous keeper, as long as the record does not mark that gap. Null when no gap is known. */
  readonly keptUntil: number | null;
}

/**
 * The processes that keep live matches. The keeper of a match runs its deadlines and bots. Each keeper stores a time until which it
 * counts as alive. After that time another process may declare it dead, which frees its matches. Times are milliseconds since the
 * epoch. For each freed match the storage notes the time until which its last keeper counted as alive. A later keeper does not
 * overwrite that note, so a second failure cannot hide the first gap.
 */
export interface KeeperStore {
  /** Registers a keeper that has no matches yet, or extends its lease. */
  enrol(keeper: string, until: number): Promise<void>;
  /** Extends the keeper's lease. Returns false when the keeper was declared dead before: then it keeps no matches. */
  renew(keeper: string, until: number): Promise<boolean>;
  /**
   * Declares expired keepers dead, then gives free matches to this keeper: the oldest first, at most `most`. Each match goes to exactly
   * one of several concurrent callers. Returns null when there are free matches but this keeper itself was declared dead.
   */
  claim(keeper: string, now: number, most: number): Promise<readonly ClaimedMatch[] | null>;
  /** Removes the gap notes of these matches, because their records now mark the gap. */
  resumed(keeper: string, matches: readonly string[]): Promise<void>;
  /** Frees the keeper's matches and notes this `until` with them. */
  giveUp(keeper: string, until: number): Promise<void>;
  /** Frees all matches of all keepers. Only for a process that knows that it is the only one. */
  giveUpAll(): Promise<void>;
}

/** A part of the events of a finished match. */
export interface EventPage {
  readonly events: readonly MatchEvent[];
  /** Events of the whole match. */
  readonly length: number;
}

export interface RecordPage extends EventPage {
  readonly row: StoredRow;
}

export interface RecordStore {
  /** A finished record, or null. */
  read(match: string): Promise<MatchRecord | null>;
  /** At most `count` events of a finished match, starting at number `from`. Returns null when there is no such record. */
  page(match: string, from: number, count: number): Promise<RecordPage | null>;
  row(match: string): Promise<StoredRow | null>;
  /** Ids of the most recent finished matches, newest first. */
  recentIds(count: number): Promise<readonly string[]>;
  /**
   * The newest rows first, at most `count`; only those of player `pub` if given, and only those finished before the match `before` if
   * given.
   */
  recentRows(count: number, pub?: string, before?: string): Promise<readonly StoredRow[]>;
  /** The newest finished match that this player has not been told about. Returns null when there is none. */
  untold(pub: string): Promise<StoredRow | null>;
  markTold(match: string, pub: string): Promise<void>;
}

export interface PlayerStore {
  get(pub: string): Promise<StoredPlayer | null>;
  /** At most `count` players whose keys begin with these hex digits. */
  startingWith(start: string, count: number): Promise<readonly StoredPlayer[]>;
  /** Creates the player if new. The name replaces the stored one. */
  see(pub: string, name: string, at: number): Promise<StoredPlayer>;
  /** Number of players with at least `minGames` games. Stops counting at `most`. */
  countWithGames(minGames: number, most: number): Promise<number>;
  /** At most `count` players with at least `minGames` games. */
  withGames(minGames: number, count: number): Promise<readonly StoredPlayer[]>;
  /**
   * Players with at least `minGames` games, ordered by the upper bound of their conservative rating, then by rating, games and key.
   * Returns the first `count`, or the `count` that follow `after`.
   */
  byAtMost(minGames: number, count: number, after?: BoundedPlayer): Promise<readonly BoundedPlayer[]>;
  /** Lowers stored upper bounds. Skips players whose rating has changed since they were read. */
  lower(bounds: readonly BoundedPlayer[]): Promise<void>;
}

/** A player with an upper bound of the conservative rating. The bound holds until the rating changes. */
export interface BoundedPlayer extends StoredPlayer {
  readonly atMost: number;
}

/** A ban; see `parseSubject` for the subjects. Times are milliseconds since the epoch. */
export interface StoredBan {
  readonly subject: string;
  /** Null for a ban without an end. */
  readonly until: number | null;
  readonly reason: string | null;
  readonly created: number;
}

export interface BanStore {
  /** All stored bans, the oldest first. */
  all(): Promise<readonly StoredBan[]>;
  /** Stores a ban. Replaces one with the same subject. */
  put(ban: StoredBan): Promise<void>;
  /** Returns false when there was no such ban. */
  remove(subject: string): Promise<boolean>;
  /** Removes the bans that have ended by now. */
  expire(now: number): Promise<void>;
}

/** Statements in which former server keys name their successors. */
export interface SuccessionStore {
  all(): Promise<readonly Succession[]>;
  /** Stores a statement unless one about the same next key exists. */
  keep(statement: Succession): Promise<void>;
}

export interface DiceStore {
  /** Number of dice that showed each face in all finished matches, ones first: six counts. */
  totals(): Promise<readonly number[]>;
}

export interface StoredInvite {
  readonly code: string;
  readonly by: string;
  /** The agreed terms as JSON text. The storage does not read it. */
  readonly terms: string;
  readonly created: number;
}

export interface InviteStore {
  put(invite: StoredInvite): Promise<void>;
  get(code: string): Promise<StoredInvite | null>;
  /** Removes the invitation. Returns true for exactly one of several concurrent callers. */
  take(code: string): Promise<boolean>;
  /** Removes invitations created before this time. Returns how many. */
  expire(before: number): Promise<number>;
  countBy(pub: string): Promise<number>;
}

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
  /** Returns false when the key or the address already has an account. */
  create(account: StoredAccount): Promise<boolean>;
  /** Removes account, address, links, subscription, mailings and puzzle answers of this key, and renames the player to `name`. */
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
  | ({ readonly kind: 'register' } & Omit<StoredAccount, 'created'>);

export interface NamedLimit {
  readonly name: string;
  readonly limit: number;
}

/** Links sent by mail, stored under the hash of their token. */
export interface MailTokenStore {
  put(hash: string, token: MailToken, expires: number): Promise<void>;
  /** Returns a valid link of this kind, without consuming it. */
  read(hash: string, kind: MailToken['kind'], now: number): Promise<MailToken | null>;
  /** Consumes the link and returns it if valid. Exactly one of several concurrent callers gets it. */
  take(hash: string, kind: MailToken['kind'], now: number): Promise<MailToken | null>;
  /** True if an unused link of this kind to this address is valid at this time. */
  isOpen(email: string, kind: MailToken['kind'], at: number): Promise<boolean>;
  expire(now: number): Promise<void>;
  /** Counts one request under each name. Returns false and counts nothing when a name has reached its limit since `since`. */
  mayAsk(limits: readonly NamedLimit[], since: number, now: number): Promise<boolean>;
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
}

/** State of one day's mail to one address: `refused` is final, `open` means that it may be tried again. */
export type MailingState = 'sent' | 'refused' | 'open';

export interface MailingStore {
  /** Subscribers who have not received the mail of this date. Those without a failed attempt come first. */
  due(date: string): Promise<readonly StoredSubscription[]>;
  /** Leases the mail of this address to one owner. Claims older than `deadBefore` are void. Returns false when another owner has it. */
  claim(date: string, email: string, owner: string, at: number, deadBefore: number): Promise<boolean>;
  settle(date: string, email: string, owner: string, state: MailingState, at: number): Promise<void>;
  /** Removes the states of mails of earlier days. */
  forget(beforeDate: string): Promise<void>;
}

/** A key's one answer to a puzzle; `hops` is JSON text. */
export interface StoredAttempt {
  readonly pub: string;
  readonly date: string;
  readonly hops: string;
  /** 1 is the best play. */
  readonly rank: number;
  readonly at: number;
}

export interface PuzzleStore {
  /** The puzzle of a date as JSON text. Returns null when there is none. */
  get(date: string): Promise<string | null>;
  /** Stores the puzzle of a date unless one exists. Returns the stored one. */
  keep(date: string, text: string, at: number): Promise<string>;
  /** True if the text of any puzzle contains this part. The part must not contain `%` or `_`, which are wildcards. */
  has(part: string): Promise<boolean>;
  /** Stores an answer. Returns false when the key has already answered this puzzle. */
  attempt(attempt: StoredAttempt): Promise<boolean>;
  attemptOf(pub: string, date: string): Promise<StoredAttempt | null>;
  /** Number of keys that answered, and number of those that found the best play. */
  stats(date: string): Promise<{ readonly tries: number; readonly solved: number }>;
  /** Dates on which the key found the best play, newest first. */
  solvedDates(pub: string): Promise<readonly string[]>;
  /** The dates of a month (`YYYY-MM`) that have a puzzle, in order. */
  datesIn(month: string): Promise<readonly string[]>;
  /** The ranks of a key’s answers in a month, by date. */
  ranksIn(month: string, pub: string): Promise<ReadonlyMap<string, number>>;
}

/** Engine evaluations as JSON text, by job key. The first stored evaluation of a key stays. */
export interface EvaluationStore {
  /** Returns those of the given keys that are stored. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  keep(evaluations: readonly { readonly key: string; readonly text: string }[], at: number): Promise<void>;
  /** Removes the oldest evaluations beyond `most`. Evaluations stored at the same moment are removed or kept together. */
  prune(most: number): Promise<void>;
}

/** Identifies an analysis of a match: the engine and its search depth. */
export interface AnnotationName {
  readonly matchId: string;
  readonly engineId: string;
  readonly ply: number;
}

/** Analysis reports as JSON text. The first stored report of a name stays. */
export interface AnnotationStore {
  read(name: AnnotationName): Promise<string | null>;
  keep(name: AnnotationName, text: string, at: number): Promise<void>;
}

/** Everything that outlives the process. */
export interface Store {
  readonly matches: MatchStore;
  readonly keepers: KeeperStore;
  readonly records: RecordStore;
  readonly players: PlayerStore;
  readonly invites: InviteStore;
  readonly accounts: AccountStore;
  readonly mailTokens: MailTokenStore;
  readonly subscriptions: SubscriptionStore;
  readonly mailings: MailingStore;
  readonly dice: DiceStore;
  readonly successions: SuccessionStore;
  readonly bans: BanStore;
  readonly puzzles: PuzzleStore;
  readonly evaluations: EvaluationStore;
  readonly annotations: AnnotationStore;
}

/** A message between processes: a client message to forward, or news for the processes themselves. */
export type BusMessage =
  | ServerMessage
  /** On the topic of a key: its player now sits in this match. */
  | { readonly type: 'seated'; readonly match: string }
  /** A process has given up the live matches that it kept. */
  | { readonly type: 'given-up' }
  /** The results of these deep-analysis jobs are stored. */
  | { readonly type: 'judged'; readonly keys: string[] };

/**
 * Publish and subscribe between processes. Listeners in this process get a message at once, those in other processes soon after, in
 * publication order per topic. Messages from other processes may be lost. `onMissed` reports that, and the state must be read from
 * the storage again.
 */
export interface Bus {
  /** True while everything that other processes publish arrives here. Always true for a single process. */
  readonly isWhole: boolean;
  publish(topic: string, message: BusMessage): void;
  /** Calls the listener when messages may have been lost: repeatedly while the bus is not whole, and once when it is whole again. */
  onMissed(listener: () => void): () => void;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
}

/** Named alarms, in memory only. Setting a name again replaces its alarm. */
export interface Alarms {
  /** Calls `onDue` once at this time, or soon if it has passed. Never calls it before `set` returns. */
  set(name: string, at: number, onDue: () => void | Promise<void>): void;
  clear(name: string): void;
}

/** The operator's log: structured, one line per event. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

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

/** Encrypts private keys at rest, if the operator has set a secret. */
export interface KeySeal {
  /** True if `seal` would use the same method and secret today, judged without opening. */
  isCurrent(sealed: string): boolean;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}
