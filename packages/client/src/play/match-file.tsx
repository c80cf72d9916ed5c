import { type ImportedMatch, type ImportResult, parseMat, parseSgf } from 'bg-record';
import { useState } from 'preact/hooks';
import { studyTexts } from '../strings/study.ts';
import { Notice } from '../ui/notice.tsx';

const texts = studyTexts.imports;

/** No match file is larger, so that a wrong file is not read at all. */
const MAX_FILE_BYTES = 8_000_000;

/** Reads a match file of another program. */
export async function readMatchFile(file: Blob): Promise<ImportResult> {
  if (file.size > MAX_FILE_BYTES) return { ok: false, code: 'too-long', message: 'The file is too long.', line: 1 };
  return readMatchText(await file.text());
}

/** Reads the text of a match file, by its first character: an SGF begins with a bracket. A match has a decision. */
export function readMatchText(text: string): ImportResult {
  const read = text.trimStart().startsWith('(') ? parseSgf(text) : parseMat(text);
  if (!read.ok || read.value.games.some(({ decisions }) => decisions.length > 0)) return read;
  return { ok: false, code: 'no-match', message: 'The file has no decision.', line: 1 };
}

/** A field for a match file of another program. It says why a file cannot be read. */
export function MatchFileField({ onMatch }: { readonly onMatch: (match: ImportedMatch, text: string) => void }) {
  const [read, setRead] = useState<ImportResult | null>(null);
  async function open(file: File | undefined) {
    if (!file) return;
    const result = await readMatchFile(file);
    setRead(result);
    if (result.ok) onMatch(result.value, await file.text());
  }
  return (
    <>
      <label class="field">
        <span class="field__label">{texts.choose}</span>
        <input
          class="input"
          type="file"
          accept=".mat,.sgf,.txt"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
      </label>
      {read?.ok === false && (
        <Notice tone="bad">
          <p>{texts.refused(read.line)}</p>
          <p class="small">{`${texts.faults[read.code]} (${read.code})`}</p>
        </Notice>
      )}
    </>
  );
}
