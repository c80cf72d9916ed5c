import type { Client, InValue, ResultSet } from '@libsql/client';
import type { PostgresSession } from '../migration-targets.ts';
import { PAGE_ROWS, quoted, type Table } from './tables.ts';

/** Cells in the order of the table's columns. */
export type Row = readonly unknown[];

const list = (names: readonly string[]) => names.map(quoted).join(', ');

/** The rows of the embedded database in primary-key order, one page at a time. */
export async function* sourcePages(client: Client, table: Table): AsyncGenerator<readonly Row[]> {
  const names = table.columns.map(({ name }) => name);
  const key = table.key.map((name) => names.indexOf(name));
  const marks = key.map(() => '?').join(', ');
  let after: InValue[] | null = null;
  for (;;) {
    const where: string = after === null ? '' : `WHERE (${list(table.key)}) > (${marks})`;
    const sql = `SELECT ${list(names)} FROM ${quoted(table.name)} ${where} ORDER BY ${list(table.key)} LIMIT ${PAGE_ROWS}`;
    const { rows }: ResultSet = await client.execute({ sql, args: after ?? [] });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => Array.from(row));
    after = key.map((index) => last[index] ?? null);
  }
}

/** The result of a PostgreSQL query, one page at a time. Only one such iteration may run at a time. */
export async function* pagesOf(session: PostgresSession, sql: string): AsyncGenerator<readonly Row[]> {
  await session.script(`DECLARE moving NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const rows = await session.query(`FETCH ${PAGE_ROWS} FROM moving`);
    if (rows.length === 0) break;
    yield rows;
  }
  await session.script('CLOSE moving');
}

/** The rows of the PostgreSQL database in the order of SQLite, which compares text by bytes. */
export function targetPages(session: PostgresSession, table: Table): AsyncGenerator<readonly Row[]> {
  const texts = new Set(table.columns.filter(({ isText }) => isText).map(({ name }) => name));
  const order = table.key.map((name) => (texts.has(name) ? `${quoted(name)} COLLATE "C"` : quoted(name)));
  const names = table.columns.map(({ name }) => name);
  return pagesOf(session, `SELECT ${list(names)} FROM ${quoted(table.name)} ORDER BY ${order.join(', ')}`);
}

/** A cell as text that is equal for both databases, whose drivers use different types for integers, booleans and bytes. */
export function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof ArrayBuffer) return Buffer.from(cell).toString('base64');
  if (ArrayBuffer.isView(cell)) return Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64');
  return typeof cell === 'boolean' ? String(Number(cell)) : String(cell);
}
