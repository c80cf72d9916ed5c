import { writeFileSync } from 'node:fs';
import { canonicalJson } from '../canonical.ts';
import { toMat } from '../export/mat.ts';
import { toOgxm } from '../export/ogxm.ts';
import { textLines, toText } from '../export/plain.ts';
import { toSgf } from '../export/sgf.ts';
import type { MatchRecord } from '../types.ts';
import type { Given } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { reasonOf } from './read.ts';
import { complain, print, writeContent } from './terminal.ts';
import { complainOf, exitCode, judgeSource } from './verdict.ts';

type Form = (record: MatchRecord) => string | Uint8Array;

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['mat', toMat],
  ['sgf', toSgf],
  ['ogxm', toOgxm],
  ['text', toText],
  ['json', (record) => `${canonicalJson(record)}\n`],
]);

export function isExportFormat(format: string): boolean {
  return FORMS.has(format);
}

/** `bg-record export`: writes a record in another format. Only a valid record is written. */
export function exportCommand({ sources: [source = '-'], serverKey, format = '', out }: Given): Promise<number> {
  return output(source, serverKey, FORMS.get(format) ?? toText, out);
}

/** `bg-record show`: prints the match in plain words. */
export async function showCommand({ sources: [source = '-'], serverKey }: Given): Promise<number> {
  const verdict = await judgeSource(source, { serverKey });
  if (verdict.kind === 'valid') print(textLines(verdict.result.record));
  else complainOf(verdict);
  return exitCode(verdict);
}

async function output(
  source: string,
  serverKey: string | undefined,
  form: Form,
  out: string | undefined,
): Promise<number> {
  const verdict = await judgeSource(source, { serverKey });
  if (verdict.kind === 'valid') return writeOut(form(verdict.result.record), out);
  complainOf(verdict);
  return exitCode(verdict);
}

/** Writes a file, or on standard output without a name. Returns the exit code. */
export function writeOut(content: string | Uint8Array, out: string | undefined): number {
  if (out === undefined) {
    if (writeContent(content)) return EXIT.valid;
    complain('bg-record: the format is binary; name a file with --out, or a pipe');
    return EXIT.unreadable;
  }
  try {
    writeFileSync(out, content);
    return EXIT.valid;
  } catch (error) {
    complain(`${out}: could not write: ${reasonOf(error)}.`);
    return EXIT.unreadable;
  }
}
