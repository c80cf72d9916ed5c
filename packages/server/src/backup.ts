// npm run backup [-- --data-dir DIR] [--keep N]: a backup right now, whether the server runs or not.
import { setPriority } from 'node:os';
import { end, prismaFolder, readCommandLine } from './command-line.ts';
import { makeBackup } from './storage/backup.ts';

/** Matches go first. */
const LOW_PRIORITY = 10;

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.message);
  const { config, words, keep } = called.value;
  if (words.length > 0) return end('bad-usage', 'usage: npm run backup [-- --data-dir DIR] [--keep N]');
  if (config.databaseUrl !== null)
    return end(
      'other-database',
      'DATABASE_URL is set: back PostgreSQL up with pg_dump. This command is for the embedded database.',
    );
  // account keys are in it
  process.umask(0o077);
  setPriority(LOW_PRIORITY);
  const made = await makeBackup({ dataDir: config.dataDir, keep, prismaFolder, now: Date.now() });
  if (!made.ok) return end(made.code, made.message);
  const { path, bytes, matches, liveMatches, players } = made.value;
  const held = `${matches} finished and ${liveMatches} live matches, ${players} players`;
  process.stdout.write(`Backup ${path}: ${bytes} bytes, ${held}. The server's key is not in it: keep that apart.\n`);
}

await main();
