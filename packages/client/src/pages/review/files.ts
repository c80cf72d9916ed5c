import { type MatchRecord, toMat, toSgf } from 'bg-record';
import { saveText } from '../../platform/browser.ts';

/** The formats in which a match can be saved. */
export const FILES = ['json', 'mat', 'sgf'] as const;
export type FileKind = (typeof FILES)[number];

const TYPES: Readonly<Record<FileKind, string>> = {
  json: 'application/json',
  mat: 'text/plain',
  sgf: 'application/x-go-sgf',
};

/** @param text the record as received */
export function saveMatch(kind: FileKind, record: MatchRecord, text: string): void {
  saveText(`${record.header.id}.${kind}`, contentOf(kind, record, text), TYPES[kind]);
}

export function contentOf(kind: FileKind, record: MatchRecord, text: string): string {
  if (kind === 'json') return text;
  return kind === 'mat' ? toMat(record) : toSgf(record);
}
