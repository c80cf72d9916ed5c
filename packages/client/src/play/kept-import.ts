import { signal } from '@preact/signals';
import type { ImportedMatch } from 'bg-record/import';
import type { ImportSource, ReadMatch } from '../engine/read-import.ts';

/** The content of the file is kept for the tab, so that it survives a reload. It is read again, as a file would be. */
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
export function openImport(file: ReadMatch | null): void {
  const isShort = file !== null && file.source.text.length <= MOST_CHARACTERS;
  const isKept = write(isShort ? file.source : null);
  kept.value = file && { match: file.match, isKept: isKept && isShort };
}

/**
 * Opens the file that was open before a reload. Resolves when it is open, or when there is none.
 *
 * @param read reads the content of a file. One that it cannot read is forgotten
 */
export async function reopenImport(read: (source: ImportSource) => Promise<ImportedMatch | null>): Promise<void> {
  if (kept.value !== null) return;
  const text = attempt(() => sessionStorage.getItem(NAME));
  const source = sourceIn(text);
  const match = source && (await read(source));
  if (kept.value !== null) return;
  if (match) kept.value = { match, isKept: true };
  else if (text) write(null);
}

/** The number of the match in its file stands before the content. */
function sourceIn(text: string | null): ImportSource | null {
  const [found, index] = /^(\d{1,4}):/.exec(text ?? '') ?? [];
  return text && found ? { index: Number(index), text: text.slice(found.length) } : null;
}

/** Returns false if the browser refuses, or has no space left. */
function write(source: ImportSource | null): boolean {
  attempt(() => sessionStorage.removeItem(NAME));
  return (
    source === null || attempt(() => sessionStorage.setItem(NAME, `${source.index}:${source.text}`) ?? true) === true
  );
}

/** Returns null if the browser forbids the storage. */
function attempt<T>(storage: () => T): T | null {
  try {
    return storage();
  } catch {
    return null;
  }
}
