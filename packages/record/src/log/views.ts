import { bytesToHex } from '@noble/hashes/utils.js';
import { ED25519, headOf, noteOfHead, type VerifierKey, verifierKey } from 'tlog-kit';
import { fromHex } from '../crypto/hex.ts';
import type { HeaderLog, MatchRecord, Party, View } from '../types.ts';
import { isLogOrigin } from '../view.ts';

// Views of records as notes of tlog-kit, and back.

/** The log of a header under its verifier key. Null for a key that is no good one. */
export function keyOfLog({ origin, key }: HeaderLog): VerifierKey | null {
  const made = verifierKey(origin, ED25519, fromHex(key));
  return made.ok ? made.value : null;
}

/** The log of a verifier key as a header names it. Null if no header can: for other kinds of keys and for other names. */
export function logOfKey({ name, type, publicKey }: VerifierKey): HeaderLog | null {
  return type === ED25519 && isLogOrigin(name) ? { origin: name, key: bytesToHex(publicKey) } : null;
}

/** The view that a note states. Null for a note that the log did not sign, for an empty tree, and for one with extensions. */
export function viewOfNote(note: string, log: HeaderLog): View | null {
  const key = keyOfLog(log);
  const head = key && headOf(note, key);
  if (!head || head.size === 0) return null;
  return { size: head.size, root: bytesToHex(head.root), sig: bytesToHex(head.signature) };
}

/** The note that a view of a valid record was taken from, with the signature of the log alone. */
export function noteOfView({ size, root, sig }: View, log: HeaderLog): string {
  const key = keyOfLog(log);
  if (!key) throw new TypeError('the key of the log is not a good one');
  return noteOfHead({ size, root: fromHex(root), signature: fromHex(sig) }, key);
}

/** A view of a record and the party that stated it. */
export interface StatedView {
  readonly party: Party;
  readonly view: View;
}

/** The different views in a match, each with the first party that stated it. */
export function viewsIn({ events }: Pick<MatchRecord, 'events'>): StatedView[] {
  const found = new Map<string, StatedView>();
  for (const event of events) {
    if (event.type !== 'commit' || !event.view) continue;
    const { size, root } = event.view;
    const name = `${size} ${root}`;
    if (!found.has(name)) found.set(name, { party: event.p, view: event.view });
  }
  return [...found.values()];
}

export function isSameLog(one: HeaderLog, other: HeaderLog): boolean {
  return one.origin === other.origin && one.key === other.key;
}
