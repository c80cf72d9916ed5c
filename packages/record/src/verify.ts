import type { MatchResult } from 'bg-rules';
import { isClosedByServer } from './closing.ts';
import { type RecordFailure, refuse } from './codes.ts';
import { Ledger } from './ledger.ts';
import { type Note, notesOn } from './notes.ts';
import { checkRecordForm, type RecordForm } from './record-form.ts';
import type { HeaderPlayer } from './types.ts';

export interface VerifyOptions {
  /** The server key that the record must be closed by, 64 hex digits, where the caller knows it from elsewhere. */
  readonly serverKey?: string | undefined;
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
}

/** The first fault; `event` is null for one in the record's form, its header, its result or its closing. */
export interface NotVerified extends RecordFailure {
  readonly event: number | null;
}

export type VerifyResult = Verified | NotVerified;

/**
 * Checks a finished match from nothing but its record: form, hashes, signatures, reveals, dice, plays, cube, score and
 * closing. Reports the first fault. Takes any value, of which it reads at most `MAX_EVENTS` events, and never throws on
 * what JSON can say.
 */
export async function verify(value: unknown, { serverKey }: VerifyOptions = {}): Promise<VerifyResult> {
  // 1. The form of the record, then the header and the server that it names.
  const record = checkRecordForm(value);
  if (!record.ok) return notVerified(null, record);
  const { header, events } = record.value;
  if (serverKey !== undefined && header.server !== serverKey) {
    return notVerified(null, refuse('wrong-server', 'the record is of another server'));
  }
  // 2. Every event in order: form, number, prev, time, signature, content. That each player signed something needs no
  //    step of its own: without a commit by each of them no dice fall, and without dice no match ends.
  const ledger = new Ledger(header);
  const { fault } = await ledger.appendAll(events);
  if (fault) return notVerified(fault.event, fault);
  // 3. The end: the match is over, and result, final hash and closing signature are those of its last event.
  const wrongEnd = await endFault(ledger, record.value);
  return wrongEnd ? notVerified(null, wrongEnd) : verified(ledger, record.value.result);
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

function verified(ledger: Ledger, result: MatchResult): Verified {
  const { id, players } = ledger.header;
  return {
    ok: true,
    id,
    players,
    result,
    events: ledger.length,
    rolls: ledger.state.rolls,
    games: ledger.state.match.game,
    notes: notesOn(ledger),
    finalHash: ledger.head,
  };
}

function notVerified(event: number | null, { code, message }: RecordFailure): NotVerified {
  return { ok: false, event, code, message };
}
