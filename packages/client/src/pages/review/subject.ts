import { type Step, stepsOf } from 'bg-record';
import { type ImportedMatch, type StatedAnalysis, stepsOfImport } from 'bg-record/import';
import type { ReviewQuestion } from '../../engine/messages.ts';
import { shownName } from '../../play/people.ts';
import type { CheckedRecord } from '../../records/load.ts';
import type { Origin } from '../../records/stored-records.ts';
import { isolated } from '../../strings/name-text.ts';

interface Reviewed {
  /** For use within a sentence. */
  readonly names: readonly [string, string];
  /** Match length in points, 0 for money. */
  readonly length: number;
  readonly steps: readonly Step[];
  /** Asks the engine for the quick analysis. */
  readonly question: ReviewQuestion;
}

/** The match of a review: a record that this page has verified, or a file of another program, in which nothing is signed. */
export type Subject = Reviewed &
  (
    | { readonly origin: Origin; readonly checked: CheckedRecord }
    | {
        readonly origin: 'import';
        readonly imported: ImportedMatch;
        /** The judgements that the file states, by the number of the step. */
        readonly stated: ReadonlyMap<number, StatedAnalysis>;
        /** The comments of the file, by the number of the step. */
        readonly comments: ReadonlyMap<number, string>;
      }
  );

export function subjectOfRecord(checked: CheckedRecord, origin: Origin): Subject {
  const { record } = checked;
  const { header } = record;
  const names = [shownName({ header }, 0), shownName({ header }, 1)] as const;
  const question = { kind: 'review', record } as const;
  return { names, length: header.length, steps: stepsOf(record), question, origin, checked };
}

export function subjectOfImport(imported: ImportedMatch): Subject {
  const names = [isolated(imported.names[0]), isolated(imported.names[1])] as const;
  const question = { kind: 'review-import', match: imported } as const;
  const steps = stepsOfImport(imported);
  const stated = new Map(steps.flatMap((step) => (step.stated ? [[step.n, step.stated] as const] : [])));
  const comments = new Map(steps.flatMap((step) => (step.comment ? [[step.n, step.comment] as const] : [])));
  return { names, length: imported.length, steps, question, origin: 'import', imported, stated, comments };
}

/** A smaller loss that a file states, in points of equity, is none. */
export const LEAST_LOSS = 0.001;

/** Returns what the file states of a step. Null for a record of ours, and where the file states nothing. */
export function statedOf(subject: Subject, n: number): StatedAnalysis | null {
  return subject.origin === 'import' ? (subject.stated.get(n) ?? null) : null;
}

/** Returns the steps of the rolls that are decisions by the file, because not doubling lost something, or has a comment. */
export function undoubledByFile(subject: Subject): readonly number[] {
  if (subject.origin !== 'import') return [];
  const { steps, stated, comments } = subject;
  const rolls = steps.filter(({ action }) => action.type === 'roll').map(({ n }) => n);
  return rolls.filter((n) => (stated.get(n)?.loss ?? 0) >= LEAST_LOSS || comments.has(n));
}
