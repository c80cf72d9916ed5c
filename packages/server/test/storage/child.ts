// Runs in a separate process that can be killed or compete: child.ts append|migrate|alone PLACE
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabaseThread } from '../../src/compose/threads-setup.ts';
import { openEmbedded } from '../../src/storage/embedded.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { event, header } from './fixtures.ts';
import { prismaFolder } from './folders.ts';

const say = (line: string) => writeSync(1, `${line}\n`);

/** Appends to four matches for ever and prints what was acknowledged. */
async function append(dataDir: string) {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder, databaseThread: startDatabaseThread });
  if (!opened.ok) return say(opened.code);
  const { matches } = opened.value;
  const play = async () => {
    const one = header();
    await matches.create(one);
    for (let n = 0; (await matches.append(one.id, event(n))) === 'stored'; n++) say(`${one.id} ${n}`);
  };
  await Promise.all([play(), play(), play(), play()]);
}

async function bringUpToDate(place: string) {
  const target = place.startsWith('postgresql:') ? postgresTarget(place) : sqliteTarget(join(place, 'anchor.db'));
  const result = await migrate(target, prismaFolder);
  say(result.ok ? `applied ${result.value.length}` : `${result.code} ${result.message}`);
}

/** Prints whether SQLite lets this process have the database for itself, which it refuses while another process has it open. */
async function takeAlone(dataDir: string) {
  const client = await openEmbedded(join(dataDir, 'anchor.db'));
  const refusal = await client.execute('PRAGMA journal_mode=delete').then(
    () => null,
    (error: Error) => error,
  );
  say(refusal === null ? 'alone' : refusal.message);
}

const commands: Readonly<Record<string, (place: string) => Promise<unknown>>> = {
  append,
  migrate: bringUpToDate,
  alone: takeAlone,
};
const [, , what = '', place = ''] = process.argv;
await commands[what]?.(place);
