import type { PlayerRating } from 'bg-record/ratings';

/** A player that the service has seen, with the stored rating. */
export interface StoredPlayer {
  readonly pub: string;
  readonly name: string;
  readonly rating: PlayerRating;
  readonly games: number;
  readonly wins: number;
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
  /** Counts the invitations of this key created at this time or later. */
  countBy(pub: string, since: number): Promise<number>;
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
