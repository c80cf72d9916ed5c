import type { Client } from '@libsql/client';
import type { PostgresSession } from '../migration-targets.ts';

export interface Column {
  readonly name: string;
  readonly isText: boolean;
}

/** A table with application data. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Column names of the primary key, in its order. */
  readonly key: readonly string[];
  /** Names of the tables that this one references. */
  readonly parents: readonly string[];
}

/** Number of rows held in memory at a time. */
export const PAGE_ROWS = 200;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** All tables of the embedded database except those of SQLite and of the migrations, parents before children. */
export async function readTables(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.execute(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '_prisma_migrations' ORDER BY name",
  );
  const tables = await Promise.all(rows.map(({ name }) => readTable(client, String(name))));
  return parentsFirst(tables);
}

async function readTable(client: Client, name: string): Promise<Table> {
  const columns = (await client.execute(`PRAGMA table_info(${quoted(name)})`)).rows;
  const parents = (await client.execute(`PRAGMA foreign_key_list(${quoted(name)})`)).rows;
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  return {
    name,
    columns: columns.map((column) => ({ name: String(column.name), isText: column.type === 'TEXT' })),
    key: key.map((column) => String(column.name)),
    parents: parents.map(({ table }) => String(table)),
  };
}

function parentsFirst(tables: readonly Table[]): readonly Table[] {
  const sorted: Table[] = [];
  const place = (table: Table): void => {
    if (sorted.includes(table)) return;
    for (const parent of tables) if (parent !== table && table.parents.includes(parent.name)) place(parent);
    sorted.push(table);
  };
  tables.forEach(place);
  return sorted;
}

/** All columns as `table.column`, sorted, for comparing two databases of one model. */
export function columnNames(tables: readonly Table[]): readonly string[] {
  return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)).sort();
}

/** All columns of the PostgreSQL database as `table.column`, including those of other tables in its schema. */
export async function columnNamesOf(session: PostgresSession): Promise<readonly string[]> {
  const rows = await session.query(`SELECT table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations'`);
  return rows.map(([table, column]) => `${table}.${column}`).sort();
}
