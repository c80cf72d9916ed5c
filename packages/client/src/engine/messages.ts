import type { FinishedMatch } from '@anchor/analysis';
import type { Transcript } from 'bg-record';
import type { Imported, ImportedMatch } from 'bg-record/import';
import type { Player } from 'bg-rules';
import type { Advice } from './advise.ts';
import type { Estimate } from './instant.ts';
import type { CardQuestion, JudgedCard } from './judge-card.ts';
import type { Losses } from './losses.ts';
import type { Luck } from './luck.ts';
import type { Outlook } from './outlook.ts';

/** A match in progress, as the caller sees it. */
interface Running {
  readonly transcript: Transcript;
  /** The caller's seat, or null for a watcher. */
  readonly seat: Player | null;
}

/** A whole match. A file of another program is the reader's own, as a position on the study board is, so it needs no permission. */
export type ReviewQuestion =
  | { readonly kind: 'review'; readonly record: FinishedMatch }
  | { readonly kind: 'review-import'; readonly match: ImportedMatch };

/** A file or a text of another program that is to be read. */
interface ReadQuestion {
  readonly kind: 'read';
  readonly input: Uint8Array | string;
}

/** Questions to the engine's thread. */
export type Question =
  | ReviewQuestion
  | ReadQuestion
  | { readonly kind: 'luck'; readonly of: ReviewQuestion }
  /** A card has a position of the reader's own too. */
  | ({ readonly kind: 'card' } & CardQuestion)
  /** Asks about the decision of event `n`, or about the present decision. */
  | ({ readonly kind: 'advice'; readonly n: number | null } & Running)
  /** Asks what each choice of the present decision costs, before the caller has chosen. */
  | ({ readonly kind: 'losses' } & Running)
  | ({ readonly kind: 'chance' } & Running);

/** The answer to each question. Null means that there is nothing to decide or to report yet. */
export interface Answers {
  readonly review: Estimate;
  readonly 'review-import': Estimate;
  readonly read: Imported;
  readonly luck: Luck;
  readonly card: JudgedCard;
  readonly advice: Advice | null;
  readonly losses: Losses | null;
  readonly chance: Outlook | null;
}

/** Reasons for a refusal. */
export type RefusalCode =
  /** The match is not over, so it cannot be reviewed. */
  | 'unfinished'
  /** There is no help against people. */
  | 'against-people'
  /** Players do not see win chances. */
  | 'player'
  /** A player needs more points than the tables of match equities have. */
  | 'match-too-long'
  /** The question is inconsistent, or the engine failed. */
  | 'failed';

export type Answered<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: RefusalCode };

/** The first message from a thread: it has loaded the engine, and whether that runs in WebAssembly. */
export interface Ready {
  readonly kind: 'ready';
  readonly accelerated: boolean;
}

/** A message from the thread: progress, or the answer. */
export type Message =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly wanted: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answered: Answered<Answers[Question['kind']]> };

/** A message to the thread. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}

/** Connects the thread with a port, on which it answers for positions that the reader sets up. */
export interface Connected {
  readonly port: MessagePort;
  /** True if the thread helps another one, and starts no threads itself. */
  readonly isHelper: boolean;
}
