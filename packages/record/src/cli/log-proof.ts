import type { Failure } from 'bg-rules';
import { type LogCode, parsePolicy } from 'tlog-kit';
import { type LogPlace, type PlaceCode, placeInLog } from '../log/place.ts';
import type { MatchRecord } from '../types.ts';
import { type ReadCode, readBytes } from './read.ts';

/** A proof and the policy by which it is judged. */
export interface ProofSources {
  readonly proof: string;
  readonly policy: string;
}

/** `unreadable`: one of the files could not be read, or the policy is malformed, so that nothing was judged. */
type ProofVerdict =
  | { readonly kind: 'proven'; readonly place: LogPlace }
  | { readonly kind: 'refused'; readonly result: Failure<PlaceCode> }
  | { readonly kind: 'unreadable'; readonly result: Failure<ReadCode | LogCode> };

/** Verifies that the entry of a record is in a log that the policy accepts. The record must be one that `verify` accepted. */
export async function judgeProof(record: MatchRecord, { proof, policy }: ProofSources): Promise<ProofVerdict> {
  const policyBytes = await readBytes(policy);
  if (!policyBytes.ok) return unreadable('policy', policyBytes);
  const accepted = parsePolicy(policyBytes.value);
  if (!accepted.ok) return { kind: 'unreadable', result: accepted };
  const proofBytes = await readBytes(proof);
  if (!proofBytes.ok) return unreadable('proof', proofBytes);
  const place = placeInLog(record, proofBytes.value, accepted.value);
  return place.ok ? { kind: 'proven', place: place.value } : { kind: 'refused', result: place };
}

function unreadable(file: string, { code, message }: Failure<ReadCode>): ProofVerdict {
  return { kind: 'unreadable', result: { ok: false, code, message: `the ${file}: ${message}` } };
}
