import { foldName } from '../players/name.ts';
import type { AccountStore } from '../ports/accounts.ts';

/** Accounts read at a time. */
const PAGE = 200;

/**
 * Brings the folded names of all accounts up to date: those of versions that stored none, and all after a change of `foldName`. Of accounts
 * whose names look alike the oldest one keeps the name for itself. Idempotent.
 */
export async function foldNames(store: Pick<AccountStore, 'namesAfter' | 'refold'>): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const page = await store.namesAfter(last, PAGE);
    for (const { pub, username, nameFold } of page) {
      const fold = foldName(username);
      if (fold !== nameFold) await store.refold(pub, fold);
    }
    last = page.at(-1)?.pub;
  }
}
