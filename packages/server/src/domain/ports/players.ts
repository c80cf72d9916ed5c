import type { PlayerRating } from 'bg-record/ratings';

/** A player that the service has seen, with the stored rating. */
export interface StoredPlayer {
  readonly pub: string;
  readonly name: string;
  readonly rating: PlayerRating;
  readonly games: number;
  readonly wins: number;
  /** Rated matches only. */
  readonly ratedGames: number;
  readonly ratedWins: number;
  /** ISO 3166-1 code. Null if the player shows none. */
  readonly country: string | null;
}

export interface PlayerStore {
  get(pub: string): Promise<StoredPlayer | null>;
  /** Those of these players that are stored, in any order. */
  among(pubs: readonly string[]): Promise<readonly StoredPlayer[]>;
  /** At most `count` players whose keys begin with these hex digits. */
  startingWith(start: string, count: number): Promise<readonly StoredPlayer[]>;
  /** Creates the player if new. The name replaces the stored one. */
  see(pub: string, name: string, at: number): Promise<StoredPlayer>;
  /** Changes the country of a stored player. Returns false when the player is not stored. */
  setCountry(pub: string, country: string | null): Promise<boolean>;
  /** Number of players with at least `minGames` rated matches. Stops counting at `most`. */
  countWithGames(minGames: number, most: number): Promise<number>;
  /** At most `count` players with at least `minGames` rated matches. */
  withGames(minGames: number, count: number): Promise<readonly StoredPlayer[]>;
  /**
   * Players with at least `minGames` rated matches, ordered by the upper bound of their conservative rating, then by rating, number of
   * rated matches and key.
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

export type InviteState = 'open' | 'accepted' | 'declined' | 'withdrawn';

/** An invitation to a match: a link, a challenge of one player, or an open game by correspondence that everybody sees. */
export interface StoredInvite {
  readonly code: string;
  readonly by: string;
  /** The agreed terms as JSON text. The storage does not read it. */
  readonly terms: string;
  readonly created: number;
  /** The last moment of the invitation, in milliseconds since the epoch. */
  readonly until: number;
  /** True for an open game. */
  readonly isPosted: boolean;
  /** The only key that may accept. Null for a link and an open game. */
  readonly to: string | null;
  /** The key that has accepted although the match could not begin. Null before. */
  readonly friend: string | null;
  readonly state: InviteState;
}

/** Challenges by their author, by the challenged player, or by both, counted from a time on. */
export interface ChallengeCount {
  readonly by?: string;
  readonly to?: string;
  readonly since: number;
}

export interface InviteStore {
  put(invite: StoredInvite): Promise<void>;
  get(code: string): Promise<StoredInvite | null>;
  /** Removes the invitation if its state and friend are unchanged. Returns true for exactly one of several concurrent callers. */
  remove(invite: StoredInvite): Promise<boolean>;
  /**
   * Changes state and friend if both are as in `from`. If terms are given, changes them as well, if they are as in `from` too. Returns true for
   * exactly one of several concurrent callers that change the same of it.
   */
  change(
    from: StoredInvite,
    to: Pick<StoredInvite, 'state' | 'friend'> & Partial<Pick<StoredInvite, 'terms'>>,
  ): Promise<boolean>;
  /** Removes the invitations that have ended by now. Returns how many. */
  expire(now: number): Promise<number>;
  /** Counts the open and accepted invitations of this key. */
  countBy(pub: string, now: number): Promise<number>;
  /** Counts the open and accepted open games of this key. */
  countPosted(pub: string, now: number): Promise<number>;
  /** The open games that nobody has accepted, at most `count`, the newest first. */
  posted(now: number, count: number): Promise<readonly StoredInvite[]>;
  /** Counts challenges in every state: those of a key, those of a player, or those of a key to a player. */
  countChallenges(of: ChallengeCount): Promise<number>;
  /** Counts what `receivedBy` lists. */
  countReceived(pub: string, now: number): Promise<number>;
  /** The invitations of this key except withdrawn ones, at most `count`, the newest first. */
  sentBy(pub: string, now: number, count: number): Promise<readonly StoredInvite[]>;
  /** The open and accepted invitations that are addressed to this key or that it has accepted, at most `count`, the newest first. */
  receivedBy(pub: string, now: number, count: number): Promise<readonly StoredInvite[]>;
  /** Those of the keys that have made, received or accepted an invitation that is open or accepted. */
  concerned(pubs: readonly string[]): Promise<readonly string[]>;
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
  /** Stores a ban, and removes the invitations of a banned key. Replaces one with the same subject. */
  put(ban: StoredBan): Promise<void>;
  /** Returns false when there was no such ban. */
  remove(subject: string): Promise<boolean>;
  /** Removes the bans that have ended by now. */
  expire(now: number): Promise<void>;
}
