import type { MatchRecord } from 'bg-record';
import { type LogPlace, placeInLog } from 'bg-record/log';
import { MAX_POLICY_BYTES, MAX_PROOF_BYTES, parsePolicy } from 'tlog-kit';

/** Files that were chosen together, each read far enough to show if it is too large. */
export interface ChosenFiles {
  readonly records: readonly File[];
  readonly proof: Uint8Array | null;
  readonly policy: Uint8Array | null;
}

/** The place of a record in the public log, by files alone. */
type OfflinePlace =
  | { readonly kind: 'proven'; readonly place: LogPlace; readonly isOwnLog: boolean }
  /** The proof is not one of this record in a log that is trusted here. */
  | { readonly kind: 'refused'; readonly code: string }
  /** Nothing was judged: no key of a log is known, or the policy cannot be read. */
  | { readonly kind: 'no-key' }
  | { readonly kind: 'bad-policy'; readonly code: string };

/** Tells a proof and a policy from records by their names, as a service and a user name them. */
export async function sortFiles(files: Iterable<File>): Promise<ChosenFiles> {
  const all = [...files];
  const proof = all.find(({ name }) => name.endsWith('.tlog-proof'));
  const policy = all.find(({ name }) => name.endsWith('.txt'));
  const read = async (file: File | undefined, most: number) =>
    file ? new Uint8Array(await file.slice(0, most + 1).arrayBuffer()) : null;
  return {
    records: all.filter((file) => file !== proof && file !== policy),
    proof: await read(proof, MAX_PROOF_BYTES),
    policy: await read(policy, MAX_POLICY_BYTES),
  };
}

/**
 * Verifies the proof beside a record.
 *
 * @param record one that `verify` accepted
 * @param ownKey the key of the log that is trusted without a policy, or an empty text
 */
export function placeOffline(
  record: MatchRecord,
  proof: Uint8Array,
  policy: Uint8Array | null,
  ownKey: string,
): OfflinePlace {
  if (policy === null && ownKey === '') return { kind: 'no-key' };
  const accepted = policy ? parsePolicy(policy) : policyOf(ownKey);
  if (!accepted.ok) return { kind: 'bad-policy', code: accepted.code };
  const place = placeInLog(record, proof, accepted.value);
  return place.ok
    ? { kind: 'proven', place: place.value, isOwnLog: policy === null }
    : { kind: 'refused', code: place.code };
}

/** The policy that trusts one log and asks for no witnesses. */
function policyOf(key: string): ReturnType<typeof parsePolicy> {
  return parsePolicy(`log ${key}\nquorum none\n`);
}
