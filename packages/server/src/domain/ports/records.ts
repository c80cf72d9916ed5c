import type { MatchRecord } from 'bg-record';
import type { EventTexts } from '../event-texts.ts';
import type { StoredRow } from './matches.ts';

/** A part of the events of a finished match. */
export interface EventPage {
  readonly events: EventTexts;
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

export interface DiceStore {
  /** Number of dice that showed each face in all finished matches, ones first: six counts. */
  totals(): Promise<readonly number[]>;
}
