import { requestResult, transactionDone } from 'bg-session';
import { OwnDatabase } from '../platform/own-database.ts';
import { type Card, parseCard, type Schedule } from './card.ts';

const STORE = 'cards';

/** The number of cards on this device. A card has about 1 kB. */
export const MOST_CARDS = 1_000;

/** The outcome for cards that were to be added. */
export interface Added {
  readonly added: number;
  /** These decisions were cards already, and keep their schedules. */
  readonly known: number;
  /** There was no room for these. */
  readonly refused: number;
}

/** Returns the cards of a list that are new and for which there is room. */
export function newCards(offered: readonly Card[], ids: ReadonlySet<string>): { fresh: Card[]; told: Added } {
  const different = [...new Map(offered.map((card) => [card.id, card])).values()];
  const unknown = different.filter(({ id }) => !ids.has(id));
  const fresh = unknown.slice(0, Math.max(0, MOST_CARDS - ids.size));
  const told = { added: fresh.length, known: offered.length - unknown.length, refused: unknown.length - fresh.length };
  return { fresh, told };
}

/** The cards of this browser. Each method rejects if the browser stores nothing for this page. */
export class CardStore {
  readonly #database = new OwnDatabase('anchor-cards', (database) =>
    database.createObjectStore(STORE, { keyPath: 'id' }),
  );

  /** Returns the cards, in no order. Rows that are no cards are left out. */
  async list(): Promise<Card[]> {
    const store = (await this.#database.open()).transaction(STORE).objectStore(STORE);
    const rows = await requestResult<unknown[]>(store.getAll(undefined, MOST_CARDS));
    return rows.flatMap((row) => parseCard(row) ?? []);
  }

  async add(cards: readonly Card[]): Promise<Added> {
    const transaction = await this.#write();
    const store = transaction.objectStore(STORE);
    const ids = new Set(await requestResult<IDBValidKey[]>(store.getAllKeys()).then((keys) => keys.map(String)));
    const { fresh, told } = newCards(cards, ids);
    for (const card of fresh) store.add(card);
    await transactionDone(transaction);
    return told;
  }

  /**
   * Replaces the schedule of a card. Returns false, and changes nothing, if it is no longer the one that the caller knows:
   * another tab has answered or removed the card.
   */
  async reschedule({ id, schedule }: Card, next: Schedule): Promise<boolean> {
    const transaction = await this.#write();
    const store = transaction.objectStore(STORE);
    const card = parseCard(await requestResult<unknown>(store.get(id)));
    const isKnown =
      card !== null && card.schedule?.answers === schedule?.answers && card.schedule?.due === schedule?.due;
    if (isKnown) store.put({ ...card, schedule: next });
    await transactionDone(transaction);
    return isKnown;
  }

  async remove(id: string): Promise<void> {
    const transaction = await this.#write();
    transaction.objectStore(STORE).delete(id);
    await transactionDone(transaction);
  }

  async clear(): Promise<void> {
    const transaction = await this.#write();
    transaction.objectStore(STORE).clear();
    await transactionDone(transaction);
  }

  async #write(): Promise<IDBTransaction> {
    return (await this.#database.open()).transaction(STORE, 'readwrite', { durability: 'strict' });
  }
}
