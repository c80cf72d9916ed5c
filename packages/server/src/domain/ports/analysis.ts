import type { StoredRow } from './matches.ts';

/** An engine's evaluation of a decision as JSON text, by the key of its job. */
export interface StoredEvaluation {
  readonly key: string;
  readonly text: string;
  /** The workers whose result it is, as JSON. Null if that was not stored. */
  readonly judges: string | null;
}

/** Evaluations by job key. The first stored evaluation of a key stays. `DeepQueueStore.conclude` stores them. */
export interface EvaluationStore {
  /** Returns those of the given keys that are stored. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Like `read`, with the judges. */
  readJudged(keys: readonly string[]): Promise<readonly StoredEvaluation[]>;
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
  /** The judgements that the report follows from, as JSON text. Null if there is no report, or none were stored with it. */
  readJudgements(name: AnnotationName): Promise<string | null>;
  keep(name: AnnotationName, text: string, at: number, judgements?: string): Promise<void>;
}

/** One player's sums in a deep report. */
export interface PlayerFigures {
  readonly decisions: number;
  readonly loss: number;
}

/** By seat. */
export type BothFigures = readonly [PlayerFigures, PlayerFigures];

/** A finished match with the sums of a deep report on it. */
export interface AnalysedMatch {
  readonly row: StoredRow;
  readonly engineId: string;
  readonly ply: number;
  readonly figures: BothFigures;
}

/** The sums of the stored deep reports. `AnnotationStore.keep` stores them with the report. */
export interface ReportFigureStore {
  /**
   * Those of this player's matches, the newest match first, at most `count`. After a player has deleted their data, earlier matches do not
   * count. Returns null when the player is not stored.
   */
  ofPlayer(pub: string, count: number): Promise<readonly AnalysedMatch[] | null>;
  /**
   * Stores the sums of the reports that lack them, because an earlier version stored the report or because the process ended meanwhile.
   * Yields after each few reports, with the names of those that cannot be read.
   */
  fillIn(): AsyncIterable<readonly AnnotationName[]>;
}

/** A remembered request for a deep analysis. Times are milliseconds since the epoch. */
export interface DeepRequest extends AnnotationName {
  /** The network that asked. */
  readonly asker: string;
  /** The request is remembered until then. */
  readonly until: number;
}

/** The process that follows a request, and until when it counts as doing so. */
export interface RequestOwner {
  readonly owner: string;
  readonly ownedUntil: number;
}

/** Limits of remembered requests. */
export interface RequestLimits {
  /** Of one asker. */
  readonly perAsker: number;
  /** In all. From here on an asker may have one. */
  readonly ample: number;
  /** In all. */
  readonly most: number;
}

/** A job that waits for a worker. */
export interface WaitingJob {
  readonly key: string;
  readonly engineId: string;
  /** The job as JSON text. */
  readonly job: string;
  /** Jobs are leased in this order. */
  readonly turn: number;
}

/** A worker's request for jobs. */
export interface JobsWanted {
  readonly token: string;
  readonly engineId: string;
  /** The name of the worker. */
  readonly worker: string;
  /** Marks the worker in `hadBy`. */
  readonly mark: string;
  readonly count: number;
  readonly until: number;
  readonly now: number;
  /** If true, the worker is marked, so that it never gets the same job again. */
  readonly isMarked: boolean;
}

/** A job that a lease holds. */
export interface HeldJob {
  readonly key: string;
  readonly job: string;
  readonly opinions: string;
  readonly hadBy: string;
  /** The known answer of a canary. */
  readonly known: string | null;
}

/** The outcome of submitted results. Only jobs that the lease still holds change. */
export interface Conclusion {
  readonly token: string;
  readonly at: number;
  /** Evaluations to store. */
  readonly answered: readonly StoredEvaluation[];
  /** Jobs that leave the queue. */
  readonly done: readonly string[];
  /** Jobs that need another opinion, with the opinions so far. */
  readonly noted: readonly { readonly key: string; readonly opinions: string; readonly hadBy: string }[];
}

/** A question whose answer is known. */
export interface KnownAnswerRow {
  readonly key: string;
  readonly job: string;
  readonly text: string;
  readonly hadBy: string;
}

/** Numbers of workers. */
export interface WorkerCounts {
  /** Seen recently. */
  readonly present: number;
  /** Seen recently, and trusted. */
  readonly trusted: number;
  readonly distrusted: number;
}

/**
 * The queue of deep analysis: remembered requests, their jobs, the leases of workers, and what is known of workers. Several processes may
 * use it at once. A promise that resolves means that the change is durable.
 */
export interface DeepQueueStore {
  /** Stores a request or extends it. Returns false when a limit is reached and the request is new. */
  remember(request: DeepRequest, by: RequestOwner, limits: RequestLimits, now: number): Promise<boolean>;
  /** Number of requests of this asker, the extended ones included. */
  requestsOf(asker: string, now: number): Promise<number>;
  /** Takes requests over that no process follows, the oldest first. */
  claim(by: RequestOwner, now: number, most: number): Promise<readonly DeepRequest[]>;
  /** Says that the process still follows its requests. */
  renew(by: RequestOwner): Promise<void>;
  /** Lets processes take over at once what this one follows, or with null what any process follows. */
  release(owner: string | null): Promise<void>;
  forget(request: AnnotationName): Promise<void>;
  /** Removes requests and jobs that have expired, and workers that were not seen since then. Returns the number of jobs removed. */
  expire(now: number, unseenSince: number): Promise<number>;
  /** The turn from which a new request starts: that of the first job that no worker has had. */
  frontier(engineId: string): Promise<number>;
  /**
   * Queues the jobs that have no evaluation. One that is queued already keeps the lower turn and the later end. Returns the number of new
   * ones.
   */
  ask(jobs: readonly WaitingJob[], wantedUntil: number): Promise<number>;
  /** Leases the first jobs that the worker may have. Each job goes to one of several concurrent callers. Returns the jobs' texts. */
  take(wanted: JobsWanted): Promise<readonly string[]>;
  /** Adds canaries to a lease, except those that are in the queue already. Returns the keys of those added. */
  addCanaries(canaries: readonly KnownAnswerRow[], wanted: JobsWanted): Promise<readonly string[]>;
  /** True if there is a job that the worker may have. */
  hasWork(wanted: Pick<JobsWanted, 'engineId' | 'mark' | 'now'>): Promise<boolean>;
  /** All jobs that the lease holds. */
  held(token: string, worker: string, now: number): Promise<readonly HeldJob[]>;
  /** Number of jobs that this worker holds. */
  countHeld(worker: string, now: number): Promise<number>;
  /** Applies the outcome in one transaction. Returns the keys that changed: those that the lease held. */
  conclude(conclusion: Conclusion): Promise<ReadonlySet<string>>;
  /** Ends all leases of a worker. */
  revoke(worker: string, now: number): Promise<void>;
  /** Number of jobs, and of those that are held. */
  count(now: number): Promise<{ readonly depth: number; readonly leased: number }>;
  /** Stores known answers. Keeps at most `most`. */
  addKnown(
    answers: readonly (KnownAnswerRow & { readonly right: number; readonly lot: number })[],
    most: number,
  ): Promise<void>;
  /** At most `count` known answers that the worker has not had: doubted ones first, then from this lot on, then from lot 0 on. */
  drawKnown(lot: number, mark: string, count: number): Promise<readonly KnownAnswerRow[]>;
  /** Says that a worker has had these questions. Removes those that `mostMarks` workers have had. All marks have the same length. */
  markKnown(keys: readonly string[], mark: string, mostMarks: number): Promise<void>;
  /**
   * Counts a worker's answer to a known question. If as many workers have given other answers as have given this one, the question is
   * removed, and the workers that are distrusted because of it are trusted again.
   */
  judgeKnown(key: string, isRight: boolean): Promise<void>;
  /** Notes that a worker was here. */
  see(worker: string, now: number): Promise<void>;
  /** Until when the worker is distrusted. */
  distrustedUntil(worker: string): Promise<number>;
  distrust(worker: string, missed: string, until: number, now: number): Promise<void>;
  /** Numbers of workers: those seen since, those of them that are trusted, and all that are distrusted now. */
  workers(since: number, now: number): Promise<WorkerCounts>;
}
