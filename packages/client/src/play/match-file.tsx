import {
  type ImportedMatch,
  type ImportFailure,
  type ImportResult,
  parseMat,
  parseOgxm,
  parseSgf,
} from 'bg-record/import';
import { useState } from 'preact/hooks';
import { studyTexts } from '../strings/study.ts';
import { Notice } from '../ui/notice.tsx';

const texts = studyTexts.imports;

/** No match file is larger, so that a wrong file is not read at all. */
const MAX_FILE_BYTES = 8_000_000;

type ReadMatch = { readonly ok: true; readonly value: ImportedMatch } | ImportFailure;

/** Reads a match file of another program. */
export async function readMatchFile(file: Blob): Promise<ReadMatch> {
  if (file.size > MAX_FILE_BYTES)
    return { ok: false, code: 'too-long', message: 'The file is too long.', line: 1, unit: 'line' };
  return readMatchText(await textOf(file));
}

/** The first characters of a binary match file. */
const OGXM = 'OGXM';

/** Returns the text of a match file. That of a binary file has a character for each byte. */
export async function textOf(file: Blob): Promise<string> {
  if ((await file.slice(0, OGXM.length).text()) !== OGXM) return file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Reads the text of a match file, by its first characters: an SGF begins with a bracket. A match has a decision. */
export function readMatchText(text: string): ReadMatch {
  const read = parserFor(text)(text);
  if (!read.ok) return read;
  const match = read.value.find(({ games }) => games.some(({ decisions }) => decisions.length > 0));
  if (match) return { ok: true, value: match };
  return { ok: false, code: 'no-match', message: 'The file has no decision.', line: 1, unit: 'line' };
}

function parserFor(text: string): (text: string) => ImportResult {
  if (text.startsWith(OGXM)) return (binary) => parseOgxm(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
  return text.trimStart().startsWith('(') ? parseSgf : parseMat;
}

/** A field for a match file of another program. It says why a file cannot be read. */
export function MatchFileField({ onMatch }: { readonly onMatch: (match: ImportedMatch, text: string) => void }) {
  const [read, setRead] = useState<ReadMatch | null>(null);
  async function open(file: File | undefined) {
    if (!file) return;
    const result = await readMatchFile(file);
    setRead(result);
    if (result.ok) onMatch(result.value, await textOf(file));
  }
  return (
    <>
      <label class="field">
        <span class="field__label">{texts.choose}</span>
        <input
          class="input"
          type="file"
          accept=".mat,.sgf,.ogxm,.txt"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
      </label>
      {read?.ok === false && (
        <Notice tone="bad">
          <p>{texts.refused[read.unit](read.line)}</p>
          <p class="small">{`${texts.faults[read.code]} (${read.code})`}</p>
        </Notice>
      )}
    </>
  );
}
