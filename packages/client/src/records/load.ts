import type { Header, MatchEvent, MatchRecord, Note, RecordCode, TextCode } from 'bg-record';
import * as z from 'zod/mini';
import { findStoredRecord, type Origin, storeRecord } from './stored-records.ts';
import type { Verifier } from './verifier.ts';

/** A record whose every event was verified in this page. */
export interface CheckedRecord {
  readonly record: MatchRecord;
  readonly rolls: number;
  readonly notes: readonly Note[];
  /** The text as received from the server, for saving it. */
  readonly text: string;
}

/** A failed verification: the verifier’s message and the evidence. */
export type Refused = {
  /** The number of the event. Null if the fault is in the record as a whole. */
  readonly event: number | null;
  readonly message: string;
} & (
  | { readonly code: RecordCode | 'other-match'; readonly transcript: ReceivedTranscript | null }
  /** The text cannot be read as a record. */
  | { readonly code: TextCode; readonly transcript: null }
);

/** A record as received. */
type ReceivedTranscript = Pick<MatchRecord, 'header' | 'events'>;

export type Loaded =
  | ({ readonly kind: 'checked' } & CheckedRecord)
  | ({ readonly kind: 'refused' } & Refused)
  /** The record names a format of another version: this one cannot verify it. */
  | { readonly kind: 'other-format'; readonly format: string; readonly known: string }
  | { readonly kind: 'missing' | 'no-file' | 'unreachable' | 'busy' | 'no-verifier' };

/** The outline of a record. The verifier judges the parts. */
const outline = z.object({
  header: z.custom<Header>((value) => typeof value === 'object' && value !== null),
  events: z.custom<MatchEvent[]>(Array.isArray),
  result: z.custom<MatchRecord['result']>(),
  finalHash: z.string(),
  sig: z.string(),
});

type LoadVerifier = () => Promise<Verifier | null>;

/**
 * Loads and verifies a finished match: from the server or, if that cannot be reached, from this device; or the reader's
 * own file.
 */
export async function loadRecord(match: string, origin: Origin, loadVerifier: LoadVerifier): Promise<Loaded> {
  const got = origin === 'file' ? await findFile(match) : await fetchBytes(match);
  if (!(got instanceof Uint8Array)) return { kind: got };
  const verifier = await loadVerifier();
  if (!verifier) return { kind: 'no-verifier' };
  const loaded = await checkRecord(verifier, match, got);
  if (loaded.kind === 'checked') await storeRecord(match, origin, got);
  return loaded;
}

type NoBytes = 'missing' | 'no-file' | 'unreachable' | 'busy';

async function findFile(match: string): Promise<Uint8Array<ArrayBuffer> | NoBytes> {
  return (await findStoredRecord(match, 'file')) ?? 'no-file';
}

async function fetchBytes(match: string): Promise<Uint8Array<ArrayBuffer> | NoBytes> {
  const response = await fetch(`/records/${encodeURIComponent(match)}.json`).catch(() => null);
  if (response?.status === 404) return 'missing';
  if (response?.status === 429) return 'busy';
  const bytes = response?.ok ? await response.arrayBuffer().catch(() => null) : null;
  return bytes ? new Uint8Array(bytes) : ((await findStoredRecord(match, 'server')) ?? 'unreachable');
}

/** Verifies these bytes as a record of this match. */
export async function checkRecord(verifier: Verifier, match: string, bytes: Uint8Array): Promise<Loaded> {
  const text = verifier.parseRecordText(bytes);
  if (!text.ok) return { kind: 'refused', event: null, transcript: null, ...faultOf(text) };
  const known = verifier.FORMAT;
  const format = verifier.otherFormat(text.value);
  if (format !== null) return { kind: 'other-format', format, known };
  const verdict = await verifier.verify(text.value);
  const read = z.safeParse(outline, text.value);
  const transcript = read.success ? { header: read.data.header, events: read.data.events } : null;
  if (!verdict.ok) return { kind: 'refused', event: verdict.event, transcript, ...faultOf(verdict) };
  if (!read.success || verdict.id !== match) return { kind: 'refused', event: null, transcript, ...otherMatch };
  const { rolls, notes } = verdict;
  return { kind: 'checked', record: read.data, rolls, notes, text: new TextDecoder().decode(bytes) };
}

const otherMatch = { code: 'other-match' as const, message: 'this is the record of another match' };

function faultOf<Code>({ code, message }: { readonly code: Code; readonly message: string }) {
  return { code, message };
}
