import { CardStore } from './card-store.ts';
import { dueCards } from './due.ts';

/** Returns how many cards of this browser are due today. Rejects if it stores nothing for this page. */
export async function countDue(): Promise<number> {
  return dueCards(await new CardStore().list(), Date.now()).length;
}
