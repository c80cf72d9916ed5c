import type { AccountStore, KeySeal } from '../ports.ts';

/** Accounts read at a time. */
const PAGE = 200;

export interface Resealed {
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
