import type { Header, Ledger, MatchEvent, RecordResult, SignatureVerifier } from 'bg-record';
import type { Failure } from 'bg-rules';
import type { Alarms, Bus, Log, MatchStore, RecordStore, World } from '../ports.ts';
import type { ServerKeys } from '../server-keys.ts';
import type { PresenceMessage } from './attendance.ts';

export interface TableParts {
  readonly store: MatchStore;
  readonly records: Pick<RecordStore, 'row'>;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: ServerKeys;
  /** Checks the players' signatures; absent: Node.js does. */
  readonly verifier?: SignatureVerifier | undefined;
  readonly isOnline: (pub: string) => boolean;
  /** Whether this process runs the deadlines of the match. */
  readonly keeps: (match: string) => boolean;
  /** True if this process may sign receipts of the match at this moment. */
  readonly vouches: (match: string) => boolean;
  /** True if no event is stored beyond so many. */
  readonly isCurrent: (match: string, length: number) => Promise<boolean>;
  /** The record marks the gap before this process kept the match. */
  readonly marked: (match: string) => void;
  /** The match waits for a player again; the ledger is for reading. */
  readonly moved: (ledger: Ledger) => void;
  /** The match has left the live ones. */
  readonly ended: (match: string) => void;
}

/** A live match as a newcomer is shown it. */
export interface TableView {
  readonly header: Header;
  /** The part that was asked for. */
  readonly events: readonly MatchEvent[];
  /** Events of the whole match. */
  readonly length: number;
  readonly presence: readonly [PresenceMessage, PresenceMessage];
}

/** The accepted event; or the ledger's refusal; or why the service did not ask the ledger. */
export type ActResult = RecordResult<MatchEvent> | Failure<'not-stored' | 'not-found' | 'not-your-seat'>;

/** There is no such live match. */
export const gone: Failure<'not-found'> = { ok: false, code: 'not-found', message: 'This match is not live.' };
/** The event is for another seat than that of the key. */
export const notYours: Failure<'not-your-seat'> = {
  ok: false,
  code: 'not-your-seat',
  message: 'The event is not for this key’s seat.',
};

/** The service cannot judge the event at this moment. */
export const notNow: Failure<'not-stored'> = {
  ok: false,
  code: 'not-stored',
  message: 'The service is not ready for this event: send it again in a moment.',
};
