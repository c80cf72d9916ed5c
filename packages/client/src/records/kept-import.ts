import { signal } from '@preact/signals';
import type { ImportedMatch } from 'bg-record';

/** The match file that the reader has opened, for the review. It is lost with the window. */
export const keptImport = signal<ImportedMatch | null>(null);
