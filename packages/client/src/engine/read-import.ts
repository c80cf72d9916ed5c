import type { Archive, ArchivedFile, Imported, ImportedMatch, ImportedPosition, ImportRefusal } from 'bg-record/import';
import { Engine } from './engine.ts';

/** No file of a match is larger, so that a wrong file is not read at all. */
const MAX_FILE_BYTES = 16_000_000;

/** A match that was read, with what is kept of its file. */
export interface ReadMatch {
  readonly match: ImportedMatch;
  readonly source: ImportSource;
}

/** The content of a file, and which of its matches was chosen. */
export interface ImportSource {
  /** The text, or the bytes as one character each behind the name of the form. */
  readonly text: string;
  readonly index: number;
}

export type ReadInput =
  | { readonly ok: true; readonly kind: 'matches'; readonly matches: readonly ReadMatch[] }
  | { readonly ok: true; readonly kind: 'position'; readonly position: ImportedPosition }
  | ImportRefusal
  | {
      readonly ok: false;
      /** The device does not hand out the file, as for a folder, or this page cannot load its reader, as offline. */
      readonly code: 'unreadable' | 'not-loaded';
    };

/** Reads a file, a text or a file of an archive, in the thread of the engine. Never rejects. */
export async function readInput(input: Blob | string | ArchivedFile): Promise<ReadInput> {
  if (input instanceof Blob && input.size > MAX_FILE_BYTES) return tooLong;
  const content = await contentOf(input).catch(() => null);
  if (content === null) return { ok: false, code: 'unreadable' };
  if (!content.ok) return content;
  const read = await readInThread(content.value).catch(() => null);
  if (read === null) return { ok: false, code: 'not-loaded' };
  if (!read.ok) return read;
  if (read.kind === 'position') return { ok: true, kind: 'position', position: read };
  const text = typeof content.value === 'string' ? content.value : ofBytes(content.value);
  return {
    ok: true,
    kind: 'matches',
    matches: read.matches.map((match, index) => ({ match, source: { text, index } })),
  };
}

/** Rejects for a folder, and for a file that has gone. */
async function contentOf(
  input: Blob | string | ArchivedFile,
): Promise<{ readonly ok: true; readonly value: Uint8Array | string } | ImportRefusal> {
  if (typeof input === 'string') return { ok: true, value: input };
  if (input instanceof Blob) return { ok: true, value: new Uint8Array(await input.arrayBuffer()) };
  return input.unpack();
}

/** The first two letters of an archive. */
const ZIP = 'PK';

/** Returns the files of an archive, or why it cannot be opened. Null for a file of another kind. Never rejects. */
export async function openInput(file: Blob): Promise<Archive | Extract<ReadInput, { ok: false }> | null> {
  const start = await file
    .slice(0, ZIP.length)
    .text()
    .catch(() => '');
  if (start !== ZIP) return null;
  const reader = await import('bg-record/import').catch(() => null);
  if (reader === null) return { ok: false, code: 'not-loaded' };
  return reader.openArchive(file).catch(() => ({ ok: false, code: 'unreadable' }) as const);
}

const tooLong = {
  ok: false,
  code: 'too-long',
  message: 'The file is too long.',
  line: 1,
  unit: 'byte',
  foreign: null,
} as const;

/** Reads again what was kept. Null if it cannot be read. */
export async function readAgain({ text, index }: ImportSource): Promise<ImportedMatch | null> {
  return (await readAllAgain(text))?.[index] ?? null;
}

/** Reads the matches of a file again. Null if it cannot be read. */
export async function readAllAgain(text: ImportSource['text']): Promise<readonly ImportedMatch[] | null> {
  const read = await readInThread(text.startsWith(BYTES) ? bytesIn(text) : text).catch(() => null);
  return read?.ok && read.kind === 'matches' ? read.matches : null;
}

/** A text of this length is read in less than a second, so the page does not wait for the engine's file. */
const SMALL_BYTES = 256 * 1024;
const HEAD_BYTES = 1024;

/** True for texts that cost little. Compressed and binary files, which may unpack to much more, have such a first byte or zeros. */
function isSmallText(input: Uint8Array | string): boolean {
  if (input.length > SMALL_BYTES) return false;
  return typeof input === 'string' || (input[0] !== 0x1f && !input.subarray(0, HEAD_BYTES).includes(0));
}

/** Small texts, and all files without a thread, as offline before its first use, are read by the page itself. */
async function readInThread(input: Uint8Array | string): Promise<Imported> {
  const read = isSmallText(input) ? null : await askThread(input).catch(() => null);
  if (read) return read;
  const { readImport } = await import('bg-record/import');
  return readImport(input);
}

async function askThread(input: Uint8Array | string): Promise<Imported | null> {
  const engine = new Engine();
  try {
    const told = await engine.ask({ kind: 'read', input });
    return told.ok ? told.value : null;
  } finally {
    engine.close();
  }
}

const BYTES = 'bytes:';

function ofBytes(bytes: Uint8Array): string {
  const parts = [BYTES];
  for (let at = 0; at < bytes.length; at += 8_192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return parts.join('');
}

function bytesIn(text: string): Uint8Array {
  return Uint8Array.from(text.slice(BYTES.length), (letter) => letter.charCodeAt(0));
}
