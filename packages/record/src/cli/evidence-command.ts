import type { Failure } from 'bg-rules';
import { type Examined, examine, type Finding } from '../evidence.ts';
import { isHalt } from '../evidence-codes.ts';
import { isObject } from '../fields.ts';
import { quoted } from '../visible.ts';
import type { Given } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { examineLog, type LogFinding } from './log-evidence.ts';
import { isUnreadable, readSource } from './read.ts';
import { faultSentence } from './sentence.ts';
import { print } from './terminal.ts';
import { sourceName } from './verdict.ts';

/**
 * `bg-record evidence`: prints what the file of a halted page proves about which key, and what it does not prove. The player's own words
 * come last, as a quotation.
 */
export async function evidenceCommand({ sources: [source = ''], json, serverKey }: Given): Promise<number> {
  const read = await readSource(source);
  if (!read.ok) return refuse(source, read, json);
  const examined = await examineAll(read.value);
  if (!examined.ok) return refuse(source, examined, json);
  const isProof = examined.findings.length > 0;
  if (json) print(JSON.stringify({ file: source, ...examined }));
  else {
    print(`${sourceName(source)}: ${isProof ? PROVEN : NOTHING_PROVEN}`, isProof ? 'red' : 'yellow');
    print(
      examined.findings.map((finding) => `  ${named(finding, serverKey)} ${finding.message}`),
      'red',
    );
    if (isProof) print(LIMITS);
    print(['The player says (not proven):', `  ${claim(examined)}`]);
  }
  return isProof ? EXIT.fork : EXIT.nothingProven;
}

/** Examines the match and, if the file has them, the statements of the public log. */
async function examineAll(value: unknown) {
  const examined = await examine(value);
  if (!examined.ok || !isObject(value) || value.publicLog === undefined) return examined;
  const { transcripts } = value;
  const ofLog = await examineLog(value.publicLog, Array.isArray(transcripts) ? transcripts : []);
  return ofLog.ok ? { ...examined, findings: [...examined.findings, ...ofLog.value], isOfLog: true } : ofLog;
}

interface AllExamined extends Omit<Examined, 'findings'> {
  readonly findings: readonly (Finding | LogFinding)[];
  /** True if the page did not stop the match, but accuses the public log. */
  readonly isOfLog?: boolean;
}

function refuse(source: string, failure: Failure<string>, json: boolean): number {
  const said = isUnreadable(failure)
    ? `could not read: ${failure.message}`
    : faultSentence({ event: null, ...failure });
  print(json ? JSON.stringify({ file: source, ...failure }) : `${sourceName(source)}: ${said}`);
  return isUnreadable(failure) ? EXIT.unreadable : EXIT.notValid;
}

const PROVEN = 'the signatures in this file prove:';
const NOTHING_PROVEN = 'the signatures in this file prove nothing against any key.';

/** The reason that the file gives. Its author may be the player, or anybody else. */
function claim({ match, said: { code, sentence }, isOfLog = false }: AllExamined): string {
  const place = match === '' ? 'the public log' : `match ${match}${isOfLog ? ' in the public log' : ''}`;
  const done = isHalt(code) ? 'stopped' : 'kept evidence of';
  const what = isOfLog ? `a page checked ${place} and found a fault` : `the page ${done} ${place}`;
  return `${what} (${code}): ${quoted(sentence)}`;
}

function named({ about, pub }: Finding | LogFinding, serverKey: string | undefined): string {
  const known = about === 'the server' && serverKey === pub ? ', the key that you named' : '';
  return `About ${about} (key ${pub.slice(0, 16)}…${known}):`;
}

const LIMITS =
  "They do not prove who owns a key, that a message did not arrive, or the player's own times and log of the connection.";
