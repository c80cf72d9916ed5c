import type { Failure } from 'bg-rules';
import { isObject } from '../fields.ts';
import { type Verified, type VerifiedTranscript, type VerifyOptions, verify, verifyTranscript } from '../verify.ts';
import { EXIT } from './exit-codes.ts';
import { isUnreadable, type ReadCode, readSource } from './read.ts';
import { type Fault, faultSentence, rightSentence, transcriptSentence } from './sentence.ts';
import { coloured, printable } from './terminal.ts';

/** The result for one source. */
type Verdict = { readonly source: string; readonly isServerKnown: boolean } & (
  | { readonly kind: 'valid'; readonly result: Verified }
  | { readonly kind: 'unfinished'; readonly result: VerifiedTranscript }
  | { readonly kind: 'notValid'; readonly result: Fault }
  | { readonly kind: 'unreadable'; readonly result: Failure<ReadCode> }
);

export async function judgeSource(source: string, options: VerifyOptions): Promise<Verdict> {
  const about = { source, isServerKnown: options.serverKey !== undefined };
  const read = await readSource(source);
  if (!read.ok && isUnreadable(read)) return { ...about, kind: 'unreadable', result: read };
  if (!read.ok) return { ...about, kind: 'notValid', result: { ...read, event: null } };
  const { value } = read;
  if (isTranscript(value)) {
    const result = await verifyTranscript(value, options);
    return result.ok ? { ...about, kind: 'unfinished', result } : { ...about, kind: 'notValid', result };
  }
  const result = await verify(value, options);
  return result.ok ? { ...about, kind: 'valid', result } : { ...about, kind: 'notValid', result };
}

/** Returns true if a value has the members that records and transcripts share, and no member of a closing. */
function isTranscript(value: unknown): boolean {
  return isObject(value) && 'header' in value && 'events' in value && !hasClosing(value);
}

/** Returns true if a value has any member of a closing. */
export function hasClosing(value: unknown): boolean {
  return isObject(value) && ('result' in value || 'finalHash' in value || 'sig' in value);
}

/** Formats the verdict as one line for people. */
export function verdictLine(verdict: Verdict, stream: NodeJS.WriteStream): string {
  const text = printable(`${sourceName(verdict.source)}: ${words(verdict)}`);
  return `${coloured(text, COLOURS[verdict.kind], stream)}\n`;
}

export function sourceName(source: string): string {
  return source === '-' ? 'standard input' : source;
}

const COLOURS = { valid: 'green', unfinished: 'yellow', notValid: 'red', unreadable: 'yellow' } as const;

function words(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return rightSentence(verdict.result, verdict.isServerKnown);
    case 'unfinished':
      return transcriptSentence(verdict.result, verdict.isServerKnown);
    case 'notValid':
      return faultSentence(verdict.result);
    case 'unreadable':
      return `could not read: ${verdict.result.message}`;
  }
}

/** Formats the verdict as one line of JSON. It omits the record, which the caller already has. */
export function verdictJson(verdict: Verdict): string {
  return `${JSON.stringify({ file: verdict.source, ...jsonOf(verdict) })}\n`;
}

function jsonOf({ kind, result, isServerKnown }: Verdict) {
  switch (kind) {
    case 'valid': {
      const { record, ...rest } = result;
      return { ...rest, verdict: isServerKnown ? 'valid' : 'consistent', server: record.header.server };
    }
    case 'unfinished': {
      const { transcript, ...rest } = result;
      // Not ok: a script that checks only `ok` must not take it for a finished match.
      return { ...rest, ok: false, verdict: 'unfinished', server: transcript.header.server };
    }
    case 'notValid':
      return { ...result, verdict: 'not-valid' };
    case 'unreadable':
      return { ...result, verdict: 'unreadable' };
  }
}

export function exitCode({ kind }: Verdict): number {
  return EXIT[kind];
}
