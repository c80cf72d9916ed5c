import type { Client } from '@libsql/client/sqlite3';
import { PrismaLibSql } from '@prisma/adapter-libsql';

/** Prisma's adapter over an open client. It has a file of its own, so that the threads of the database do not load Prisma. */
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
