import type { MatchEvent, Receipt, RecordResult, SignatureVerifier } from 'bg-record';
import type { Failure } from 'bg-rules';
import type { Queue } from '../../shared/queue.ts';
import type { Leases } from '../leases/leases.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Log, World } from '../ports/world.ts';
import type { OwnView } from '../public-log/own-view.ts';
import type { ServerKeys } from '../server-keys.ts';
import type { Arrivals } from './arrivals.ts';
import type { PresenceMessage } from './attendance.ts';

export interface TableParts {
  readonly store: MatchStore;
  readonly records: Pick<RecordStore, 'row'>;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: ServerKeys;
  readonly leases: Pick<Leases, 'owns' | 'maySign' | 'marked' | 'release' | 'times'>;
  /** The pages of long matches that this process reads, all matches together. */
  readonly pages: Queue;
  /** The long matches that this process finishes. */
  readonly finishes: Queue;
  /** The service's view of its public log, which its commits state. Absent without a log. */
  readonly logView?: OwnView | null | undefined;
  /** Checks the players' signatures. Defaults to Node.js crypto. */
  readonly verifier?: SignatureVerifier | undefined;
  /** True if a player of a correspondence match is connected to the service. */
  readonly isOnline: (pub: string) => boolean;
  /** The frames of players that wait to be handled here. */
  readonly arrivals: Pick<Arrivals, 'oldest'>;
}

/** Another process over whose link connections follow matches. */
export interface Front {
  /** Its id. Null before it has said so. */
  readonly from: string | null;
  /** True once the link is lost. */
  readonly isOver: boolean;
  /** It has received everything that was sent to it until then, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  /** True if it has received everything that was sent to it until `at`. If that is not known, it is asked. */
  confirms(at: number): boolean;
}

/** A connection that follows the match. */
export interface Member {
  /** Unique among the connections of all processes. */
  readonly id: string;
  /** The process that has its socket. Null if it is here. */
  readonly front: Front | null;
  /** Its proved key, or null. */
  readonly pub: string | null;
}

/** The answer to a new member, which reads the stored events elsewhere. */
export interface Entered {
  /** The time of the owner, in milliseconds since the epoch. */
  readonly now: number;
  /** Number of events that have been published. */
  readonly length: number;
  readonly presence: readonly PresenceMessage[];
  /** For the players of the match. Null while none may be signed. */
  readonly receipt: Receipt | null;
}

/** The answer to a player who asks for a receipt. */
export interface Stamp {
  /** The time of the owner, in milliseconds since the epoch. */
  readonly now: number;
  /** Null for other keys than those of the players, while none may be signed, and while it is open what becomes of the event that was asked about. */
  readonly receipt: Receipt | null;
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
export const notStored: Failure<'not-stored'> = {
  ok: false,
  code: 'not-stored',
  message: 'The service is not ready for this event: send it again in a moment.',
};
