import type { MatchResult } from 'bg-rules';
import { isClosedByServer } from './closing.ts';
import { type RecordFailure, refuse } from './codes.ts';
import { isHex } from './crypto/hex.ts';
import { Ledger } from './ledger.ts';
import { type Note, notesOn } from './notes.ts';
import { checkRecordForm, checkTranscriptForm, type RecordForm, type TranscriptForm } from './record-form.ts';
import type { Expectation, HeaderPlayer, MatchRecord, Transcript } from './types.ts';

export interface VerifyOptions {
  /** The expected server key, 64 hex digits in either case, if the caller knows it from elsewhere. */
  readonly serverKey?: string | undefined;
  /** Aborts the work. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch with the number of events judged so far. */
  readonly onProgress?: ((judged: number, events: number) => void) | undefined;
}

/** The content of a valid record. */
export interface Verified {
  readonly ok: true;
  readonly id: string;
  readonly players: readonly [HeaderPlayer, HeaderPlayer];
  readonly result: MatchResult;
  /** Number of events. */
  readonly events: number;
  /** Number of rolls, ties included. */
  readonly rolls: number;
  /** Number of games, including a game that a forfeit cut short. */
  readonly games: number;
  /** Facts that the reader should know although the record is valid. */
  readonly notes: readonly Note[];
  readonly finalHash: string;
  /** A typed copy of the record. Later changes to the verified value do not affect it. */
  readonly record: MatchRecord;
}

/** The content of a valid transcript: the match as far as it goes. */
export interface VerifiedTranscript {
  readonly ok: true;
  readonly id: string;
  readonly players: readonly [HeaderPlayer, HeaderPlayer];
  readonly score: readonly [number, number];
  /** Null while the match is unfinished. */
  readonly result: MatchResult | null;
  /** The party whose event the match waits for, and the allowed types. */
  readonly expects: Expectation;
  readonly events: number;
  readonly rolls: number;
  readonly games: number;
  /** Hash of the last event, or of the header if there is none. */
  readonly head: string;
  /** A typed copy of the transcript. */
  readonly transcript: Transcript;
}

/** The first fault. `event` is null if the fault is in the record's form, its header, its result or its closing. */
export interface NotVerified extends RecordFailure {
  readonly event: number | null;
}

export type VerifyResult = Verified | NotVerified;

export type VerifyTranscriptResult = VerifiedTranscript | NotVerified;

/**
 * Verifies a finished match from its record alone: form, hashes, signatures, reveals, dice, plays, cube,
 * score and closing. Reports the first fault. Takes any value, reads at most `MAX_EVENTS` events, and never
 * throws on JSON values. Rejects with a TypeError if `serverKey` is not 64 hex digits, and with the reason of
 * `signal` if it is aborted. Yields to the event loop every few milliseconds.
 */
export async function verify(value: unknown, options: VerifyOptions = {}): Promise<VerifyResult> {
  const expected = expectedKey(options);
  // 1. The form of the record, its header, and the server named in it.
  const record = checkRecordForm(value);
  if (!record.ok) return notVerified(null, record);
  const wrongServer = serverFault(record.value, expected);
  if (wrongServer) return notVerified(null, wrongServer);
  // 2. Every event in order: form, number, prev, time, signature, content. No step is needed to check that
  // each player signed something: without a commit by both there are no dice, and without dice no match ends.
  const ledger = await judgedLedger(record.value, options);
  if (!(ledger instanceof Ledger)) return ledger;
  // 3. The end: the match is over, and result, final hash and closing signature match the last event.
  const wrongEnd = await endFault(ledger, record.value);
  return wrongEnd ? notVerified(null, wrongEnd) : verified(ledger, record.value);
}

/**
 * Verifies a transcript `{ header, events }`, finished or not, like `verify` but without a closing. It proves
 * what was signed so far, and nothing about an end. Ignores all other members.
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

/**
 * The expected server key in lower case. Throws on a malformed key, which is an error of the caller and not a
 * fault of the record.
 */
function expectedKey({ serverKey }: VerifyOptions): string | undefined {
  const key = serverKey?.toLowerCase();
  if (key !== undefined && !isHex(key, 32)) throw new TypeError('serverKey is not 64 hex digits');
  return key;
}

function serverFault({ header }: TranscriptForm, expected: string | undefined): RecordFailure | null {
  if (expected === undefined || header.server === expected) return null;
  return refuse('wrong-server', `the match belongs to another server, with key ${header.server}`);
}

/** Returns the ledger after all events, or the first fault in them. */
async function judgedLedger({ header, events }: TranscriptForm, options: VerifyOptions): Promise<Ledger | NotVerified> {
  const ledger = new Ledger(header);
  const { fault } = await ledger.appendAll(events, { onBatch: betweenBatches(events.length, options) });
  return fault ? notVerified(fault.event, fault) : ledger;
}

/** The verifier yields to the event loop after this many milliseconds, plus or minus a batch. */
const BLOCK_MS = 10;

/** Runs between batches: reports progress, yields to the event loop, and checks for an abort. */
function betweenBatches(total: number, { signal, onProgress }: VerifyOptions): (judged: number) => Promise<void> {
  signal?.throwIfAborted();
  let since = performance.now();
  return async (judged) => {
    onProgress?.(judged, total);
    if (performance.now() - since >= BLOCK_MS) {
      await otherTasks();
      since = performance.now();
    }
    signal?.throwIfAborted();
  };
}

/** Lets waiting tasks run. A page delays nested timers by 4 ms, so it gets a message instead. */
function otherTasks(): Promise<void> {
  return new Promise((resolve) => {
    if ('setImmediate' in globalThis) return setImmediate(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function endFault(ledger: Ledger, record: RecordForm): Promise<RecordFailure | null> {
  const { header, result, finalHash, sig } = record;
  const reached = ledger.state.result;
  if (!reached) return refuse('unfinished', 'the match is unfinished after the last event');
  if (!isSameResult(reached, result)) return refuse('wrong-result', 'the result does not follow from the events');
  if (finalHash !== ledger.head) return refuse('wrong-final-hash', 'the final hash is not the hash of the last event');
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
