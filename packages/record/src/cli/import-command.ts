import { type Failure, makeXgid } from 'bg-rules';
import { importToMat, importToSgf } from '../import/export-import.ts';
import { type ImportedGame, type ImportedMatch, type ImportNote, scoreOfImport } from '../import/imported.ts';
import { type Imported, MAX_IMPORT_BYTES, readImport } from '../import/read.ts';
import { type Archive, openArchive } from '../import/zip.ts';
import { quoted } from '../visible.ts';
import type { Given } from './arguments.ts';
import { EXIT, worst } from './exit-codes.ts';
import { writeOut } from './export-command.ts';
import { openBytes, type ReadCode, unreadable } from './read.ts';
import { count } from './sentence.ts';
import { complain, print, progressLine } from './terminal.ts';
import { sourceName } from './verdict.ts';

const FORMATS = ['mat', 'sgf', 'json', 'text'] as const;
type Format = (typeof FORMATS)[number];

export function isImportFormat(format: string): format is Format {
  return FORMATS.some((known) => known === format);
}

/** `bg-record import`: prints what files of other programs have, or writes their matches in another format. */
export async function importCommand({ sources, json, format = 'text', out }: Given): Promise<number> {
  const codes: number[] = [];
  const matches: ImportedMatch[] = [];
  const counter = progressLine();
  const isQuiet = format !== 'text';
  for (const [done, source] of sources.entries()) {
    if (sources.length > 1) counter.show(`${done} of ${sources.length}`);
    for await (const { file, read } of readsOf(source)) {
      counter.end();
      const name = sourceName(file);
      codes.push(codeOf(read));
      if (isMatches(read)) matches.push(...read.matches);
      if (json) print(JSON.stringify({ file, ...forMachines(read) }));
      else if (!read.ok) complain(refusal(name, read), 'red');
      else if (isQuiet) complain(remarks(name, read), 'yellow');
      else print(told(name, read));
    }
  }
  if (!isQuiet || !isImportFormat(format)) return worst(codes);
  if (matches.length === 0) {
    if (!codes.some((code) => code === EXIT.notValid || code === EXIT.unreadable))
      complain('bg-record: no file has a match');
    return worst([...codes, EXIT.notValid]);
  }
  const written = writeOut(FORMS[format](matches), out);
  return written === EXIT.valid ? worst(codes) : written;
}

/** The reading of a file. A refusal has no place if the bytes could not be had, or were left out. */
type Read = Imported | Failure<ReadCode | 'too-many'>;

interface ReadFile {
  readonly file: string;
  readonly read: Read;
}

/** Reads a file, or each file of an archive. */
async function* readsOf(source: string): AsyncGenerator<ReadFile> {
  const opened = await openBytes(source, MAX_IMPORT_BYTES);
  if (!opened.ok) {
    yield { file: source, read: opened };
    return;
  }
  try {
    const archive = await openArchive(opened.value);
    if (!archive?.ok) {
      yield { file: source, read: archive ?? (await readWhole(opened.value)) };
      return;
    }
    for (const { name, unpack } of archive.files) {
      const content = await unpack();
      yield { file: `${source}/${name}`, read: content.ok ? await readImport(content.value) : content };
    }
    if (archive.left > 0) yield { file: source, read: tooMany(archive) };
  } catch (error) {
    // The file was removed or changed meanwhile.
    yield { file: source, read: unreadable(error) };
  }
}

/** Of a file that is too long only so much is read as shows that it is. */
async function readWhole(file: Blob): Promise<Imported> {
  return readImport(new Uint8Array(await file.slice(0, MAX_IMPORT_BYTES + 1).arrayBuffer()));
}

function tooMany({ files, left }: Archive): Read {
  const message = `The archive has ${files.length + left} files, of which the first ${files.length} were read.`;
  return { ok: false, code: 'too-many', message };
}

const FORMS: Readonly<Record<Format, (matches: readonly ImportedMatch[]) => string>> = {
  mat: (matches) => matches.map(importToMat).join('\n'),
  sgf: (matches) => matches.map(importToSgf).join(''),
  json: (matches) => `${JSON.stringify(matches)}\n`,
  text: () => '',
};

function isMatches(read: Read): read is Extract<Imported, { kind: 'matches' }> {
  return read.ok && read.kind === 'matches';
}

function codeOf(read: Read): number {
  if (!read.ok) return read.code === 'unreadable' ? EXIT.unreadable : EXIT.notValid;
  return notesOf(read).length > 0 ? EXIT.unfinished : EXIT.valid;
}

function notesOf(read: Extract<Imported, { ok: true }>): readonly ImportNote[] {
  return read.kind === 'position' ? read.notes : read.matches.flatMap(({ notes }) => notes);
}

function refusal(name: string, read: Extract<Read, { ok: false }>): string {
  if (!('unit' in read)) return `${name}: ${read.message}`;
  const { code, message, line, unit, foreign } = read;
  const place = foreign ? '' : ` at ${unit} ${line}`;
  return `${name}: not read${place} (${code}): ${message}`;
}

function told(name: string, read: Extract<Imported, { ok: true }>): string[] {
  if (read.kind === 'position')
    return [`${name}: a position (${read.format}): ${makeXgid(read.situation)}`, ...remarks(name, read)];
  return read.matches.flatMap((match) => [
    `${name}: ${matchSentence(match, read.format)}`,
    ...match.notes.map((note) => noteLine(note, match.unit)),
  ]);
}

function remarks(name: string, read: Extract<Imported, { ok: true }>): string[] {
  const lines =
    read.kind === 'position'
      ? read.notes.map((note) => noteLine(note, 'line'))
      : read.matches.flatMap(({ notes, unit }) => notes.map((note) => noteLine(note, unit)));
  return lines.length === 0 ? [] : [`${name}:`, ...lines];
}

function matchSentence(match: ImportedMatch, format: string): string {
  const { names, length, games, facts } = match;
  const [left, right] = names.map(quoted);
  const decisions = games.reduce((sum, game) => sum + game.decisions.length, 0);
  const score = scoreOfImport(match);
  const terms = length === 0 ? 'money' : `a match to ${length}`;
  const when = [facts.event === null ? null : quoted(facts.event), facts.date].filter((fact) => fact !== null);
  const where = when.length > 0 ? ` (${when.join(', ')})` : '';
  const open = games.filter(isOpen).length;
  const unfinished = open > 0 ? `, ${count(open, 'game')} without an end` : '';
  return `${left} ${score[0]}–${score[1]} ${right}, ${terms}${where}, ${format}: ${count(games.length, 'game')}, ${count(decisions, 'decision')}${unfinished}.`;
}

function isOpen({ result }: ImportedGame): boolean {
  return result === null;
}

function noteLine({ code, game, line }: ImportNote, unit: ImportedMatch['unit']): string {
  const place = game === null ? `${unit} ${line}` : `game ${game}, ${unit} ${line}`;
  return `  ${place}: ${NOTES[code]} (${code})`;
}

const NOTES: Readonly<Record<ImportNote['code'], string>> = {
  'bad-move': 'the play is illegal or cannot be read; the rest of the game is left out',
  'illegal-action': 'the rules do not allow this action; the rest of the game is left out',
  'set-up': 'a position is set up; the rest of the game is left out',
  'bad-score': 'the score does not fit the match; the game is left out',
  'illegal-kept': 'the play is illegal; the game goes on from the position that the file states',
  'set-up-read': 'the game begins with a position that was set up',
  'unplayed-roll': 'the roll was not played: its player gave up',
  'result-differs': 'by the rules the game had another result; the points are those of the file',
  'result-from-score': 'the result of the game follows from this score',
  'score-jump': 'the score does not follow from the game before',
  time: 'a player lost on time',
  forfeit: 'a player gave up the match',
  'automatic-double': 'the game began with a doubled cube (automatic doubles)',
  raccoon: 'a raccoon; it is not reviewed',
  'crawford-assumed': 'the game is taken for the Crawford game',
  'encoding-assumed': 'the bytes are no UTF-8; they were read as Windows-1252',
  'unknown-rule': 'a rule is unknown',
  'comments-unread': 'the comments are damaged or too long; they are left out',
  'skipped-lines': 'lines that are no part of a game were skipped',
  'cube-as-value': 'the cube was read as a value, as BGBlitz writes it',
  'turn-assumed': 'the id names no player on roll; the upper player was assumed',
};

function forMachines(read: Read) {
  if (!read.ok) {
    const { ok, code, message } = read;
    if (!('unit' in read)) return { ok, code, message };
    return { ok, code, message, line: read.line, unit: read.unit, foreign: read.foreign };
  }
  if (read.kind === 'position')
    return { ok: true, kind: 'position', format: read.format, xgid: makeXgid(read.situation), notes: read.notes };
  const matches = read.matches.map((match) => ({
    names: match.names,
    length: match.length,
    rules: match.rules,
    facts: match.facts,
    score: scoreOfImport(match),
    games: match.games.map(({ score, crawford, result, ending, decisions }) => ({
      score,
      crawford,
      result,
      ending,
      decisions: decisions.length,
    })),
    notes: match.notes,
  }));
  return { ok: true, kind: 'matches', format: read.format, matches };
}
