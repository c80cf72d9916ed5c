import type { Failure, Result } from 'bg-rules';
import { taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { isGoodKey } from './crypto/strict.ts';
import { hex, isObject, object } from './fields.ts';
import type { Key } from './types.ts';

/** Maximum number of statements in a succession. A server sends only the latest; a reader refuses more. */
export const MAX_SUCCESSION = 32;

/** Reasons for refusing a succession. */
export const SUCCESSION_CODES = [
  'succession-form',
  'succession-order',
  'succession-unknown',
  'succession-signature',
] as const;

export type SuccessionCode = (typeof SUCCESSION_CODES)[number];

/** A server's statement that another key replaces its own. Keys are 64 hex digits. */
export interface Succession {
  readonly previous: string;
  readonly next: string;
  /** The previous key's signature over both keys, 128 hex digits. */
  readonly sig: string;
}

/** Returns the bytes that the previous key signs. */
export function successionMessage({ previous, next }: Pick<Succession, 'previous' | 'next'>): Uint8Array {
  return taggedBytes('bg-server-key/1', { next, previous });
}

/** Signs the statement that `next` replaces this key. */
export async function signSuccession(key: Key, next: string): Promise<Succession> {
  const keys = { previous: key.pub, next };
  return { ...keys, sig: await sign(key, successionMessage(keys)) };
}

/**
 * Follows statements, oldest first, from a key that the reader knows to the key that the server shows.
 * Returns the statements between them. Checks form and order of all statements, but only the signatures from
 * `known` on: earlier keys are no longer trusted. Takes any value and never throws on JSON values.
 */
export async function followSuccession(
  line: unknown,
  known: string,
  shown: string,
): Promise<Result<readonly Succession[], SuccessionCode>> {
  if (!isLine(line))
    return refuse('succession-form', `not a list of 1 to ${MAX_SUCCESSION} statements with valid keys`);
  if (!isJoined(line, shown))
    return refuse('succession-order', 'the statements do not lead from key to key to the one shown');
  const start = line.findIndex(({ previous }) => previous === known);
  if (start < 0) return refuse('succession-unknown', 'no statement is signed by the known key');
  const way = line.slice(start);
  for (const step of way) {
    if (!(await verifySignature(step.previous, successionMessage(step), step.sig)))
      return refuse('succession-signature', `the statement of ${step.previous} has an invalid signature`);
  }
  return { ok: true, value: way };
}

const statement = object({ previous: hex(32), next: hex(32), sig: hex(64) });

function isLine(line: unknown): line is readonly Succession[] {
  if (!Array.isArray(line) || line.length === 0 || line.length > MAX_SUCCESSION) return false;
  return line.every(
    (one) => isObject(one) && statement(one) === null && isGoodKey(one.previous) && isGoodKey(one.next),
  );
}

/**
 * Returns true if each statement continues the previous one, no key occurs twice, and the last key is the one
 * shown.
 */
function isJoined(line: readonly Succession[], shown: string): boolean {
  const keys = [line[0]?.previous, ...line.map(({ next }) => next)];
  const isConnected = line.every(({ previous }, i) => previous === keys[i]);
  return isConnected && new Set(keys).size === keys.length && keys.at(-1) === shown;
}

function refuse(code: SuccessionCode, message: string): Failure<SuccessionCode> {
  return { ok: false, code, message };
}
