// npm run backup [-- --data-dir DIR] [--keep N]: makes a backup now, with or without a running server.
import { setPriority } from 'node:os';
import { prismaFolder } from '../config/paths.ts';
import { print, printError } from '../shared/terminal.ts';
import { makeBackup } from '../storage/backup.ts';
import { end, readCommandLine, runCommand } from './command-line.ts';

/** A low priority, so that live matches are not delayed. */
const LOW_PRIORITY = 10;

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, place, words, keep } = called.value;
  if (words.length > 0) return end('bad-usage', 'usage: npm run backup [-- --data-dir DIR] [--keep N]');
  printError(place);
  if (config.databaseUrl !== null)
    return end(
      'other-database',
      'DATABASE_URL is set: use pg_dump to back up PostgreSQL. This command is for the embedded database.',
    );
  // The backup contains account keys.
  process.umask(0o077);
  setPriority(LOW_PRIORITY);
  const made = await makeBackup({ dataDir: config.dataDir, keep, prismaFolder, now: Date.now() });
  if (!made.ok) return end(made.code, made.message);
  const { path, bytes, matches, liveMatches, players } = made.value;
  const held = `${matches} finished and ${liveMatches} live matches, ${players} players`;
  print(`Backup ${path}: ${bytes} bytes, ${held}. It does not contain the server's key: back that up separately.`);
}

await runCommand(main);
