import { type Failure, MAX_LENGTH, type MatchResult, type Result } from 'bg-rules';
import { canonicalJson, taggedBytes, utf8 } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { boolean, type Check, copyOf, hex, integer, isObject, nullOr, object, oneOf, text, tuple } from './fields.ts';
import type { Succession } from './succession.ts';
import { type Key, MATCH_ID } from './types.ts';

// The entries of a service's public log (docs/log.md). Server and auditor use this one encoder and decoder.

/** The largest entry in bytes: a tile log writes the length of an entry in 16 bits. */
export const MAX_LOG_ENTRY_BYTES = 65_535;

/** Digits after the point of ratings and deviations, and of volatilities. */
export const RATING_DIGITS = 6;
export const VOLATILITY_DIGITS = 12;

/** Reasons for refusing the bytes of an entry. */
export const LOG_ENTRY_CODES = ['entry-too-large', 'entry-type', 'entry-form', 'entry-not-canonical'] as const;

export type LogEntryCode = (typeof LOG_ENTRY_CODES)[number];

/** A rating in decimal digits, rounded to nearest: `RATING_DIGITS` of them, for the volatility `VOLATILITY_DIGITS`. */
export interface LoggedRating {
  readonly rating: string;
  readonly rd: string;
  readonly volatility: string;
}

export interface LoggedRatingChange {
  readonly before: LoggedRating;
  readonly after: LoggedRating;
}

/** The members that entries about a match have in common. Times are milliseconds since the epoch, keys 64 hex digits. */
export interface LoggedMatch {
  readonly id: string;
  /** The format of the record. */
  readonly format: string;
  /** The key of the server in the header of the match. */
  readonly server: string;
  readonly created: number;
  readonly ended: number;
  readonly length: number;
  /** The keys of seat 0 and seat 1. */
  readonly players: readonly [string, string];
  readonly rated: boolean;
}

/** A finished match. */
export interface MatchEntry extends LoggedMatch {
  readonly type: 'match';
  readonly result: MatchResult;
  readonly finalHash: string;
  /** By seat. Null for a match that is not rated. */
  readonly ratings: readonly [LoggedRatingChange, LoggedRatingChange] | null;
  /** True for a match that had finished before the log was created. */
  readonly imported: boolean;
}

/** A match that the server ended without a result after a roll of it was accepted. */
export interface AbortedEntry extends LoggedMatch {
  readonly type: 'aborted';
  /** Number of events, and the hash of the last one. */
  readonly events: number;
  readonly head: string;
  /** The player by whose fault it ended, or null. */
  readonly blamed: string | null;
}

/** A stored analysis of a finished match. */
export interface AnalysisEntry {
  readonly type: 'analysis';
  readonly match: string;
  readonly engine: string;
  readonly ply: number;
  /** The SHA-256 of the report as the service answers it, 64 hex digits. */
  readonly report: string;
  /** The key of the worker that made it. Null if it is not known. */
  readonly worker: string | null;
  readonly at: number;
}

/** A former key of the server names its successor. */
export interface ServerKeyEntry extends Succession {
  readonly type: 'server-key';
}

/** A key of the server names the key of the log. */
export interface LogKeyEntry {
  readonly type: 'log-key';
  readonly origin: string;
  /** The verifier key of the log in the form of signed notes. */
  readonly key: string;
  readonly server: string;
  /** The server's signature with the tag `bg-log-key/1`, 128 hex digits. */
  readonly sig: string;
}

/** A key of the server says that a former log of the service has ended, and with which checkpoint. */
export interface LogEndEntry {
  readonly type: 'log-end';
  /** The origin of the log that has ended, and its verifier key. */
  readonly origin: string;
  readonly key: string;
  /** Number of entries and root of the newest checkpoint that the service knows to have signed. The root is 64 hex digits. */
  readonly size: number;
  readonly root: string;
  readonly at: number;
  readonly server: string;
  /** The server's signature with the tag `bg-log-end/1`, 128 hex digits. */
  readonly sig: string;
}

export type LogEntry = MatchEntry | AbortedEntry | AnalysisEntry | ServerKeyEntry | LogKeyEntry | LogEndEntry;

const MAX_DECIMAL = 40;
const decimal = (digits: number): Check => {
  const form = new RegExp(`^(?!-0\\.0*$)-?(?:0|[1-9][0-9]{0,11})\\.[0-9]{${digits}}$`);
  return text((value) => value.length <= MAX_DECIMAL && form.test(value), `a decimal with ${digits} digits`);
};
const plain = (most: number) =>
  text(
    (value) => value.length <= most && /^[\x21-\x7e]+$/.test(value),
    `1 to ${most} characters of ASCII without spaces`,
  );
const id = text((value) => MATCH_ID.test(value), 'the id of a match');

const rating = object({
  rating: decimal(RATING_DIGITS),
  rd: decimal(RATING_DIGITS),
  volatility: decimal(VOLATILITY_DIGITS),
});
const change = object({ before: rating, after: rating });
const matchFields = {
  id,
  format: plain(40),
  server: hex(32),
  created: integer(0),
  ended: integer(0),
  length: integer(0, MAX_LENGTH),
  players: tuple(hex(32), hex(32)),
  rated: boolean,
};

const forms: Readonly<Record<LogEntry['type'], Check>> = {
  match: object({
    type: oneOf('match'),
    ...matchFields,
    result: object({
      winner: oneOf(0, 1),
      score: tuple(integer(0), integer(0)),
      reason: oneOf('points', 'resign', 'time', 'abandonment'),
    }),
    finalHash: hex(32),
    ratings: nullOr(tuple(change, change)),
    imported: boolean,
  }),
  aborted: object({
    type: oneOf('aborted'),
    ...matchFields,
    events: integer(1),
    head: hex(32),
    blamed: nullOr(hex(32)),
  }),
  analysis: object({
    type: oneOf('analysis'),
    match: id,
    engine: plain(64),
    ply: integer(0, 100),
    report: hex(32),
    worker: nullOr(hex(32)),
    at: integer(0),
  }),
  'server-key': object({ type: oneOf('server-key'), previous: hex(32), next: hex(32), sig: hex(64) }),
  'log-key': object({ type: oneOf('log-key'), origin: plain(1000), key: plain(2000), server: hex(32), sig: hex(64) }),
  'log-end': object({
    type: oneOf('log-end'),
    origin: plain(1000),
    key: plain(2000),
    size: integer(0),
    root: hex(32),
    at: integer(0),
    server: hex(32),
    sig: hex(64),
  }),
};

/** Writes a number in decimal digits, rounded to nearest, without a negative zero. */
export function toLoggedDecimal(value: number, digits: number): string {
  const written = value.toFixed(digits);
  return Number(written) === 0 ? written.replace('-', '') : written;
}

/**
 * Writes an entry as canonical JSON.
 * @throws TypeError if the value is not an entry that `decodeLogEntry` accepts
 */
export function encodeLogEntry(entry: LogEntry): string {
  const fault = forms[entry.type](entry);
  if (fault !== null) throw new TypeError(`the log entry${fault}`);
  return canonicalJson(entry);
}

/**
 * Reads an entry. Takes any bytes and never throws. An unknown type is an error: an auditor that skipped it could be
 * shown anything under a new name.
 * @returns `entry-too-large`; `entry-type` for an unknown type; `entry-form` for bytes that are no JSON object in UTF-8 with
 * exactly the members of the type; `entry-not-canonical` for another writing of the same value
 */
export function decodeLogEntry(bytes: Uint8Array): Result<LogEntry, LogEntryCode> {
  if (bytes.length > MAX_LOG_ENTRY_BYTES) return refuse('entry-too-large', 'the entry is longer than 65,535 bytes');
  const read = parsed(bytes);
  if (read === null || !isObject(read.value)) return refuse('entry-form', 'the entry is not a JSON object in UTF-8');
  const { type } = read.value;
  if (typeof type !== 'string' || !isEntryType(type)) return refuse('entry-type', 'the type of the entry is unknown');
  const fault = forms[type](read.value);
  if (fault !== null) return refuse('entry-form', `the entry${fault}`);
  if (canonicalJson(read.value) !== read.written)
    return refuse('entry-not-canonical', 'the entry is not written as canonical JSON');
  return { ok: true, value: copyOf(read.value) as LogEntry };
}

function isEntryType(type: string): type is LogEntry['type'] {
  return Object.hasOwn(forms, type);
}

function parsed(bytes: Uint8Array): { readonly written: string; readonly value: unknown } | null {
  try {
    const written = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { written, value: JSON.parse(written) };
  } catch {
    return null;
  }
}

/** Signs the statement that this verifier key is the key of the server's log with this origin. */
export async function signLogKey(
  server: Key,
  { origin, key }: Pick<LogKeyEntry, 'origin' | 'key'>,
): Promise<LogKeyEntry> {
  const sig = await sign(server, logKeyBytes({ origin, key, server: server.pub }));
  return { type: 'log-key', origin, key, server: server.pub, sig };
}

/** Returns true if the server of the statement signed it. The caller knows if that server is the right one. */
export function verifyLogKey(entry: LogKeyEntry): Promise<boolean> {
  return verifySignature(entry.server, logKeyBytes(entry), entry.sig);
}

function logKeyBytes({ origin, key, server }: Omit<LogKeyEntry, 'type' | 'sig'>): Uint8Array {
  return taggedBytes('bg-log-key/1', { key, origin, server });
}

/** Signs the statement that a former log of the server has ended. */
export async function signLogEnd(
  server: Key,
  ended: Pick<LogEndEntry, 'origin' | 'key' | 'size' | 'root' | 'at'>,
): Promise<LogEndEntry> {
  const sig = await sign(server, logEndBytes({ ...ended, server: server.pub }));
  return { type: 'log-end', ...ended, server: server.pub, sig };
}

/** Returns true if the server of the statement signed it. The caller knows if that server is the right one. */
export function verifyLogEnd(entry: LogEndEntry): Promise<boolean> {
  return verifySignature(entry.server, logEndBytes(entry), entry.sig);
}

function logEndBytes({ origin, key, size, root, at, server }: Omit<LogEndEntry, 'type' | 'sig'>): Uint8Array {
  return taggedBytes('bg-log-end/1', { at, key, origin, root, server, size });
}

/** The bytes of a written entry. */
export function logEntryBytes(written: string): Uint8Array {
  return utf8(written);
}

function refuse(code: LogEntryCode, message: string): Failure<LogEntryCode> {
  return { ok: false, code, message };
}
