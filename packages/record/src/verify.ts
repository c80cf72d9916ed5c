import type { MatchResult } from 'bg-rules';
import { isClosedByServer } from './closing.ts';
import { type RecordFailure, refuse } from './codes.ts';
import { isHex } from './crypto/hex.ts';
import { Ledger } from './ledger.ts';
import { type Note, notesOn } from './notes.ts';
import { checkRecordForm, checkTranscriptForm, type RecordForm, type TranscriptForm } from './record-form.ts';
import type { Expectation, HeaderPlayer, MatchRecord, Transcript } from './types.ts';

export interface VerifyOptions {
  /** The server key that the match must be of, 64 hex digits of either case, where the caller knows it from elsewhere. */
  readonly serverKey?: string | undefined;
  /** Ends the work early: the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of events judged so far, and at the end of them. */
  readonly onProgress?: ((judged: number, events: number) => void) | undefined;
}

/** What a right record says. */
export interface Verified {
  readonly ok: true;
  readonly id: string;
  readonly players: readonly [HeaderPlayer, HeaderPlayer];
  readonly result: MatchResult;
  /** Number of events. */
  readonly events: number;
  /** Number of rolls, ties included. */
  readonly rolls: number;
  /** Number of games, the last one included if a forfeit cut it short. */
  readonly games: number;
  /** What the reader should know although nothing is wrong. */
  readonly notes: readonly Note[];
  readonly finalHash: string;
  /** The record itself, with its type. It is a copy: later changes to the value that was verified do not reach it. */
  readonly record: MatchRecord;
}

/** What a right transcript says: the match as far as it goes. */
export interface VerifiedTranscript {
  readonly ok: true;
  readonly id: string;
  readonly players: readonly [HeaderPlayer, HeaderPlayer];
  readonly score: readonly [number, number];
  /** Null while the match goes on. */
  readonly result: MatchResult | null;
  /** Whose event the match waits for, and of which types. */
  readonly expects: Expectation;
  readonly events: number;
  readonly rolls: number;
  readonly games: number;
  /** Hash of the last event, or of the header. */
  readonly head: string;
  /** The transcript itself, with its type; a copy. */
  readonly transcript: Transcript;
}

/** The first fault; `event` is null for one in the record's form, its header, its result or its closing. */
export interface NotVerified extends RecordFailure {
  readonly event: number | null;
}

export type VerifyResult = Verified | NotVerified;

export type VerifyTranscriptResult = VerifiedTranscript | NotVerified;

/**
 * Checks a finished match from nothing but its record: form, hashes, signatures, reveals, dice, plays, cube, score and
 * closing. Reports the first fault. Takes any value, of which it reads at most `MAX_EVENTS` events, and never throws on
 * what JSON can say. Rejects with a TypeError when `serverKey` is not 64 hex digits, and with the reason of `signal`
 * when that is aborted. It gives the event loop a turn every few milliseconds.
 */
export async function verify(value: unknown, options: VerifyOptions = {}): Promise<VerifyResult> {
  const expected = expectedKey(options);
  // 1. The form of the record, then the header and the server that it names.
  const record = checkRecordForm(value);
  if (!record.ok) return notVerified(null, record);
  const wrongServer = serverFault(record.value, expected);
  if (wrongServer) return notVerified(null, wrongServer);
  // 2. Every event in order: form, number, prev, time, signature, content. That each player signed something needs no
  //    step of its own: without a commit by each of them no dice fall, and without dice no match ends.
  const ledger = await judgedLedger(record.value, options);
  if (!(ledger instanceof Ledger)) return ledger;
  // 3. The end: the match is over, and result, final hash and closing signature are those of its last event.
  const wrongEnd = await endFault(ledger, record.value);
  return wrongEnd ? notVerified(null, wrongEnd) : verified(ledger, record.value);
}

/**
 * Checks a transcript `{ header, events }`, finished or not, like `verify` but without the closing, which it has not: it proves what
 * was signed so far, and nothing about an end. Other members are not looked at.
 */
export async function verifyTranscript(value: unknown, options: VerifyOptions = {}): Promise<VerifyTranscriptResult> {
  const expected = expectedKey(options);
  const form = checkTranscriptForm(value);
  if (!form.ok) return notVerified(null, form);
  const wrongServer = serverFault(form.value, expected);
  if (wrongServer) return notVerified(null, wrongServer);
  const ledger = await judgedLedger(form.value, options);
  if (!(ledger instanceof Ledger)) return ledger;
  const { header, state, expects, length, head, events } = ledger;
  return {
    ok: true,
    id: header.id,
    players: header.players,
    score: state.match.score,
    result: state.result,
    expects,
    events: length,
    rolls: state.rolls,
    games: state.match.game,
    head,
    transcript: { header, events: [...events] },
  };
}

/** The server key that the caller expects, in lower case. A malformed one is a mistake of the caller and says nothing of a record. */
function expectedKey({ serverKey }: VerifyOptions): string | undefined {
  const key = serverKey?.toLowerCase();
  if (key !== undefined && !isHex(key, 32)) throw new TypeError('serverKey is not 64 hex digits');
  return key;
}

function serverFault({ header }: TranscriptForm, expected: string | undefined): RecordFailure | null {
  if (expected === undefined || header.server === expected) return null;
  return refuse('wrong-server', `the match is of another server, whose key is ${header.server}`);
}

/** The ledger after all events, or the first fault in them. */
async function judgedLedger({ header, events }: TranscriptForm, options: VerifyOptions): Promise<Ledger | NotVerified> {
  const ledger = new Ledger(header);
  const { fault } = await ledger.appendAll(events, { onBatch: pacer(events.length, options) });
  return fault ? notVerified(fault.event, fault) : ledger;
}

/** How long a verifier keeps the event loop from other work, in milliseconds, a batch of events more or less. */
const BLOCK_MS = 10;

/** What happens between batches: the caller is told, may have ended the work, and the event loop gets its turn. */
function pacer(total: number, { signal, onProgress }: VerifyOptions): (judged: number) => Promise<void> {
  signal?.throwIfAborted();
  let since = performance.now();
  return async (judged) => {
    onProgress?.(judged, total);
    if (performance.now() - since >= BLOCK_MS) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = performance.now();
    }
    signal?.throwIfAborted();
  };
}

async function endFault(ledger: Ledger, record: RecordForm): Promise<RecordFailure | null> {
  const { header, result, finalHash, sig } = record;
  const reached = ledger.state.result;
  if (!reached) return refuse('unfinished', 'the events do not end the match');
  if (!isSameResult(reached, result)) return refuse('wrong-result', 'the events give another result');
  if (finalHash !== ledger.head) return refuse('wrong-final-hash', 'the final hash is not that of the last event');
  const closed = await isClosedByServer(header, { finalHash, id: header.id, result }, sig);
  return closed ? null : refuse('bad-closing', "the closing signature is not the server's");
}

function isSameResult(a: MatchResult, b: MatchResult): boolean {
  return a.winner === b.winner && a.reason === b.reason && a.score.join() === b.score.join();
}

function verified(ledger: Ledger, { result, finalHash, sig }: RecordForm): Verified {
  const { header, events, length, state } = ledger;
  return {
    ok: true,
    id: header.id,
    players: header.players,
    result,
    events: length,
    rolls: state.rolls,
    games: state.match.game,
    notes: notesOn(ledger),
    finalHash,
    record: { header, events: [...events], result, finalHash, sig },
  };
}

function notVerified(event: number | null, { code, message }: RecordFailure): NotVerified {
  return { ok: false, event, code, message };
}
