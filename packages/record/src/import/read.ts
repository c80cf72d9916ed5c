import { decodeText } from './decode.ts';
import { type ForeignFormat, foreignBinary, foreignText, WAYS_OUT } from './foreign.ts';
import { isGnubgText, parseGnubgText } from './gnubg-text.ts';
import { findId, type ImportedPosition } from './ids.ts';
import {
  hasDecision,
  type ImportedMatch,
  type ImportFailure,
  type ImportResult,
  Refusal,
  refusalOf,
} from './imported.ts';
import { inflated } from './inflate.ts';
import { parseMat } from './mat.ts';
import { parseOgxm } from './ogxm.ts';
import { parseSgf } from './sgf.ts';
import { parseXg } from './xg.ts';
import { isXg } from './xg-archive.ts';

/** The reason why something was not read. */
export type ImportRefusal = ImportFailure & {
  /** The format of a file that this reader knows by name only. */
  readonly foreign: ForeignFormat | null;
};

export type MatchFormat = 'mat' | 'sgf' | 'ogxm' | 'xg' | 'gnubg-text';

/** The content of a file or a text. */
export type Imported =
  | {
      readonly ok: true;
      readonly kind: 'matches';
      readonly format: MatchFormat;
      readonly matches: readonly ImportedMatch[];
    }
  | ({ readonly ok: true; readonly kind: 'position' } & ImportedPosition)
  | ImportRefusal;

/** No file of a match is longer. */
export const MAX_IMPORT_BYTES = 16_000_000;

/**
 * Reads anything that a player has on disc or clipboard: a file of matches in any format and encoding that this reader knows, plain or
 * gzipped, or a text with the id of a position. It says what it left out, and names the formats that it only knows by name. Never
 * rejects. The work is linear in the length of the input, which may be up to `MAX_IMPORT_BYTES`.
 */
export async function readImport(input: Uint8Array | string): Promise<Imported> {
  try {
    return typeof input === 'string' ? readText(input, false) : await readBytes(input, true);
  } catch (error) {
    return { ...refusalOf(error, 'byte'), foreign: null };
  }
}

async function readBytes(bytes: Uint8Array, mayBePacked: boolean): Promise<Imported> {
  if (bytes.length > MAX_IMPORT_BYTES) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  if (mayBePacked && bytes[0] === 0x1f && bytes[1] === 0x8b)
    return readBytes(await inflated(bytes, 'gzip', MAX_IMPORT_BYTES, 1), false);
  if (isXg(bytes)) return given('xg', await parseXg(bytes));
  if (String.fromCharCode(...bytes.subarray(0, 4)) === 'OGXM') return given('ogxm', parseOgxm(bytes));
  const foreign = foreignBinary(bytes);
  if (foreign) return named(foreign);
  const { text, isAssumed } = decodeText(bytes);
  return readText(text, isAssumed);
}

function readText(text: string, isAssumed: boolean): Imported {
  if (text.length > MAX_IMPORT_BYTES) throw new Refusal('too-long', 'The text is too long for a match.', 1);
  const bare = text.replace(/^\uFEFF/, '');
  if (bare.trimStart().startsWith('(') && /\(\s*;/.test(bare.slice(0, 200)))
    return given('sgf', parseSgf(bare), isAssumed);
  if (isGnubgText(bare)) {
    const read = parseGnubgText(bare);
    // the text of a single position is in the same form
    return read.ok ? given('gnubg-text', read, isAssumed) : otherwise(bare, read);
  }
  const match = parseMat(bare);
  if (match.ok) return given('mat', match, isAssumed);
  return otherwise(bare, match);
}

/** True for a file that has the length of a match, so that its faults are those of a match file. */
function hasLength({ message }: ImportFailure): boolean {
  return !message.startsWith('A match begins');
}

function otherwise(text: string, match: ImportFailure): Imported {
  const id = findId(text);
  if (id?.ok) return { ok: true, kind: 'position', ...id.value };
  if (match.code !== 'no-match' || hasLength(match)) return { ...match, foreign: null };
  const foreign = foreignText(text);
  if (foreign) return named(foreign);
  if (id) return { ok: false, code: id.code, message: id.message, line: 1, unit: 'line', foreign: null };
  return { ...match, foreign: null };
}

/** Refuses a format that is known by name only. */
export function named(foreign: ForeignFormat): ImportRefusal {
  return { ok: false, code: 'other-format', message: WAYS_OUT[foreign], line: 1, unit: 'line', foreign };
}

function given(format: MatchFormat, read: ImportResult, isAssumed = false): Imported {
  if (!read.ok) return { ...read, foreign: null };
  const played = read.value.filter(hasDecision);
  if (played.length === 0)
    return {
      ok: false,
      code: 'no-match',
      message: 'The file has no decision of a player.',
      line: 1,
      unit: 'line',
      foreign: null,
    };
  const matches = isAssumed ? played.map(withAssumption) : played;
  return { ok: true, kind: 'matches', format, matches };
}

function withAssumption(match: ImportedMatch): ImportedMatch {
  return { ...match, notes: [{ code: 'encoding-assumed', game: null, line: 1 }, ...match.notes] };
}
