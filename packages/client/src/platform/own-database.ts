import { requestResult } from 'bg-session';

/**
 * A database of one part of the page. Each part has its own, so that a page of an earlier release can open the one with the
 * keys.
 */
export class OwnDatabase {
  readonly #name: string;
  readonly #create: (database: IDBDatabase) => void;
  #opened: Promise<IDBDatabase> | null = null;

  /** @param create creates the object stores of a new database */
  constructor(name: string, create: (database: IDBDatabase) => void) {
    this.#name = name;
    this.#create = create;
  }

  /** Rejects if the browser stores nothing for this page. A failure is not kept, so that the next call tries again. */
  open(): Promise<IDBDatabase> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #open(): Promise<IDBDatabase> {
    const opened = this.#request();
    const forget = () => {
      if (opened === this.#opened) this.#opened = null;
    };
    opened.then((database) => {
      // Another tab with a newer page waits until this one closes the database.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
    }, forget);
    return opened;
  }

  /** Some browsers throw synchronously. */
  async #request(): Promise<IDBDatabase> {
    const opening = indexedDB.open(this.#name, 1);
    opening.onupgradeneeded = () => this.#create(opening.result);
    return requestResult(opening);
  }
}
