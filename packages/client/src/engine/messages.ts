import type { AnalysisReport } from '@anchor/wire';
import type { MatchRecord, Transcript } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Advice } from './advise.ts';
import type { Outlook } from './outlook.ts';

/** A running match as whoever asks sees it. */
interface Running {
  readonly transcript: Transcript;
  /** His seat; null for a watcher. */
  readonly seat: Player | null;
}

/** What the engine's thread is asked. */
export type Question =
  | { readonly kind: 'review'; readonly record: MatchRecord }
  /** The decision of the event `n`, or the one that is to be taken now. */
  | ({ readonly kind: 'advice'; readonly n: number | null } & Running)
  | ({ readonly kind: 'chance' } & Running);

/** What each question is answered with. Null: there is nothing to decide, or nothing to tell yet. */
export interface Answers {
  readonly review: AnalysisReport;
  readonly advice: Advice | null;
  readonly chance: Outlook | null;
}

/** Why there is no answer. */
export type RefusalCode =
  /** The match is not over, and so nobody’s to review. */
  | 'unfinished'
  /** There is no help against people. */
  | 'against-people'
  /** Players see no chances. */
  | 'player'
  /** What was asked about does not hold together. */
  | 'failed';

export type Answered<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: RefusalCode };

/** From the thread: how far it has come, then the answer. */
export type Message =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly wanted: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answered: Answered<Answers[Question['kind']]> };

/** To the thread. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}
