// npm run restore -- FILE|latest [--data-dir DIR]: puts a backup in the place of the embedded database.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { end, prismaFolder, readCommandLine } from './command-line.ts';
import type { Config } from './config.ts';
import { restoreBackup } from './storage/restore.ts';

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.message);
  const { config, words } = called.value;
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    return end('bad-usage', 'usage: npm run restore -- FILE|latest [--data-dir DIR]');
  if (config.databaseUrl !== null)
    return end(
      'other-database',
      'DATABASE_URL is set: restore PostgreSQL with pg_restore. This command is for the embedded database.',
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
  process.stdout.write(
    `Restored ${used} into ${config.dataDir}: ${matches} finished and ${liveMatches} live matches, ${players} players.\n` +
      `${before === null ? 'There was no database before.' : `What was there before is in ${before}.`}\n${keyNotice(config)}`,
  );
}

/** A server with another key is another server: players' browsers refuse it, and live matches cannot go on. */
function keyNotice({ dataDir, serverKey }: Config): string {
  if (serverKey !== null || existsSync(join(dataDir, 'server.key'))) return '';
  return `Put server.key of the old server into ${dataDir}, with server.key.previous if there is one, before you start: a backup does not hold it, and a start would make another.\n`;
}

await main();
