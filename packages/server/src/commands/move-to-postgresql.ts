// npm run move-to-postgresql [-- FILE|latest] [--data-dir DIR]: copies the embedded database into the empty PostgreSQL database of
// DATABASE_URL.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { prismaFolder } from '../config/paths.ts';
import { print, printError } from '../shared/terminal.ts';
import { type Moved, moveToPostgres } from '../storage/move/move.ts';
import { end, readCommandLine, runCommand } from './command-line.ts';

const USAGE = 'usage: DATABASE_URL=postgresql://… npm run move-to-postgresql [-- FILE|latest] [--data-dir DIR]';

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, place, words } = called.value;
  if (words.length > 1) return end('bad-usage', USAGE);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null) return end('bad-usage', `Set DATABASE_URL to the target database. ${USAGE}`);
  printError(place);
  const [word] = words;
  const from = word === undefined || word === 'latest' ? (word ?? null) : resolve(word);
  process.umask(0o077);
  const moved = await moveToPostgres({ dataDir, from, databaseUrl, prismaFolder, say: print });
  if (!moved.ok) return end(moved.code, `${moved.message} Nothing was moved.`);
  print([...report(moved.value, databaseUrl), ...carryOver(config)]);
}

function report({ from, rows, records, live }: Moved, databaseUrl: string): string[] {
  const { hostname, pathname } = new URL(databaseUrl);
  const tables = rows.map(([table, count]) => `  ${table.padEnd(20)}${String(count).padStart(10)}`);
  return [
    `Moved ${from} into ${pathname.slice(1)} at ${hostname}. Rows by table:`,
    ...tables,
    `All rows were read back and compared. ${records} records are valid; ratings and dice totals follow from them. ${live} live matches can continue.`,
  ];
}

/** Lists what the operator must move by hand, because it is not in the database. */
function carryOver({ dataDir, serverKey, accountKek, annotationsDir, logKey }: Config): string[] {
  const key = join(dataDir, 'server.key');
  const lines = [
    serverKey === null
      ? `the server's key: ${key}${existsSync(key) ? '' : ' of the old server'}, as SERVER_KEY or as a copy in the DATA_DIR of every process`
      : "the server's key: the same SERVER_KEY for every process",
    accountKek === null
      ? 'ACCOUNT_KEK, if the old server had one: account keys were copied as they were stored'
      : 'the same ACCOUNT_KEK for every process',
    ...logLines(dataDir, logKey),
    ...(annotationsDir === null ? [] : [`analysis reports, which are files: ${annotationsDir}`]),
    `your privacy and terms pages, if you have any: ${join(dataDir, 'public')}`,
  ];
  const warning =
    'The embedded database was not changed. Do not start a server with it again: it would continue the same matches.';
  return ['Copy these by hand:', ...lines.map((line) => `  - ${line}`), warning];
}

/** The public log goes on under its key. The head shows that the moved database is the newest one. */
function logLines(dataDir: string, logKey: string | null): string[] {
  const [key, head] = [join(dataDir, 'log.key'), join(dataDir, 'log.head')];
  if (logKey === null && !existsSync(key)) return [];
  return [
    logKey === null
      ? `the key of the public log: ${key}, as LOG_KEY or as a copy in the DATA_DIR of every process`
      : 'the key of the public log: the same LOG_KEY for every process',
    `the newest head of the public log: ${head}, as a copy in the DATA_DIR of every process`,
  ];
}

await runCommand(main);
