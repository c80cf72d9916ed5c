import { signal } from '@preact/signals';
import type { ImportedMatch } from 'bg-record/import';

/** The text of the file is kept for the tab, so that it survives a reload. It is read again, as a file would be. */
const NAME = 'anchor.match-file';
/** Browsers keep some 5 MB for all tabs' texts of a site together. A long match has 100 kB. */
const MOST_CHARACTERS = 1_000_000;

interface KeptImport {
  readonly match: ImportedMatch;
  /** True if the file is still open after a reload. */
  readonly isKept: boolean;
}

const kept = signal<KeptImport | null>(null);

/** The match file that the reader has opened in this tab, for the review. */
export function openedImport(): KeptImport | null {
  return kept.value;
}

/** Opens a match file, or closes the one that is open. */
export function openImport(file: { readonly match: ImportedMatch; readonly text: string } | null): void {
  const isKept = write(file && file.text.length <= MOST_CHARACTERS ? file.text : null);
  kept.value = file && { match: file.match, isKept: isKept && file.text.length <= MOST_CHARACTERS };
}

/**
 * Opens the file that was open before a reload.
 *
 * @param read reads the text of a file. A text that it cannot read is forgotten
 */
export function reopenImport(read: (text: string) => ImportedMatch | null): void {
  if (kept.value !== null) return;
  const text = attempt(() => sessionStorage.getItem(NAME));
  const match = text ? read(text) : null;
  if (match) kept.value = { match, isKept: true };
  else if (text) write(null);
}

/** Returns false if the browser refuses, or has no space left. */
function write(text: string | null): boolean {
  attempt(() => sessionStorage.removeItem(NAME));
  return text === null || attempt(() => sessionStorage.setItem(NAME, text) ?? true) === true;
}

/** Returns null if the browser forbids the storage. */
function attempt<T>(storage: () => T): T | null {
  try {
    return storage();
  } catch {
    return null;
  }
}
