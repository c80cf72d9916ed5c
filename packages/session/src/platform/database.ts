/** The page's database. All data that must survive a reload *together* is in this one database. */
const NAME = 'anchor';
const VERSION = 1;

type StoreName = 'keys' | 'marks' | 'receipts' | 'headers' | 'events' | 'evidence';

const stores: Readonly<Record<StoreName, IDBObjectStoreParameters>> = {
  keys: {},
  marks: { keyPath: 'match' },
  receipts: { keyPath: 'match' },
  headers: { keyPath: 'id' },
  events: {},
  evidence: { autoIncrement: true },
};

/** Rejects if the browser stores nothing for this page. Some browsers throw synchronously. */
export async function openDatabase(factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  const opening = factory.open(NAME, VERSION);
  opening.onupgradeneeded = () => {
    for (const [name, parameters] of Object.entries(stores)) opening.result.createObjectStore(name, parameters);
  };
  const database = await requestResult(opening);
  // Another tab with a newer page waits until this one closes the database.
  database.onversionchange = () => database.close();
  return database;
}

export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when the transaction is on disk. `strict` makes the browser wait for the disk, not only for its cache. */
export function transactionDone(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export function writeTransaction(database: IDBDatabase, names: StoreName | StoreName[]): IDBTransaction {
  return database.transaction(names, 'readwrite', { durability: 'strict' });
}
