import type { Aborted, Header, MatchEvent, MatchRecord, Transcript } from 'bg-record';
import type { Meeting, PlayerRating, Rating } from 'bg-record/ratings';
import type { Player } from 'bg-rules';
import type { EventTexts } from '../event-texts.ts';
import type { StoredInvite } from './players.ts';

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

/**
 * Result of creating a match: `busy` when a player sits in another match; `full` when a player has too many correspondence matches; `not-owner` when
 * the process that paired the players does not own the lobby any more; `not-open` when the invitation is gone or has changed.
 */
export type Created = 'created' | 'busy' | 'full' | 'not-owner' | 'not-open';

export interface Creating {
  /** Any process may acquire the match from then on, and that of a player before. In milliseconds since the epoch. Default: at once. */
  readonly freeFrom?: number;
  /** The process that must own the lobby, if not null. */
  readonly lobbyOwner?: string | null;
  /** The invitation that the match comes from, if not null: it is removed with the creation of the match, if its state and friend are unchanged. */
  readonly invite?: StoredInvite | null;
}

/** The part of a correspondence match that lists show, as of its event number `n`. */
export interface MatchSnapshot {
  /** Number of events. */
  readonly n: number;
  /** The player who must act. Null while the server must. */
  readonly toAct: Player | null;
  /** True if the page of that player answers without a decision. */
  readonly isAutomatic: boolean;
  readonly score: readonly [number, number];
}

/** A correspondence match in which a person sits. */
export interface StoredTurn {
  readonly header: Header;
  /** Null before the first one was stored. */
  readonly snapshot: MatchSnapshot | null;
  /** The deadline of the player who must act. Null if unknown. */
  readonly wakeAt: number | null;
}

/** A range of a live match's events. */
export interface LiveLook {
  readonly header: Header;
  /** Number of events of the whole match. */
  readonly length: number;
  readonly events: EventTexts;
}

/** How a match was aborted. `proof` is the server's signature, or null if it could not sign. */
export interface AbortNotice {
  readonly reason: string;
  readonly proof: Aborted | null;
}

/** An abort. `blamed`: the key whose fault it is; null blames no player. `at`: milliseconds since the epoch. */
export interface Aborting extends AbortNotice {
  readonly blamed: string | null;
  readonly at: number;
}

/** Live matches and the rows that remain of them. A promise that resolves means that the change is durable. */
export interface MatchStore {
  /**
   * Stores a new match without events and without an owner, with a seat for each person. A person has one seat in live matches, and several in
   * correspondence matches. If it is not created, nothing has changed.
   */
  create(header: Header, creating?: Creating): Promise<Created>;
  /**
   * Appends one event. Returns `conflict` when the match is not live, already has an event with this number, or lacks the one before.
   * Concurrent appends share one transaction.
   */
  append(match: string, event: MatchEvent): Promise<'stored' | 'conflict'>;
  /** Returns null when the match is not live. */
  live(match: string): Promise<Transcript | null>;
  /** At most `count` events of a live match, starting at number `from`. Reads no others. Returns null when the match is not live. */
  page(match: string, from: number, count: number): Promise<EventTexts | null>;
  /**
   * The same with the header and the number of events, for a viewer who does not play: no event waits for this read. Returns null when the match
   * is not live.
   */
  look(match: string, from: number, count: number): Promise<LiveLook | null>;
  /** The state of the match, from one lookup. Returns null when there is no such match. */
  stateOf(match: string): Promise<'live' | 'finished' | null>;
  /** Ids of all live matches, oldest first. */
  liveIds(): Promise<readonly string[]>;
  /** The header of a live match, without its events. Returns null when the match is not live. */
  header(match: string): Promise<Header | null>;
  /** By live match that names another server key than this one: the key that its header names. */
  liveServers(except: string): Promise<ReadonlyMap<string, string>>;
  /** The one live match in which a person has a seat. Returns null when there is none, and for bots, which play many matches. */
  liveOf(pub: string): Promise<string | null>;
  /** The correspondence match in which a bot waits for this person. Returns null when there is none. */
  botTurnOf(pub: string): Promise<string | null>;
  /** All correspondence matches in which a person has a seat. */
  turnsOf(pub: string): Promise<readonly StoredTurn[]>;
  /** Those of these people who have a seat in a correspondence match. */
  haveTurns(pubs: readonly string[]): Promise<readonly string[]>;
  /** Number of correspondence matches in which a person has a seat. */
  countTurns(pub: string): Promise<number>;
  /** Notes what lists show of a correspondence match, and its deadline, unless a later snapshot is stored. */
  note(match: string, snapshot: MatchSnapshot, wakeAt: number | null): Promise<void>;
  /** Like `liveOf` for many people: matches by key. People without a seat are left out. */
  seatsOf(pubs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stores record, index row, ratings and dice counts and removes the live rows, in one transaction. Idempotent. */
  finish(finished: FinishedMatch): Promise<StoredRow>;
  /**
   * Ends a live match without a record. Stores the signature with it, for players who are not reached now. With `length`, the match ends only if
   * it has exactly this many events: `conflict` means that another event was stored first or that the match is not live.
   */
  abort(match: string, aborting: Aborting, length?: number): Promise<'aborted' | 'conflict'>;
  /** How a match was aborted. Null if it was not. */
  aborted(match: string): Promise<AbortNotice | null>;
  /** Number of matches since then that were aborted through this key's fault. */
  abortsSince(pub: string, since: number): Promise<number>;
  /** Number of rated matches between these two keys that finished since then. */
  ratedSince(pubs: readonly [string, string], since: number): Promise<number>;
}
