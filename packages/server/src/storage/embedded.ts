import { pathToFileURL } from 'node:url';
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client/sqlite3';

/**
 * Durability settings: the write-ahead log is synchronised at every commit. The timeout comes first, so that it holds for the others: another
 * connection may have locked the file for a moment.
 */
const settings = { busy_timeout: 5000, journal_mode: 'wal', synchronous: 2, foreign_keys: 1 } as const;
type Settings = Readonly<Record<string, string | number>>;

/** A file URL with escapes: libsql decodes URLs, so `file:` plus the path would misread `%` and `?`. */
export function fileUrl(file: string): string {
  return pathToFileURL(file).href;
}

/**
 * Opens a SQLite file. Throws when the file system does not support the settings.
 *
 * @param readsOnly if true, the connection refuses statements that write
 */
export async function openEmbedded(file: string, readsOnly = false): Promise<Client> {
  const client = createClient({ url: fileUrl(file) });
  keepOneConnection(client);
  const execute = client.execute.bind(client) as Execute;
  const makeSettings = () => make(readsOnly ? { ...settings, query_only: 1 } : settings, execute, file);
  await makeSettings();
  renewWhenRefused(client, execute, makeSettings);
  return client;
}

type Execute = (statement: InStatement, args?: InArgs) => Promise<ResultSet>;

async function make(wantedSettings: Settings, execute: Execute, file: string): Promise<void> {
  for (const [name, wanted] of Object.entries(wantedSettings)) {
    await execute(`PRAGMA ${name}=${wanted}`);
    const { rows } = await execute(`PRAGMA ${name}`);
    const got = rows[0]?.[0];
    if (got !== wanted) throw new Error(`${file}: ${name} is ${got} instead of ${wanted}`);
  }
}

/**
 * libsql's client hands its connection over to each transaction and opens a new one without our settings. The adapter already serialises
 * transactions, so run them on the one connection.
 */
function keepOneConnection(client: Client): void {
  client.transaction = async () => {
    await client.execute('BEGIN IMMEDIATE');
    return new InPlaceTransaction(client);
  };
}

/**
 * After SQLITE_BUSY, SQLite commits no other statement on the connection until the refused one is retried or reset, and a reset would undo
 * what ran meanwhile. libsql's client does neither before garbage collection, so replace the connection.
 */
function renewWhenRefused(client: Client, execute: Execute, makeSettings: () => Promise<void>): void {
  let isUsable = true;
  const renew = async () => {
    // A transaction that could not be committed would keep the file locked.
    await execute('ROLLBACK').catch(() => undefined);
    await client.reconnect();
    await makeSettings();
    isUsable = true;
  };
  client.execute = async (statement: InStatement, args?: InArgs) => {
    if (!isUsable) await renew();
    try {
      return await execute(statement, args);
    } catch (error) {
      if (error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY')) isUsable = false;
      throw error;
    }
  };
}

export class InPlaceTransaction implements Transaction {
  readonly execute: Client['execute'];
  readonly #client: Pick<Client, 'execute'>;
  readonly #ended: () => void;
  #closed = false;

  /** Wraps a transaction that has begun. `ended` is called when it has ended, with or without success. */
  constructor(client: Pick<Client, 'execute'>, ended: () => void = () => undefined) {
    this.#client = client;
    this.#ended = ended;
    this.execute = client.execute.bind(client);
  }

  get closed(): boolean {
    return this.#closed;
  }

  async batch(statements: Parameters<Transaction['batch']>[0]) {
    const results = [];
    for (const statement of statements) results.push(await this.#client.execute(statement));
    return results;
  }

  /** Not supported: libsql's client would roll the transaction back after a script. */
  executeMultiple(): Promise<void> {
    return Promise.reject(new Error('no scripts inside a transaction'));
  }

  commit(): Promise<void> {
    return this.#end('COMMIT');
  }

  rollback(): Promise<void> {
    return this.#end('ROLLBACK');
  }

  close(): void {
    if (!this.#closed) void this.rollback();
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#closed = true;
    try {
      await this.#client.execute(how);
    } finally {
      this.#ended();
    }
  }
}

/** Checkpoints the log into the database file, so that the file of a stopped server can be copied alone. */
export async function closeEmbedded(client: Client): Promise<void> {
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
}
