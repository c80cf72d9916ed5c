/** The page's database and how it is asked. Everything that must survive a reload *together* is in this one database. */
const NAME = 'anchor';
const VERSION = 1;

export type StoreName = 'keys' | 'marks' | 'headers' | 'events' | 'evidence';

const stores: Readonly<Record<StoreName, IDBObjectStoreParameters>> = {
  keys: {},
  marks: { keyPath: 'match' },
  headers: { keyPath: 'id' },
  events: {},
  evidence: { autoIncrement: true },
};

/** Fails where the browser keeps nothing for this page; some say so by throwing at once. */
export async function openDatabase(factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  const opening = factory.open(NAME, VERSION);
  opening.onupgradeneeded = () => {
    for (const [name, parameters] of Object.entries(stores)) opening.result.createObjectStore(name, parameters);
  };
  return answer(opening);
}

export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when the transaction is on the disk; `strict` makes the browser wait for the disk and not just for its cache. */
export function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export function writing(database: IDBDatabase, names: StoreName | StoreName[]): IDBTransaction {
  return database.transaction(names, 'readwrite', { durability: 'strict' });
}
