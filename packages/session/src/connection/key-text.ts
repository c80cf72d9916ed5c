import { type Key, keyFromSeed } from 'bg-record';
import { type CodedFailure, coded } from '../platform/failure.ts';

/** The form of an exported key: one line with the seed and, to detect typing errors, its public key. */
const FORM = /^anchor-key\/1:([0-9a-f]{64}):([0-9a-f]{64})$/;

export type KeyTextCode = 'key-form' | 'key-mismatch';

/** Returns the line that `parseKeyText` reads. Anyone who has it can act as this player. */
export function makeKeyText({ seed, pub }: Key): string {
  return `anchor-key/1:${hex(seed)}:${pub}`;
}

/** Reads an exported key. Spaces and line breaks around it are ignored. */
export async function parseKeyText(
  text: string,
): Promise<{ readonly ok: true; readonly value: Key } | CodedFailure<KeyTextCode>> {
  const found = FORM.exec(text.replace(/\s/g, ''));
  const [, seed, pub] = found ?? [];
  if (!seed || !pub) return coded('key-form');
  const key = await keyFromSeed(bytes(seed));
  if (key.pub === pub) return { ok: true, value: key };
  return coded('key-mismatch');
}

function hex(seed: Uint8Array): string {
  return Array.from(seed, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
