import type { Failure } from 'bg-rules';
import { isObject } from '../fields.ts';
import { type LogPlace, placeSentence } from '../log/place.ts';
import { otherFormat } from '../other-format.ts';
import { FORMAT } from '../types.ts';
import { type Verified, type VerifiedTranscript, type VerifyOptions, verify, verifyTranscript } from '../verify.ts';
import { quoted } from '../visible.ts';
import { EXIT } from './exit-codes.ts';
import { judgeProof, type ProofSources } from './log-proof.ts';
import { isUnreadable, readSource } from './read.ts';
import { type Fault, faultSentence, rightSentence, transcriptSentence } from './sentence.ts';
import { complain, print } from './terminal.ts';

/** The result for one source. */
type Verdict = { readonly source: string; readonly isServerKnown: boolean } & (
  | { readonly kind: 'valid'; readonly result: Verified; readonly place: LogPlace | null }
  | { readonly kind: 'unfinished'; readonly result: VerifiedTranscript }
  | { readonly kind: 'notValid'; readonly result: Fault }
  | { readonly kind: 'otherFormat'; readonly result: OtherFormat }
  | { readonly kind: 'unreadable'; readonly result: Failure<string> }
);

/** The record is of another version of the format, so nothing can be said about it. The code is that of the format for any unknown one. */
interface OtherFormat extends Failure<'header-form'> {
  readonly event: null;
  readonly format: string;
}

interface JudgeOptions extends VerifyOptions {
  /** A proof that the match is in a public log, which a valid record must then have. */
  readonly inLog?: ProofSources | undefined;
}

export async function judgeSource(source: string, options: JudgeOptions): Promise<Verdict> {
  const about = { source, isServerKnown: options.serverKey !== undefined };
  const read = await readSource(source);
  if (!read.ok && isUnreadable(read)) return { ...about, kind: 'unreadable', result: read };
  if (!read.ok) return { ...about, kind: 'notValid', result: { ...read, event: null } };
  const { value } = read;
  const format = otherFormat(value);
  if (format !== null) {
    const message = `the record is in ${format}, and this tool knows ${FORMAT} only`;
    return { ...about, kind: 'otherFormat', result: { ok: false, code: 'header-form', message, event: null, format } };
  }
  if (isTranscript(value)) {
    const result = await verifyTranscript(value, options);
    return result.ok ? { ...about, kind: 'unfinished', result } : { ...about, kind: 'notValid', result };
  }
  const result = await verify(value, options);
  if (!result.ok) return { ...about, kind: 'notValid', result };
  if (options.inLog === undefined) return { ...about, kind: 'valid', result, place: null };
  const judged = await judgeProof(result.record, options.inLog);
  if (judged.kind === 'proven') return { ...about, kind: 'valid', result, place: judged.place };
  if (judged.kind === 'unreadable') return { ...about, kind: 'unreadable', result: judged.result };
  return { ...about, kind: 'notValid', result: { ...judged.result, event: null } };
}

/** Returns true if a value has the members that records and transcripts share, and no member of a closing. */
function isTranscript(value: unknown): boolean {
  return isObject(value) && 'header' in value && 'events' in value && !hasClosing(value);
}

/** Returns true if a value has any member of a closing. */
export function hasClosing(value: unknown): boolean {
  return isObject(value) && ('result' in value || 'finalHash' in value || 'sig' in value);
}

/** Prints the verdict as one line, for people or as JSON. */
export function printVerdict(verdict: Verdict, json: boolean): void {
  if (json) print(verdictJson(verdict));
  else print(verdictLine(verdict), COLOURS[verdict.kind]);
}

/** Prints the verdict as one line for people on standard error. */
export function complainOf(verdict: Verdict): void {
  complain(verdictLine(verdict), COLOURS[verdict.kind]);
}

function verdictLine(verdict: Verdict): string {
  return `${sourceName(verdict.source)}: ${words(verdict)}`;
}

/** Returns the name of a source. A name with spaces is quoted, because a file that came from elsewhere may be named like a verdict. */
export function sourceName(source: string): string {
  if (source === '-') return 'standard input';
  return /[\s"\\]/.test(source) ? quoted(source) : source;
}

const COLOURS = {
  valid: 'green',
  unfinished: 'yellow',
  notValid: 'red',
  otherFormat: 'yellow',
  unreadable: 'yellow',
} as const;

function words(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return `${rightSentence(verdict.result, verdict.isServerKnown)}${verdict.place ? ` ${placeSentence(verdict.place)}` : ''}`;
    case 'unfinished':
      return transcriptSentence(verdict.result, verdict.isServerKnown);
    case 'notValid':
      return faultSentence(verdict.result);
    case 'otherFormat':
      return `format of another version: this tool cannot judge it (${verdict.result.message})`;
    case 'unreadable':
      return `could not read: ${verdict.result.message}`;
  }
}

function verdictJson(verdict: Verdict): string {
  return JSON.stringify({ file: verdict.source, ...jsonOf(verdict) });
}

/** Omits the record, which the caller already has. */
function jsonOf(verdict: Verdict) {
  const { kind, result, isServerKnown } = verdict;
  switch (kind) {
    case 'valid': {
      const { record, ...rest } = result;
      const log = verdict.place ? { log: verdict.place } : {};
      return { ...rest, verdict: isServerKnown ? 'valid' : 'consistent', server: record.header.server, ...log };
    }
    case 'unfinished': {
      const { transcript, ...rest } = result;
      // Not ok: a script that checks only `ok` must not take it for a finished match.
      return { ...rest, ok: false, verdict: 'unfinished', server: transcript.header.server };
    }
    case 'notValid':
      return { ...result, verdict: 'not-valid' };
    case 'otherFormat':
      return { ...result, verdict: 'other-format' };
    case 'unreadable':
      return { ...result, verdict: 'unreadable' };
  }
}

export function exitCode({ kind }: Verdict): number {
  return EXIT[kind];
}
