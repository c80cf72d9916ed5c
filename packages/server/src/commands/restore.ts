// npm run restore -- FILE|latest [--data-dir DIR]: replaces the embedded database by a backup.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { prismaFolder } from '../config/paths.ts';
import { print, printError } from '../shared/terminal.ts';
import { restoreBackup } from '../storage/restore.ts';
import { end, readCommandLine, runCommand } from './command-line.ts';

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, place, words } = called.value;
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    return end('bad-usage', 'usage: npm run restore -- FILE|latest [--data-dir DIR]');
  printError(place);
  if (config.databaseUrl !== null)
    return end(
      'other-database',
      'DATABASE_URL is set: use pg_restore to restore PostgreSQL. This command is for the embedded database.',
    );
  const from = file === 'latest' ? file : resolve(file);
  process.umask(0o077);
  const restored = await restoreBackup({ dataDir: config.dataDir, from, prismaFolder, now: Date.now() });
  if (!restored.ok)
    return end(
      restored.code,
      restored.code === 'failed' ? restored.message : `${restored.message} Nothing was changed.`,
    );
  const { from: used, before, matches, liveMatches, players } = restored.value;
  print([
    `Restored ${used} into ${config.dataDir}: ${matches} finished and ${liveMatches} live matches, ${players} players.`,
    before === null ? 'There was no database before.' : `The previous database is in ${before}.`,
    ...keyNotice(config),
  ]);
}

/** Warns when the server's key is missing. With a new key players' browsers refuse the server, and live matches cannot continue. */
function keyNotice({ dataDir, serverKey }: Config): string[] {
  if (serverKey !== null || existsSync(join(dataDir, 'server.key'))) return [];
  return [
    `Before you start the server, copy server.key of the old server (and server.key.previous, if it exists) into ${dataDir}. Backups do not contain it, and the start would create a new key.`,
  ];
}

await runCommand(main);
