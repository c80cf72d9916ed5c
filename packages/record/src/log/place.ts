import type { Failure, Result } from 'bg-rules';
import { hashLeaf, type LogCode, type Policy, parseProof, type TrustedCheckpoint, verifyProof } from 'tlog-kit';
import { entryDifferences } from '../entry-of-record.ts';
import { decodeLogEntry, type LogEntryCode, type MatchEntry } from '../log-entry.ts';
import type { MatchRecord } from '../types.ts';
import { quoted } from '../visible.ts';

/** `proof-entry`: the proof has no entry of a match. `entry-differs`: it proves an entry of another record. */
export type PlaceCode = LogCode | LogEntryCode | 'proof-entry' | 'entry-differs';

/** The place of a match in a public log. */
export interface LogPlace {
  readonly origin: string;
  /** Position of the entry, from 0. */
  readonly entry: number;
  /** Number of entries under the checkpoint. */
  readonly size: number;
  /** True if the match had finished before the log was created. */
  readonly imported: boolean;
  /** The witnesses of the policy that cosigned the checkpoint, each with the time in seconds since 1970. */
  readonly witnesses: readonly { readonly name: string; readonly time: number }[];
}

/** Verifies that the entry of a record is in a log that the policy accepts. The record must be one that `verify` accepted. */
export function placeInLog(record: MatchRecord, bytes: Uint8Array, policy: Policy): Result<LogPlace, PlaceCode> {
  const proof = parseProof(bytes);
  if (!proof.ok) return proof;
  const { extra, index } = proof.value;
  const entry = matchEntry(extra);
  if (!entry.ok || extra === null) return entry.ok ? noEntry : entry;
  const checkpoint = verifyProof(proof.value, hashLeaf(extra), policy);
  if (!checkpoint.ok) return checkpoint;
  const different = entryDifferences(entry.value, record);
  if (different.length > 0) return entryDiffers(index, different);
  return { ok: true, value: placeOf(index, checkpoint.value, entry.value) };
}

const noEntry: Failure<PlaceCode> = {
  ok: false,
  code: 'proof-entry',
  message: 'The extra data of the proof are not the entry of a match.',
};

function matchEntry(extra: Uint8Array | null): Result<MatchEntry, PlaceCode> {
  if (extra === null) return noEntry;
  const entry = decodeLogEntry(extra);
  if (!entry.ok) return entry;
  return entry.value.type === 'match' ? { ok: true, value: entry.value } : noEntry;
}

function entryDiffers(index: number, different: readonly string[]): Failure<PlaceCode> {
  const message = `Entry ${index} of the log is of another record: ${different.join(', ')} differ${different.length === 1 ? 's' : ''}.`;
  return { ok: false, code: 'entry-differs', message };
}

function placeOf(index: number, { origin, size, cosigned }: TrustedCheckpoint, { imported }: MatchEntry): LogPlace {
  const witnesses = cosigned.map(({ witness, time }) => ({ name: witness.name, time }));
  return { origin, entry: index, size, imported, witnesses };
}

/** Describes the place in one sentence. */
export function placeSentence({ origin, entry, size, imported, witnesses }: LogPlace): string {
  const seen = witnesses
    .map(({ name, time }) => `${quoted(name)} at ${new Date(time * 1000).toISOString()}`)
    .join(', ');
  const cosigned = witnesses.length === 0 ? 'No witness cosigned the checkpoint' : `Cosigned by ${seen}`;
  const before = imported ? ' The match had finished before the log was created.' : '';
  return `It is entry ${entry} of the public log ${quoted(origin)}, which had ${size} entries. ${cosigned}.${before}`;
}
