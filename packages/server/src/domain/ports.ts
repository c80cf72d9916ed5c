import type { ServerMessage } from '@anchor/wire';
import type { Header, MatchEvent, MatchRecord, Succession, Transcript } from 'bg-record';
import type { Meeting, PlayerRating, Rating } from './players/rating.ts';

/** Time and chance come in as arguments, so that a test decides them. */
export interface World {
  /** Milliseconds since the epoch. */
  now(): number;
  randomBytes(length: number): Uint8Array;
}

/** A key that has been seen, with its rating as stored. */
export interface StoredPlayer {
  readonly pub: string;
  readonly name: string;
  readonly rating: PlayerRating;
  readonly games: number;
  readonly wins: number;
}

/** What a finished match changes, worked out from the stored ratings inside the finishing transaction. */
export interface RatingChange {
  readonly before: Rating;
  readonly after: Rating;
}

/** A row of the match index as stored; ratings are null when the match was unrated. */
export interface StoredRow {
  readonly record: Pick<MatchRecord, 'header' | 'result' | 'finalHash'>;
  readonly finishedAt: number;
  readonly ratings: readonly [RatingChange, RatingChange] | null;
}

export interface FinishedMatch {
  readonly record: MatchRecord;
  readonly finishedAt: number;
  /** Dice of every `dice` event by face: six counts. */
  readonly diceCounts: readonly number[];
  /** Pure; called with what is stored inside the transaction, only when the match is rated. */
  readonly rate: (
    before: readonly [PlayerRating, PlayerRating],
    meeting: Meeting,
  ) => readonly [PlayerRating, PlayerRating];
}

/** What became of a new match: `busy` when one of its people sits in another; `no-keeper` when its keeper was declared dead. */
export type Created = 'created' | 'busy' | 'no-keeper';

/** Live matches and what remains of them. Every promise that resolves is durable. */
export interface MatchStore {
  /** Stores a new live match, without events, with a seat for each person and its keeper; without one the next that claims gets it. */
  create(header: Header, keeper?: string): Promise<Created>;
  /** Appends one event; `conflict` when the match is no longer live or already has an event `n`. Appends that arrive together share one transaction. */
  append(match: string, event: MatchEvent): Promise<'stored' | 'conflict'>;
  /** A live match, or null. */
  live(match: string): Promise<Transcript | null>;
  /** The events of a live match numbered `from` and on, `count` at most; null when there is no such match. Reads no other events. */
  page(match: string, from: number, count: number): Promise<readonly MatchEvent[] | null>;
  /** The state of the match by one lookup; null when there is no such match. */
  stateOf(match: string): Promise<'live' | 'finished' | null>;
  /** Ids of all live matches, oldest first. */
  liveIds(): Promise<readonly string[]>;
  /** The server's key that each live match names in its header, by match. */
  liveServers(): Promise<ReadonlyMap<string, string>>;
  /** Number of events of those of the matches that are live. */
  lengths(matches: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The one live match in which a person has a seat, or null; null for bots, which sit in many. */
  liveOf(pub: string): Promise<string | null>;
  /** The same for many people at once: matches by key, without those who sit nowhere. */
  seatsOf(pubs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Record, index row, ratings, dice counts and the end of the live rows in one transaction; safe to repeat. */
  finish(finished: FinishedMatch): Promise<StoredRow>;
  /**
   * Ends a live match without a trace but who is to blame (null: nobody). With `length`, only while the match has exactly so many events:
   * `conflict` means that another one was stored first, or that the match is not live any more.
   */
  abort(match: string, blamed: string | null, at: number, length?: number): Promise<'aborted' | 'conflict'>;
  /** Matches aborted through this key's fault since then. */
  abortsSince(pub: string, since: number): Promise<number>;
  /** Rated matches of this pair finished since then. */
  ratedSince(pubs: readonly [string, string], since: number): Promise<number>;
}

/** A match that a keeper has got. */
export interface ClaimedMatch {
  readonly match: string;
  /** The `until` of the keeper that lost it, if the record does not mark that gap yet; null where nothing is known of one. */
  readonly keptUntil: number | null;
}

/**
 * Which process keeps which live matches: runs their deadlines and bots. A keeper says until when it counts as alive; from then on others may
 * declare it dead, which frees its matches. Times are milliseconds since the epoch. The storage notes with a match until when its last keeper
 * counted as alive; while such a note stands a later one does not replace it, so that a second loss hides nothing of the first gap.
 */
export interface KeeperStore {
  /** Enters a keeper, who has no matches yet, or puts off its end. */
  enrol(keeper: string, until: number): Promise<void>;
  /** Puts off when the keeper counts as dead; false when it was declared dead before: then it keeps nothing. */
  keep(keeper: string, until: number): Promise<boolean>;
  /**
   * Declares those dead whose time is over, then gives the keeper free matches, the oldest first, so many at most. Each goes to exactly
   * one of all who ask; null when there are some and the keeper itself was declared dead.
   */
  claim(keeper: string, now: number, most: number): Promise<readonly ClaimedMatch[] | null>;
  /** The records of these matches mark the gap before this keeper got them: the notes are removed. */
  resumed(keeper: string, matches: readonly string[]): Promise<void>;
  /** Frees the keeper's matches, noting this `until` with them. */
  giveUp(keeper: string, until: number): Promise<void>;
  /** Frees all matches, whoever keeps them: for a process that knows that there is no other. */
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
  /** The events of a finished match numbered `from` and on, `count` at most; null when there is no such record. */
  page(match: string, from: number, count: number): Promise<RecordPage | null>;
  row(match: string): Promise<StoredRow | null>;
  /** Ids of the most recent finished matches, newest first. */
  recentIds(count: number): Promise<readonly string[]>;
  /** The most recent rows, newest first; of one player when a key is given; only what finished before the match `before`. */
  recentRows(count: number, pub?: string, before?: string): Promise<readonly StoredRow[]>;
  /** The newest finished match of which the holder of this key was not told yet, or null. */
  untold(pub: string): Promise<StoredRow | null>;
  markTold(match: string, pub: string): Promise<void>;
}

export interface PlayerStore {
  get(pub: string): Promise<StoredPlayer | null>;
  /** The players whose keys begin with these hex digits, `count` at most. */
  startingWith(start: string, count: number): Promise<readonly StoredPlayer[]>;
  /** Makes the player if new; the name replaces the stored one. */
  see(pub: string, name: string, at: number): Promise<StoredPlayer>;
  /** Number of players with so many games, counted up to `most`. */
  countWithGames(minGames: number, most: number): Promise<number>;
  /** Players with so many games, `count` at most. */
  withGames(minGames: number, count: number): Promise<readonly StoredPlayer[]>;
  /**
   * Players with so many games by what their conservative rating is at most, then by rating, games and key: the first `count`
   * of them, or those that follow this place.
   */
  byAtMost(minGames: number, count: number, after?: BoundedPlayer): Promise<readonly BoundedPlayer[]>;
  /** Lowers what a conservative rating is at most, unless the rating has changed since it was read. */
  lower(bounds: readonly BoundedPlayer[]): Promise<void>;
}

/** A player with a conservative rating that theirs does not exceed until their rating changes. */
export interface BoundedPlayer extends StoredPlayer {
  readonly atMost: number;
}

/** Who may not come in; see `parseSubject`. Times are milliseconds since the epoch. */
export interface StoredBan {
  readonly subject: string;
  /** Null: without end. */
  readonly until: number | null;
  readonly reason: string | null;
  readonly created: number;
}

export interface BanStore {
  /** All that are stored, the oldest first. */
  all(): Promise<readonly StoredBan[]>;
  /** Stores a ban in the place of one of the same subject. */
  put(ban: StoredBan): Promise<void>;
  /** False when there was none. */
  remove(subject: string): Promise<boolean>;
  /** Forgets those that are over by now. */
  expire(now: number): Promise<void>;
}

/** What the server's former keys have signed about those that took their places. */
export interface SuccessionStore {
  all(): Promise<readonly Succession[]>;
  /** Keeps a statement, unless there is one about the same next key. */
  keep(statement: Succession): Promise<void>;
}

export interface DiceStore {
  /** How often each face fell in all finished matches, ones first: six counts. */
  totals(): Promise<readonly number[]>;
}

export interface StoredInvite {
  readonly code: string;
  readonly by: string;
  /** The agreed terms as JSON text; the domain reads it. */
  readonly terms: string;
  readonly created: number;
}

export interface InviteStore {
  put(invite: StoredInvite): Promise<void>;
  get(code: string): Promise<StoredInvite | null>;
  /** Removes it; true for exactly one of several callers. */
  take(code: string): Promise<boolean>;
  /** Removes the invitations made before then. */
  expire(before: number): Promise<number>;
  countBy(pub: string): Promise<number>;
}

/** A person with an address, whose key the service keeps. */
export interface StoredAccount {
  readonly pub: string;
  readonly username: string;
  readonly email: string;
  /** The private key, perhaps sealed. */
  readonly wrapped: string;
  readonly created: number;
}

export interface AccountStore {
  byPub(pub: string): Promise<StoredAccount | null>;
  byEmail(email: string): Promise<StoredAccount | null>;
  /** False when the key or the address has an account already. */
  create(account: StoredAccount): Promise<boolean>;
  /** Removes account, address, links, subscription, mailings and answers to puzzles of this key; the player's name becomes the given one. */
  remove(pub: string, name: string): Promise<void>;
  /** Notes that the service has been given the private half of this key; the note outlives the account. Safe to repeat. */
  noteHanded(pub: string, at: number): Promise<void>;
  wasHanded(pub: string): Promise<boolean>;
  /** Keys as they are stored, in the order of `pub`, so many after this one. */
  keysAfter(pub: string, count: number): Promise<readonly Pick<StoredAccount, 'pub' | 'wrapped'>[]>;
  /** Stores the same key sealed otherwise, unless it was changed meanwhile. */
  rewrap(pub: string, from: string, to: string): Promise<void>;
}

/** What a link sent by mail is good for. */
export type MailToken =
  | { readonly kind: 'sign-in'; readonly email: string }
  | { readonly kind: 'verify'; readonly email: string }
  | ({ readonly kind: 'register' } & Omit<StoredAccount, 'created'>);

export interface NamedLimit {
  readonly name: string;
  readonly limit: number;
}

/** Links sent by mail, by the hash of their token. */
export interface MailTokenStore {
  put(hash: string, token: MailToken, expires: number): Promise<void>;
  /** What a valid link of such a kind says; it stays. */
  read(hash: string, kind: MailToken['kind'], now: number): Promise<MailToken | null>;
  /** The same for exactly one caller: it is gone afterwards, valid or not. */
  take(hash: string, kind: MailToken['kind'], now: number): Promise<MailToken | null>;
  /** True if an unused link of such a kind was sent to the address that is still valid at this time. */
  isOpen(email: string, kind: MailToken['kind'], at: number): Promise<boolean>;
  expire(now: number): Promise<void>;
  /** Notes a request under each name; false, and nothing noted, when one of them has had its limit since then. */
  mayAsk(limits: readonly NamedLimit[], since: number, now: number): Promise<boolean>;
}

/** The daily puzzle by mail. */
export interface StoredSubscription {
  readonly email: string;
  readonly confirmed: boolean;
  readonly daily: boolean;
  /** Token of the link that ends it. */
  readonly stop: string;
}

export interface SubscriptionStore {
  get(email: string): Promise<StoredSubscription | null>;
  /** Makes a pending one when there is none. */
  ask(email: string, stop: string, at: number): Promise<void>;
  /** Confirmed, with daily on; false when there is none. */
  confirm(email: string): Promise<boolean>;
  /** Daily off, and links to confirm it void; false when no subscription has this token. */
  stop(token: string): Promise<boolean>;
}

/** What became of one day's mail to one address: `refused` for good, or open for another try. */
export type MailingState = 'sent' | 'refused' | 'open';

export interface MailingStore {
  /** Subscribers who are still to get the mail of this date; those of whom nothing is known come first. */
  due(date: string): Promise<readonly StoredSubscription[]>;
  /** True for one owner at a time; a claim made before `deadBefore` is void. */
  claim(date: string, email: string, owner: string, at: number, deadBefore: number): Promise<boolean>;
  settle(date: string, email: string, owner: string, state: MailingState, at: number): Promise<void>;
  /** Forgets what became of earlier days' mails. */
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
  /** The puzzle of a date as text, or null. */
  get(date: string): Promise<string | null>;
  /** Stores the puzzle of a date unless there is one; gives back the one that is there. */
  keep(date: string, text: string, at: number): Promise<string>;
  /** Whether the puzzle of any date has this in its text; without `%` and `_`, which stand for anything. */
  has(part: string): Promise<boolean>;
  /** False when the key has answered this puzzle before. */
  attempt(attempt: StoredAttempt): Promise<boolean>;
  attemptOf(pub: string, date: string): Promise<StoredAttempt | null>;
  /** How many keys have answered, and how many with the best play. */
  stats(date: string): Promise<{ readonly tries: number; readonly solved: number }>;
  /** Dates on which the key found the best play, newest first. */
  solvedDates(pub: string): Promise<readonly string[]>;
  /** The dates of a month (`YYYY-MM`) that have a puzzle, in order. */
  datesIn(month: string): Promise<readonly string[]>;
  /** The ranks of a key’s answers in a month, by date. */
  ranksIn(month: string, pub: string): Promise<ReadonlyMap<string, number>>;
}

/** What engines said of decisions, by the key of the job, as JSON text. What was stored first stays. */
export interface EvaluationStore {
  /** Those of many that are there. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  keep(evaluations: readonly { readonly key: string; readonly text: string }[], at: number): Promise<void>;
  /** Removes the oldest when there are more than so many; of those stored at the same moment all or none. */
  prune(most: number): Promise<void>;
}

/** Which analysis of a match: by whom, and how deep. */
export interface AnnotationName {
  readonly matchId: string;
  readonly engineId: string;
  readonly ply: number;
}

/** Reports of analysed matches as JSON text. What was stored first stays. */
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

/** What travels between processes: what clients are told, and what their processes need to know to tell it. */
export type BusMessage =
  | ServerMessage
  /** On the topic of a key: it now sits in this match. */
  | { readonly type: 'seated'; readonly match: string }
  /** A process has given up the live matches that it kept. */
  | { readonly type: 'given-up' }
  /** These jobs of deep analysis have got their results, which are stored. */
  | { readonly type: 'judged'; readonly keys: string[] };

/**
 * Carries what was stored to whoever listens, on this process at once and on others soon, in the order of publication by topic.
 * What goes to other processes may get lost: then `onMissed` says so, and what is stored has to be read again.
 */
export interface Bus {
  /** Whether everything that other processes publish arrives here now. A process alone misses nothing. */
  readonly isWhole: boolean;
  publish(topic: string, message: BusMessage): void;
  /** Calls when something of other processes may have been missed: again and again while the bus is not whole, and once when it is whole again. */
  onMissed(listener: () => void): () => void;
  /** Returns the way to stop listening. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
}

/** One alarm a name; setting it again moves it. */
export interface Alarms {
  set(name: string, at: number): void;
  clear(name: string): void;
}

/** The operator's log: structured, one event a line. */
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
  /** Two mails with the same id are the same mail, however often they arrive. */
  readonly messageId?: string;
  /** The address that ends the subscription at once, for mail programs. */
  readonly unsubscribe?: string;
}

/** What the provider said: taken; never to this address; not now to this address; nothing can be sent now. */
export type MailVerdict = 'sent' | 'refused' | 'later' | 'unavailable';

export interface Mailer {
  /** Whether mails leave the house; otherwise they are for the operator's eyes, or nobody's. */
  readonly delivers: boolean;
  /** Whether anybody gets to see a mail. */
  readonly works: boolean;
  send(mail: Mail): Promise<MailVerdict>;
}

/** Keeps private keys unreadable where they lie, if there is a key for that. */
export interface KeySeal {
  /** Whether this is how `seal` would seal now, as far as can be told without opening. */
  isCurrent(sealed: string): boolean;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}
