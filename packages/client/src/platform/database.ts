/** The page's database. All data that must survive a reload *together* is in this one database. */
const NAME = 'anchor';
const VERSION = 2;

type StoreName = 'keys' | 'marks' | 'receipts' | 'headers' | 'events' | 'evidence';

const stores: Readonly<Record<StoreName, IDBObjectStoreParameters>> = {
  keys: {},
  marks: { keyPath: 'match' },
  receipts: { keyPath: 'match' },
  headers: { keyPath: 'id' },
  events: {},
  evidence: { autoIncrement: true },
};

/** Stores whose content version 1 wrote in the first record format, which this page cannot read. Keys and evidence are kept. */
const OUTDATED_BEFORE_2: readonly StoreName[] = ['marks', 'headers', 'events'];

/** Rejects if the browser stores nothing for this page. Some browsers throw synchronously. */
export async function openDatabase(factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  const opening = factory.open(NAME, VERSION);
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, oldVersion);
  const database = await requestResult(opening);
  // Another tab with a newer page waits until this one closes the database.
  database.onversionchange = () => database.close();
  return database;
}

function upgrade(database: IDBDatabase, oldVersion: number): void {
  const outdated = oldVersion < 2 ? OUTDATED_BEFORE_2 : [];
  for (const name of outdated) if (database.objectStoreNames.contains(name)) database.deleteObjectStore(name);
  for (const [name, parameters] of Object.entries(stores))
    if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, parameters);
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
