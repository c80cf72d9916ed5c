import type { Comparison } from 'bg-record';
import { check, type RecordFile, type Report } from '../../records/check.ts';
import { readFiles } from '../../records/fetch-record.ts';
import type { Verifier } from '../../records/verifier.ts';
import { verifyTexts } from '../../strings/verify.ts';

/** The result of checking files. */
export type CheckResult =
  | { readonly kind: 'trouble'; readonly text: string }
  | { readonly kind: 'report'; readonly verifier: Verifier; readonly file: RecordFile; readonly report: Report }
  | { readonly kind: 'comparison'; readonly names: readonly string[]; readonly comparison: Comparison };

export const trouble = (text: string): CheckResult => ({ kind: 'trouble', text });

/** Checks one file, or compares the first two. Resolves to null without a file. */
export async function checkFiles(verifier: Verifier, files: Iterable<File>): Promise<CheckResult | null> {
  const [file, other] = await readFiles(files, verifier.MAX_TEXT_BYTES);
  if (!file) return null;
  return other ? compareFiles(verifier, file, other) : checkFile(verifier, file);
}

export async function checkFile(verifier: Verifier, file: RecordFile): Promise<CheckResult> {
  return { kind: 'report', verifier, file, report: await check(verifier, file.bytes) };
}

async function compareFiles(verifier: Verifier, file: RecordFile, other: RecordFile): Promise<CheckResult> {
  const [one, two] = [verifier.parseRecordText(file.bytes), verifier.parseRecordText(other.bytes)];
  if (!one.ok || !two.ok) return trouble(verifyTexts.unreadable);
  const comparison = await verifier.compare(one.value, two.value);
  return { kind: 'comparison', names: [file.name, other.name], comparison };
}
