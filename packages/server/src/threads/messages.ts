import type { EngineName } from '@anchor/analysis';
import type { Job } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { PackedResult } from '../domain/analysis/packing.ts';

/** A task for the analyst's thread, which handles one at a time. */
export type Task =
  | { readonly kind: 'rank'; readonly record: MatchRecord }
  | { readonly kind: 'jobs'; readonly record: MatchRecord; readonly engine: EngineName }
  | {
      readonly kind: 'judge';
      readonly record: MatchRecord;
      readonly engine: EngineName;
      readonly results: ReadonlyMap<string, PackedResult>;
    };

/** The reply to a task. */
export type Reply =
  | { readonly kind: 'report'; readonly text: string }
  | { readonly kind: 'jobs'; readonly jobs: readonly Job[] }
  | { readonly kind: 'failed'; readonly message: string };
