import type { Key } from 'bg-record';
import { requestResult, transactionDone, writeTransaction } from '../platform/database.ts';
import type { TextStorage } from '../platform/ports.ts';
import type { KeyHolder } from './connection.ts';

const signing = () => import('./signing.ts');

const KEY = 'own';
/** The public key is stored too: a slow device needs half a second to derive it. */
const PUB = 'own-pub';
const NAME = 'anchor.name';

/**
 * The guest's key. It is stored in the same database as the marks of what it has signed, not in localStorage. A browser
 * that clears one clears the other, so a key never outlives the record that keeps it from signing two histories. The
 * seed is readable because the dice chains are derived from it and because the player may export it.
 */
export class GuestKey implements KeyHolder {
  readonly #database: Promise<IDBDatabase>;
  readonly #storage: TextStorage;
  #known: Key | null = null;

  constructor(database: Promise<IDBDatabase>, storage: TextStorage) {
    this.#database = database;
    this.#storage = storage;
  }

  get name(): string | null {
    return this.#storage.read(NAME);
  }

  set name(name: string | null) {
    this.#storage.write(NAME, name);
  }

  /**
   * Rejects if there is a key but the code that uses it cannot be loaded. Such a page must not act as if it had no key.
   */
  async current(): Promise<Key | null> {
    if (this.#known) return this.#known;
    const kept = await this.#read().catch(() => null);
    if (kept) this.#known ??= 'pub' in kept ? kept : await (await signing()).keyFromSeed(kept.seed);
    return this.#known;
  }

  /**
   * Returns the key, and creates one if there is none. If two tabs create one at the same time, both use the one stored
   * first.
   */
  async ensure(): Promise<Key | null> {
    const known = await this.current();
    if (known) return known;
    const { generateKey } = await signing();
    await this.#add(await generateKey()).catch(() => undefined);
    return this.current();
  }

  /** Resolves to true if this browser stores data for this page. Otherwise it cannot hold a key. */
  canKeep(): Promise<boolean> {
    return this.#database.then(
      () => true,
      () => false,
    );
  }

  /** Replaces this key. The old key is gone from this browser unless it was exported. */
  async replace(key: Key): Promise<void> {
    const transaction = writeTransaction(await this.#database, 'keys');
    put(transaction.objectStore('keys'), key);
    await transactionDone(transaction);
    this.#known = key;
  }

  /** Removes the key and the name from this browser. The page has to reload, because its data belongs to the key. */
  async forget(): Promise<void> {
    const transaction = writeTransaction(await this.#database, 'keys');
    const store = transaction.objectStore('keys');
    store.delete(KEY);
    store.delete(PUB);
    await transactionDone(transaction);
    this.#known = null;
    this.name = null;
  }

  async #read(): Promise<Key | Pick<Key, 'seed'> | null> {
    const store = (await this.#database).transaction('keys').objectStore('keys');
    const asked = [store.get(KEY), store.get(PUB)].map((request) => requestResult<unknown>(request));
    const [seed, pub] = await Promise.all(asked);
    if (!(seed instanceof Uint8Array)) return null;
    return typeof pub === 'string' ? { seed, pub } : { seed };
  }

  async #add(key: Key): Promise<void> {
    const transaction = writeTransaction(await this.#database, 'keys');
    const store = transaction.objectStore('keys');
    if ((await requestResult(store.get(KEY))) === undefined) put(store, key);
    await transactionDone(transaction);
  }
}

function put(store: IDBObjectStore, { seed, pub }: Key): void {
  store.put(seed, KEY);
  store.put(pub, PUB);
}
