import { type Step, stepsOf } from 'bg-record';
import { type ImportedMatch, stepsOfImport } from 'bg-record/import';
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
    | { readonly origin: 'import'; readonly imported: ImportedMatch }
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
  return { names, length: imported.length, steps: stepsOfImport(imported), question, origin: 'import', imported };
}
