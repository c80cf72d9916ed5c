import type { Failure } from 'bg-rules';
import type { MatchRecord } from '../types.ts';
import { type Verified, type VerifyOptions, verify } from '../verify.ts';
import { EXIT } from './exit-codes.ts';
import { isUnreadable, type ReadCode, readSource } from './read.ts';
import { type Fault, faultSentence, validSentence } from './sentence.ts';
import { coloured, printable } from './terminal.ts';

/** What came of one source. */
export type Verdict =
  | { readonly kind: 'valid'; readonly source: string; readonly result: Verified; readonly record: MatchRecord }
  | { readonly kind: 'notValid'; readonly source: string; readonly result: Fault }
  | { readonly kind: 'unreadable'; readonly source: string; readonly result: Failure<ReadCode> };

export async function judgeSource(source: string, options: VerifyOptions): Promise<Verdict> {
  const read = await readSource(source);
  if (!read.ok && isUnreadable(read)) return { kind: 'unreadable', source, result: read };
  if (!read.ok) return { kind: 'notValid', source, result: { ...read, event: null } };
  const result = await verify(read.value, options);
  if (!result.ok) return { kind: 'notValid', source, result };
  return { kind: 'valid', source, result, record: read.value as MatchRecord };
}

/** The verdict in one line for people. */
export function verdictLine(verdict: Verdict, stream: NodeJS.WriteStream): string {
  const text = printable(`${verdict.source === '-' ? 'standard input' : verdict.source}: ${words(verdict)}`);
  return `${coloured(text, COLOURS[verdict.kind], stream)}\n`;
}

const COLOURS = { valid: 'green', notValid: 'red', unreadable: 'yellow' } as const;

function words(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return validSentence(verdict.result, verdict.record.header.length);
    case 'notValid':
      return faultSentence(verdict.result);
    case 'unreadable':
      return `could not read: ${verdict.result.message}`;
  }
}

/** The verdict in one line for machines. */
export function verdictJson({ source, result }: Verdict): string {
  return `${JSON.stringify({ file: source, ...result })}\n`;
}

export function exitCode({ kind }: Verdict): number {
  return EXIT[kind];
}
