import type { Header, TextCode, VerifiedRoll, VerifyResult } from 'bg-record';
import type { Origin } from './stored-records.ts';
import type { Verifier } from './verifier.ts';

/** The result of checking a file. */
export type Report =
  /** The text could not be read as unambiguous data. */
  | { readonly kind: 'unreadable'; readonly code: TextCode; readonly message: string }
  /** The record names a format of another version. Nothing can be said of the rest. */
  | { readonly kind: 'other-format'; readonly format: string; readonly known: string }
  | {
      readonly kind: 'checked';
      readonly verdict: VerifyResult;
      /** Null if the fault is in the header. */
      readonly header: Header | null;
      /** The rolls before the first fault. */
      readonly rolls: readonly VerifiedRoll[];
    };

/** A file as the user gave it. */
export interface RecordFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly origin: Origin;
}

/** Reads the bytes strictly and verifies the record in them. */
export async function check(verifier: Verifier, bytes: Uint8Array): Promise<Report> {
  const read = verifier.parseRecordText(bytes);
  if (!read.ok) return { kind: 'unreadable', code: read.code, message: read.message };
  const known = verifier.FORMAT;
  const format = verifier.otherFormat(read.value);
  if (format !== null) return { kind: 'other-format', format, known };
  const verdict = await verifier.verify(read.value);
  return { kind: 'checked', verdict, ...(await rollsOf(verifier, read.value)) };
}

async function rollsOf(verifier: Verifier, value: unknown): Promise<{ header: Header | null; rolls: VerifiedRoll[] }> {
  const { header, events } = partsOf(value);
  const checked = verifier.checkHeader(header);
  if (!checked.ok) return { header: null, rolls: [] };
  const ledger = new verifier.Ledger(checked.value);
  await ledger.appendAll(events);
  return { header: checked.value, rolls: [...ledger.rolls] };
}

/** Returns the parts of a possible record, still to be verified. */
function partsOf(value: unknown): { readonly header: unknown; readonly events: readonly unknown[] } {
  if (typeof value !== 'object' || value === null) return { header: null, events: [] };
  const header = 'header' in value ? value.header : null;
  const events = 'events' in value && Array.isArray(value.events) ? value.events : [];
  return { header, events };
}
