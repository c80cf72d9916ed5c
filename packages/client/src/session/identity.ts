import type { Key } from 'bg-record';
import type { KeyHolder } from './connection.ts';
import { answer, writing, written } from './database.ts';
import type { Shelf } from './ports.ts';

const KEY = 'own';
/** Its public half, which takes a slow device half a second to find out. */
const PUB = 'own-pub';
const NAME = 'anchor.name';

const signing = () => import('./signing.ts');

/**
 * The guest's key. It lives in the same database as the marks of what it has signed, not in localStorage: a browser that
 * clears one clears the other, so a key never outlives the memory that keeps it from signing two histories. The seed
 * is kept readable because the dice chains are derived from it and because the player may take it away with him.
 */
export class GuestKey implements KeyHolder {
  readonly #database: Promise<IDBDatabase>;
  readonly #shelf: Shelf;
  #known: Key | null = null;

  constructor(database: Promise<IDBDatabase>, shelf: Shelf) {
    this.#database = database;
    this.#shelf = shelf;
  }

  get name(): string | null {
    return this.#shelf.read(NAME);
  }

  set name(name: string | null) {
    this.#shelf.write(NAME, name);
  }

  /** Fails when there is a key and what it is used with cannot be fetched: such a page is not that of somebody without a key. */
  async current(): Promise<Key | null> {
    if (this.#known) return this.#known;
    const kept = await this.#read().catch(() => null);
    if (kept) this.#known ??= 'pub' in kept ? kept : await (await signing()).keyFromSeed(kept.seed);
    return this.#known;
  }

  /** The key, made now if there is none. When two tabs make one at once, both end with the one that was stored first. */
  async ensure(): Promise<Key | null> {
    const known = await this.current();
    if (known) return known;
    const { generateKey } = await signing();
    await this.#add(await generateKey()).catch(() => undefined);
    return this.current();
  }

  /** Whether this browser keeps anything for this page; without that it holds no key. */
  canKeep(): Promise<boolean> {
    return this.#database.then(
      () => true,
      () => false,
    );
  }

  /** Puts another key in the place of this one, which is gone from this browser unless it was exported. */
  async replace(key: Key): Promise<void> {
    const transaction = writing(await this.#database, 'keys');
    put(transaction.objectStore('keys'), key);
    await written(transaction);
    this.#known = key;
  }

  async #read(): Promise<Key | Pick<Key, 'seed'> | null> {
    const store = (await this.#database).transaction('keys').objectStore('keys');
    const asked = [store.get(KEY), store.get(PUB)].map((request) => answer<unknown>(request));
    const [seed, pub] = await Promise.all(asked);
    if (!(seed instanceof Uint8Array)) return null;
    return typeof pub === 'string' ? { seed, pub } : { seed };
  }

  async #add(key: Key): Promise<void> {
    const transaction = writing(await this.#database, 'keys');
    const store = transaction.objectStore('keys');
    if ((await answer(store.get(KEY))) === undefined) put(store, key);
    await written(transaction);
  }
}

function put(store: IDBObjectStore, { seed, pub }: Key): void {
  store.put(seed, KEY);
  store.put(pub, PUB);
}
