import type { PrivateJwk } from '@anchor/wire';
import { canonicalJson, keyFromSeed } from 'bg-record';
import type { AccountStore } from '../ports/accounts.ts';
import type { KeySeal } from '../ports/keys.ts';

const SEED_BYTES = 32;

/** The private key as a canonical JSON Web Key (RFC 8037) with kty, crv, x and d. Returns null when it does not belong to `pub`. */
export async function makeKeyText(jwk: PrivateJwk, pub: string): Promise<string | null> {
  const { kty, crv, x, d } = jwk;
  const seed = Buffer.from(d, 'base64url');
  if (seed.length !== SEED_BYTES || Buffer.from(x, 'base64url').toString('hex') !== pub) return null;
  const key = await keyFromSeed(seed);
  return key.pub === pub ? canonicalJson({ kty, crv, x, d }) : null;
}

/** Parses a text made by `keptText`. */
export function parseKeyText(text: string): PrivateJwk {
  return JSON.parse(text);
}

/** Accounts read at a time. */
const PAGE = 200;

interface Resealed {
  readonly resealed: number;
  /** Number of accounts whose key could not be opened. */
  readonly unreadable: number;
}

/** Seals every stored key with the present secret, after the operator has set, changed or removed it. Idempotent. */
export async function resealKeys(
  store: Pick<AccountStore, 'keysAfter' | 'rewrap'>,
  seal: KeySeal,
  count: Resealed = { resealed: 0, unreadable: 0 },
  after = '',
): Promise<Resealed> {
  const page = await store.keysAfter(after, PAGE);
  let { resealed, unreadable } = count;
  for (const { pub, wrapped } of page.filter((key) => !seal.isCurrent(key.wrapped))) {
    const text = await openOrNull(seal, wrapped);
    if (text !== null) await store.rewrap(pub, wrapped, await seal.seal(text));
    if (text === null) unreadable += 1;
    else resealed += 1;
  }
  const last = page.at(-1);
  return last ? resealKeys(store, seal, { resealed, unreadable }, last.pub) : { resealed, unreadable };
}

async function openOrNull(seal: KeySeal, wrapped: string): Promise<string | null> {
  try {
    return await seal.open(wrapped);
  } catch {
    return null;
  }
}
