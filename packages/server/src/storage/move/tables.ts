import type { Client, InValue, ResultSet } from '@libsql/client/sqlite3';
import type { PostgresSession } from '../migration-targets.ts';

interface Column {
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
const PAGE_ROWS = 200;

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
function targetPages(session: PostgresSession, table: Table): AsyncGenerator<readonly Row[]> {
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
interface Compared {
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
