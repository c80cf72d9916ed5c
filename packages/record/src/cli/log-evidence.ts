import { bytesToHex } from '@noble/hashes/utils.js';
import type { Failure, Result } from 'bg-rules';
import {
  hashLeaf,
  openCheckpoint,
  parseContradiction,
  parseProof,
  parseVkey,
  type VerifierKey,
  verifyContradiction,
  verifyInclusion,
} from 'tlog-kit';
import { canonicalJson, utf8 } from '../canonical.ts';
import { entryDifferences } from '../entry-of-record.ts';
import { isObject } from '../fields.ts';
import { decodeLogEntry, type LogKeyEntry, verifyLogEnd, verifyLogKey } from '../log-entry.ts';
import { verify } from '../verify.ts';
import { quoted } from '../visible.ts';

/** One fact about a public log that evidence proves. */
export interface LogFinding {
  readonly code: 'log-forked' | 'entry-differs' | 'log-cut';
  /** The key of the server that named the key of the log, or that stated its end. */
  readonly pub: string;
  readonly about: 'the server';
  readonly message: string;
}

interface NamedLog {
  readonly statement: LogKeyEntry;
  readonly key: VerifierKey;
}

/** Finds what the member `publicLog` of a file of evidence proves by signatures alone. Takes any JSON value. */
export async function examineLog(
  publicLog: unknown,
  transcripts: readonly unknown[],
): Promise<Result<readonly LogFinding[], 'evidence-form'>> {
  if (!isObject(publicLog)) return refused('"publicLog" is not an object');
  const named = await namedLog(publicLog.statement);
  if (!named.ok) return named;
  const { contradiction = null, proof = null, ended = null } = publicLog;
  const fork = contradiction === null ? null : forkIn(contradiction, named.value);
  const differing = proof === null ? null : await differingEntry(proof, transcripts[0], named.value);
  const cut = ended === null ? null : await cutEnd(ended);
  return { ok: true, value: [fork, differing, cut].flatMap((finding) => finding ?? []) };
}

async function namedLog(value: unknown): Promise<Result<NamedLog, 'evidence-form'>> {
  const statement = isObject(value) ? decodeLogEntry(utf8(canonicalJson(value))) : null;
  if (!statement?.ok || statement.value.type !== 'log-key')
    return refused('it has no statement about the key of the log');
  if (!(await verifyLogKey(statement.value))) return refused('the statement about the key of the log is not signed');
  const key = parseVkey(statement.value.key);
  if (!key.ok || key.value.name !== statement.value.origin) return refused('the key of the log is malformed');
  return { ok: true, value: { statement: statement.value, key: key.value } };
}

/** Two checkpoints that no tree connects. */
function forkIn(value: unknown, { statement, key }: NamedLog): LogFinding | null {
  const contradiction = parseContradiction(JSON.stringify(value));
  const proven = contradiction.ok ? verifyContradiction(contradiction.value, statement.origin, [key]) : null;
  if (!proven?.ok) return null;
  const { olderSize, newerSize } = proven.value;
  const trees = olderSize === newerSize ? `of ${olderSize} entries each` : `of ${olderSize} and ${newerSize} entries`;
  const message = `The key that it named for its public log ${quoted(statement.origin)} signed two trees, ${trees}, that do not fit together: people were shown different lists of results, or the list was changed.`;
  return { code: 'log-forked', pub: statement.server, about: 'the server', message };
}

/** An entry of the signed tree that contradicts the record, which the server closed with the key that the entry names. */
async function differingEntry(
  value: unknown,
  record: unknown,
  { statement, key }: NamedLog,
): Promise<LogFinding | null> {
  const proof = typeof value === 'string' ? parseProof(value) : null;
  if (!proof?.ok || proof.value.extra === null) return null;
  const { index, hashes, extra, checkpoint } = proof.value;
  const opened = openCheckpoint(checkpoint, statement.origin, [key]);
  if (!opened.ok || !verifyInclusion(index, opened.value.size, hashLeaf(extra), hashes, opened.value.root).ok)
    return null;
  const entry = decodeLogEntry(extra);
  const verified = await verify(record);
  if (!entry.ok || entry.value.type !== 'match' || !verified.ok) return null;
  const differing = entryDifferences(entry.value, verified.record);
  if (differing.length === 0 || differing.includes('id') || differing.includes('server')) return null;
  const message = `The key that it named for its public log ${quoted(statement.origin)} signed entry ${index} about this match. The server key ${entry.value.server.slice(0, 16)}… closed a record with other content: ${differing.join(', ')}.`;
  return { code: 'entry-differs', pub: statement.server, about: 'the server', message };
}

/**
 * An end of a log without entries that the log's key had signed before. The statement of the end names the key of the log, so the key that
 * signed this statement is accused, and no other one is needed.
 */
async function cutEnd(value: unknown): Promise<LogFinding | null> {
  if (!isObject(value) || !isObject(value.end) || typeof value.note !== 'string') return null;
  const decoded = decodeLogEntry(utf8(canonicalJson(value.end)));
  if (!decoded.ok || decoded.value.type !== 'log-end' || !(await verifyLogEnd(decoded.value))) return null;
  const end = decoded.value;
  const key = parseVkey(end.key);
  const opened = key.ok ? openCheckpoint(value.note, end.origin, [key.value]) : null;
  if (!opened?.ok) return null;
  const { size, root } = opened.value;
  if (size < end.size || (size === end.size && bytesToHex(root) === end.root)) return null;
  const stated = size === end.size ? `${size} entries and another root` : `${end.size} entries`;
  const message = `It stated that the log ${quoted(end.origin)} ended with ${stated}. The key of that log had signed a tree of ${size} entries: results were lost or left out.`;
  return { code: 'log-cut', pub: end.server, about: 'the server', message };
}

function refused(message: string): Failure<'evidence-form'> {
  return { ok: false, code: 'evidence-form', message };
}
