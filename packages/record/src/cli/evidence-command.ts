import { type Examined, examine, type Finding } from '../evidence.ts';
import { isObject } from '../fields.ts';
import type { Given } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { examineLog, type LogFinding } from './log-evidence.ts';
import { isUnreadable, readSource } from './read.ts';
import { faultSentence } from './sentence.ts';
import { coloured, printable } from './terminal.ts';
import { sourceName } from './verdict.ts';

/** `bg-record evidence`: prints what the file of a halted page proves about which key, and what it does not prove. */
export async function evidenceCommand({ sources, json, serverKey }: Given): Promise<number> {
  const [source = ''] = sources;
  const read = await readSource(source);
  if (!read.ok) {
    const said = isUnreadable(read) ? `could not read: ${read.message}` : faultSentence({ event: null, ...read });
    return write(json ? JSON.stringify({ file: source, ...read }) : `${sourceName(source)}: ${said}`, read);
  }
  const examined = await examineAll(read.value);
  if (!examined.ok) {
    const said = faultSentence({ event: null, ...examined });
    return write(json ? JSON.stringify({ file: source, ...examined }) : `${sourceName(source)}: ${said}`, examined);
  }
  const isProof = examined.findings.length > 0;
  const text = json ? JSON.stringify({ file: source, ...examined }) : paragraph(examined, serverKey);
  process.stdout.write(`${coloured(printable(text), isProof ? 'red' : 'yellow', process.stdout)}\n`);
  return isProof ? EXIT.fork : EXIT.valid;
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

function write(text: string, failure: { readonly code: string; readonly ok: false; readonly message: string }): number {
  process.stdout.write(`${printable(text)}\n`);
  return isUnreadable(failure) ? EXIT.unreadable : EXIT.notValid;
}

function paragraph({ match, findings, said, isOfLog = false }: AllExamined, serverKey: string | undefined): string {
  const reason = isOfLog
    ? `A page checked ${match === '' ? 'the public log' : `match ${match} in the public log`} and found a fault (${said.code}): ${said.sentence}`
    : `The player's page stopped match ${match} (${said.code}): ${said.sentence}`;
  if (findings.length === 0)
    return `${reason} The signatures in this file prove nothing against any key: everything in it is only the player's claim.`;
  const proven = findings.map((finding) => `${named(finding, serverKey)} ${finding.message}`).join(' ');
  return `${reason} The signatures prove: ${proven} ${LIMITS}`;
}

function named({ about, pub }: Finding | LogFinding, serverKey: string | undefined): string {
  const known = about === 'the server' && serverKey === pub ? ', the key that you named' : '';
  return `About ${about} (key ${pub.slice(0, 16)}…${known}):`;
}

const LIMITS =
  "They do not prove who owns a key, that a message did not arrive, or the player's own times and log of the connection.";
