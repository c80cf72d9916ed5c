import type { Client } from '@libsql/client';
import type { PostgresSession } from '../migration-targets.ts';
import { cellText, type Row, sourcePages, targetPages } from './rows.ts';
import { quoted, type Table } from './tables.ts';

/** Copies all rows of all tables. PostgreSQL converts each cell to the type of its column. */
export async function copyTables(client: Client, session: PostgresSession, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    for await (const rows of sourcePages(client, table)) await insert(session, table, rows);
    await continueNumbers(session, table);
  }
}

async function insert(session: PostgresSession, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  let place = 0;
  const values = rows.map((row) => `(${row.map(() => `$${++place}`).join(', ')})`);
  const names = columns.map((column) => quoted(column.name));
  const sql = `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES ${values.join(', ')}`;
  await session.query(sql, rows.flat().map(argument));
}

/** The driver expects bytes as a typed array. */
const argument = (cell: unknown) => (cell instanceof ArrayBuffer ? new Uint8Array(cell) : cell);

/** Sets the sequences of serial columns to the highest number. */
async function continueNumbers(session: PostgresSession, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const [row] = await session.query('SELECT pg_get_serial_sequence($1, $2)', [quoted(name), column.name]);
    if (row?.[0] === null) continue;
    const highest = `(SELECT max(${quoted(column.name)}) FROM ${quoted(name)})`;
    await session.query(`SELECT setval($1, coalesce(${highest}, 1), ${highest} IS NOT NULL)`, [row?.[0]]);
  }
}

/** The result of comparing a table on both sides. */
export interface Compared {
  readonly table: string;
  readonly rows: number;
  /** The first different row, numbered from 1 in the order of the primary key. Null when there is none. */
  readonly differsAt: number | null;
}

/** Reads a table back and compares it with its source, cell by cell. */
export async function compareTable(client: Client, session: PostgresSession, table: Table): Promise<Compared> {
  const copied = targetPages(session, table);
  let rows = 0;
  for await (const page of sourcePages(client, table)) {
    const { value: other = [] } = await copied.next();
    const at = page.findIndex((row, index) => !isSame(row, other[index]));
    if (at >= 0 || other.length > page.length) return { table: table.name, rows, differsAt: rows + at + 1 };
    rows += page.length;
  }
  const { done } = await copied.next();
  return { table: table.name, rows, differsAt: done ? null : rows + 1 };
}

function isSame(row: Row, other: Row | undefined): boolean {
  return other !== undefined && row.every((cell, index) => cellText(cell) === cellText(other[index]));
}
