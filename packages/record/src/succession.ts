import type { Failure, Result } from 'bg-rules';
import { taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { isGoodKey } from './crypto/strict.ts';
import { hex, isObject, object } from './fields.ts';
import type { Key } from './types.ts';

/** Statements that a server tells, the newest; a reader refuses more. */
export const MAX_SUCCESSION = 32;

/** Why a line of statements leads nowhere. */
export const SUCCESSION_CODES = [
  'succession-form',
  'succession-order',
  'succession-unknown',
  'succession-signature',
] as const;

export type SuccessionCode = (typeof SUCCESSION_CODES)[number];

/** A server's statement that another key takes the place of its own. Keys are 64 hex digits. */
export interface Succession {
  readonly previous: string;
  readonly next: string;
  /** The previous key's signature over both, 128 hex digits. */
  readonly sig: string;
}

/** The bytes that the previous key signs. */
export function successionMessage({ previous, next }: Pick<Succession, 'previous' | 'next'>): Uint8Array {
  return taggedBytes('bg-server-key/1', { next, previous });
}

/** The statement that `next` takes the place of this key. */
export async function signSuccession(key: Key, next: string): Promise<Succession> {
  const keys = { previous: key.pub, next };
  return { ...keys, sig: await sign(key, successionMessage(keys)) };
}

/**
 * Follows a line of statements, the oldest first, from a key that the reader knows to the one that the server shows, and gives the
 * statements on the way. The form and order of the whole line are judged, then the signatures from `known` on: those before it
 * were made by keys that the reader does not trust any more. Takes any value and never throws on what JSON can say.
 */
export async function followSuccession(
  line: unknown,
  known: string,
  shown: string,
): Promise<Result<readonly Succession[], SuccessionCode>> {
  if (!isLine(line)) return refuse('succession-form', `not a list of 1 to ${MAX_SUCCESSION} statements over good keys`);
  if (!isJoined(line, shown))
    return refuse('succession-order', 'the statements do not lead from key to key to the one shown');
  const start = line.findIndex(({ previous }) => previous === known);
  if (start < 0) return refuse('succession-unknown', 'no statement is by the known key');
  const way = line.slice(start);
  for (const step of way) {
    if (!(await verifySignature(step.previous, successionMessage(step), step.sig)))
      return refuse('succession-signature', `the statement by ${step.previous} is not signed by that key`);
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

/** Whether each statement goes on from the one before, no key comes twice, and the last one is the key shown. */
function isJoined(line: readonly Succession[], shown: string): boolean {
  const keys = [line[0]?.previous, ...line.map(({ next }) => next)];
  const goesOn = line.every(({ previous }, i) => previous === keys[i]);
  return goesOn && new Set(keys).size === keys.length && keys.at(-1) === shown;
}

function refuse(code: SuccessionCode, message: string): Failure<SuccessionCode> {
  return { ok: false, code, message };
}
