import type { Header, Ledger, MatchEvent, RecordResult, SignatureVerifier } from 'bg-record';
import type { Failure } from 'bg-rules';
import type { Queue } from '../../shared/queue.ts';
import type { EventTexts } from '../event-texts.ts';
import type { Bus } from '../ports/bus.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Log, World } from '../ports/world.ts';
import type { OwnView } from '../public-log/own-view.ts';
import type { ServerKeys } from '../server-keys.ts';
import type { PresenceMessage } from './attendance.ts';

/** The alarm of one match. */
export interface MatchAlarm {
  /** Has `Table.wake` called at this time. Replaces an earlier call. */
  set(at: number): void;
  clear(): void;
}

export interface TableParts {
  readonly store: MatchStore;
  readonly records: Pick<RecordStore, 'row'>;
  readonly bus: Bus;
  readonly alarm: MatchAlarm;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: ServerKeys;
  /** The pages of long matches that this process reads, all matches together. */
  readonly pages: Queue;
  /** The long matches that this process finishes. */
  readonly finishes: Queue;
  /** The service's view of its public log, which its commits state. Absent without a log. */
  readonly logView?: OwnView | null | undefined;
  /** Checks the players' signatures. Defaults to Node.js crypto. */
  readonly verifier?: SignatureVerifier | undefined;
  readonly isOnline: (pub: string) => boolean;
  /** When the oldest frame of this key arrived here that is not handled yet. Null if none waits. */
  readonly waitingSince: (pub: string) => number | null;
  /** True if this process runs the deadlines of the match. */
  readonly keeps: (match: string) => boolean;
  /** True if this process may sign receipts of the match now. */
  readonly maySign: (match: string) => boolean;
  /** True if the storage has no more than `length` events of the match. */
  readonly isCurrent: (match: string, length: number) => Promise<boolean>;
  /** Called when the record marks the gap before this process became keeper. */
  readonly marked: (match: string) => void;
  /** Called when the match waits for a player again. The ledger is read-only for the callee. */
  readonly moved: (ledger: Ledger) => void;
  /** Called when the match is no longer live, or is parked. */
  readonly ended: (match: string) => void;
  /** Called when this process has dropped a match that goes on elsewhere. */
  readonly left: (match: string) => void;
}

/** A live match as it is shown to a new player or watcher. */
export interface TableView {
  readonly header: Header;
  /** The requested range. */
  readonly events: EventTexts;
  /** Number of events of the whole match. */
  readonly length: number;
  readonly presence: readonly [PresenceMessage, PresenceMessage];
}

/** The accepted event, or the ledger's refusal, or the reason why the service did not ask the ledger. */
export type ActResult =
  | RecordResult<MatchEvent>
  | Failure<'not-stored' | 'not-found' | 'not-your-seat' | 'too-many-voids' | 'replaced'>;

/** The event may not be stored yet. It can be judged again after `waitMs`. */
export interface MustWait extends Failure<'must-wait'> {
  readonly waitMs: number;
}

/** The event waits in the service. `result` is its result. */
export interface Waits extends Failure<'waits'> {
  readonly result: Promise<ActResult>;
}

export const gone: Failure<'not-found'> = { ok: false, code: 'not-found', message: 'This match is not live.' };
/** The event belongs to a seat of another key. */
export const notYours: Failure<'not-your-seat'> = {
  ok: false,
  code: 'not-your-seat',
  message: 'The event is not for this key’s seat.',
};

/** The event is refused, and the record has as many refusals of this seat as it may have. */
export const tooManyVoids: Failure<'too-many-voids'> = {
  ok: false,
  code: 'too-many-voids',
  message: 'The event is refused, and so many events of this seat were that the record notes no further one.',
};

/** The service cannot judge the event now. */
export const notNow: Failure<'not-stored'> = {
  ok: false,
  code: 'not-stored',
  message: 'The service is not ready for this event: send it again in a moment.',
};
