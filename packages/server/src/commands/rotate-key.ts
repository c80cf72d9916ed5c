// npm run rotate-key [-- --data-dir DIR]: creates a new server key in the data folder and keeps the old one beside it.
import { keyFromSeed } from 'bg-record';
import { rotateServerKey } from '../keys/server-key.ts';
import { print } from '../shared/terminal.ts';
import { lockFolder } from '../storage/data-folder.ts';
import { end, readCommandLine, runCommand } from './command-line.ts';

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, words } = called.value;
  if (words.length > 0) return end('bad-usage', 'usage: npm run rotate-key [-- --data-dir DIR]');
  if (config.serverKey !== null)
    return end(
      'other-key',
      'SERVER_KEY is set, so the key is not in DATA_DIR. Set SERVER_KEY to a new one (openssl rand -hex 32 makes one) and SERVER_KEY_PREVIOUS to the old one.',
    );
  const { dataDir } = config;
  const lock = await lockFolder(dataDir).catch(() => null);
  if (!lock) return end('no-folder', `Cannot open the data folder ${dataDir}.`);
  if (!lock.ok) return end(lock.code, `${lock.message} Stop the server first.`);
  const rotated = rotateServerKey(dataDir);
  await lock.value.release();
  if (!rotated.ok) return end(rotated.code, `${rotated.message} Nothing was changed.`);
  const { file, formerFile, seed } = rotated.value;
  const { pub } = await keyFromSeed(Buffer.from(seed, 'hex'));
  print([
    `${file} contains a new key with the public half ${pub}. The old key is in ${formerFile}.`,
    'At the next start the old key signs that the new one succeeds it. Announce the public half, and store both files separately from the backups.',
  ]);
}

await runCommand(main);
