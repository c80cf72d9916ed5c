// Runs in a separate process that can be killed or compete: child.ts append|migrate PLACE
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabaseThread } from '../../src/compose/threads-setup.ts';
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

const [, , what, place = ''] = process.argv;
await (what === 'append' ? append(place) : bringUpToDate(place));
