import { pathToFileURL } from 'node:url';
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Transaction,
} from '@libsql/client';
import { PrismaLibSql } from '@prisma/adapter-libsql';

/** What an acknowledged row rests on: the log is synchronised to the disk at every commit. */
const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, busy_timeout: 5000 } as const;

/** libsql decodes the path of a URL, so that a plain `file:` in front of one would misread `%` or `?`. */
export function fileUrl(file: string): string {
  return pathToFileURL(file).href;
}

/** Opens a SQLite file with its settings made and read back; throws where the file system cannot provide them. */
export async function openEmbedded(file: string): Promise<Client> {
  const client = createClient({ url: fileUrl(file) });
  keepOneConnection(client);
  const execute = client.execute.bind(client) as Execute;
  await makeSettings(execute, file);
  renewWhenRefused(client, execute, file);
  return client;
}

type Execute = (statement: InStatement, args?: InArgs) => Promise<ResultSet>;

async function makeSettings(execute: Execute, file: string): Promise<void> {
  for (const [name, wanted] of Object.entries(settings)) {
    await execute(`PRAGMA ${name}=${wanted}`);
    const { rows } = await execute(`PRAGMA ${name}`);
    const got = rows[0]?.[0];
    if (got !== wanted) throw new Error(`${file}: ${name} is ${got} instead of ${wanted}`);
  }
}

/**
 * libsql's client gives its connection away to each transaction and opens another for what follows, which then lacks our settings.
 * The adapter already lets nothing else through during a transaction, so it can run on the one connection.
 */
function keepOneConnection(client: Client): void {
  client.transaction = async () => {
    await client.execute('BEGIN IMMEDIATE');
    return new InPlaceTransaction(client);
  };
}

/**
 * SQLite waits for a statement that it refused as busy to be tried again or given up, and until then commits no other by itself; giving it
 * up undoes what ran meanwhile. libsql's client does neither before its garbage is collected, so the connection is given up instead.
 */
function renewWhenRefused(client: Client, execute: Execute, file: string): void {
  let isUsable = true;
  const renew = async () => {
    // a transaction that could not be committed would keep the file locked
    await execute('ROLLBACK').catch(() => undefined);
    await client.reconnect();
    await makeSettings(execute, file);
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

  /** The transaction has begun; `ended` is called when it has ended, well or not. */
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

  /** libsql's client would undo the transaction after a script; nothing here needs one. */
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

/** Brings everything from the log into the one file, so that a stopped server's file can be copied by itself. */
export async function closeEmbedded(client: Client): Promise<void> {
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
}

/** Prisma's adapter over a client that is already open. */
export class EmbeddedAdapter extends PrismaLibSql {
  readonly #client: Client;

  constructor(client: Client) {
    super({ url: ':memory:' });
    this.#client = client;
  }

  override createClient(): Client {
    return this.#client;
  }
}
