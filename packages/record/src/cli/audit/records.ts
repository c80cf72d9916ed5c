import { entryDifferences } from '../../entry-of-record.ts';
import type { MatchEntry } from '../../log-entry.ts';
import type { Note } from '../../notes.ts';
import { parseRecordText } from '../../text.ts';
import { FORMAT, type MatchRecord } from '../../types.ts';
import { verify } from '../../verify.ts';
import { type Finding, finding } from './finding.ts';
import type { Got } from './service.ts';

/** The numbers that a record adds to the totals of an audit. */
export interface RecordFigures {
  /** False if the record is of another format, so that it was only compared with the entry. */
  readonly isVerified: boolean;
  /** Number of dice that showed each face, ones first. */
  readonly dice: readonly number[];
  readonly forfeits: number;
  readonly refunds: number;
  readonly events: number;
  readonly bytes: number;
  readonly bots: readonly string[];
}

export interface JudgedRecord {
  readonly findings: readonly Finding[];
  readonly figures: RecordFigures | null;
  /** The record, if `verify` accepted it. */
  readonly record?: MatchRecord;
}

/** Verifies the record of a match and compares it with the entry. */
export async function judgeRecord(entry: MatchEntry, at: number, bytes: Got): Promise<JudgedRecord> {
  const place = { entry: at, about: entry.id };
  const failed = (one: Finding): JudgedRecord => ({ findings: [one], figures: null });
  if (bytes === null)
    return failed(finding('record-missing', place, `The service has no record of match ${entry.id}.`));
  const invalid = (code: string, message: string, event: number | null = null) =>
    failed(
      finding('record-invalid', place, `The record of match ${entry.id} is not valid: ${message}.`, { code, event }),
    );
  const read = parseRecordText(bytes);
  if (!read.ok) return invalid(read.code, read.message);
  if (entry.format !== FORMAT) return compared(entry, at, read.value, bytes.length, null);
  const verified = await verify(read.value, { serverKey: entry.server });
  if (!verified.ok) return invalid(verified.code, verified.message, verified.event);
  return { ...compared(entry, at, verified.record, bytes.length, verified.notes), record: verified.record };
}

/** Compares a record with its entry. `notes`: those of the verifier, or null for a record of another format, which is not verified. */
function compared(
  entry: MatchEntry,
  at: number,
  value: unknown,
  bytes: number,
  notes: readonly Note[] | null,
): JudgedRecord {
  const place = { entry: at, about: entry.id };
  try {
    const record = value as MatchRecord;
    const members = entryDifferences(entry, record);
    const message = `Entry ${at} and the record of match ${entry.id} differ in ${members.join(', ')}.`;
    const evidence = { entry, record: { ...record.header, result: record.result, finalHash: record.finalHash } };
    const findings = members.length === 0 ? [] : [finding('entry-differs', place, message, evidence)];
    return { findings, figures: figuresOf(record, bytes, notes) };
  } catch {
    const message = `The record of match ${entry.id} does not have the form of a record.`;
    return { findings: [finding('record-invalid', place, message)], figures: null };
  }
}

function figuresOf(
  { header, events, result }: MatchRecord,
  bytes: number,
  notes: readonly Note[] | null,
): RecordFigures {
  const dice = [0, 0, 0, 0, 0, 0];
  for (const event of events) {
    if (event.type === 'dice') for (const die of event.dice) dice[die - 1] = (dice[die - 1] ?? 0) + 1;
  }
  const forfeits = result.reason === 'time' || result.reason === 'abandonment' ? 1 : 0;
  const refunds = notes?.find(({ code }) => code === 'refunds')?.figures[0] ?? 0;
  const bots = header.players.flatMap(({ pub, bot }) => (bot ? [pub] : []));
  return { isVerified: notes !== null, dice, forfeits, refunds, events: events.length, bytes, bots };
}
