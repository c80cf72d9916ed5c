export { type DecodedText, decodeText } from './decode.ts';
export { importToMat, importToSgf } from './export-import.ts';
export { FOREIGN_FORMATS, type ForeignFormat, WAYS_OUT } from './foreign.ts';
export { type FoundId, findId, type IdFormat, type ImportedPosition } from './ids.ts';
export { type ImportedStep, stepsOfImport } from './import-steps.ts';
export {
  type GameEnding,
  IMPORT_CODES,
  type ImportCode,
  type ImportedDecision,
  type ImportedGame,
  type ImportedMatch,
  type ImportFailure,
  type ImportNote,
  type ImportResult,
  type MatchFacts,
  NOTE_CODES,
  type NoteCode,
  type StatedAnalysis,
  scoreOfImport,
} from './imported.ts';
export { parseMat } from './mat.ts';
export { parseOgxm } from './ogxm.ts';
export { type Imported, type ImportRefusal, MAX_IMPORT_BYTES, type MatchFormat, readImport } from './read.ts';
export { parseSgf } from './sgf.ts';
export { parseXg } from './xg.ts';
export { type Archive, type ArchivedFile, MAX_ARCHIVE_BYTES, MOST_FILES, openArchive } from './zip.ts';
