import type { Client } from '@libsql/client/sqlite3';
import { PrismaLibSql } from '@prisma/adapter-libsql';

/** Prisma's adapter over an open client. A file of its own, because the threads of the database need no Prisma. */
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
