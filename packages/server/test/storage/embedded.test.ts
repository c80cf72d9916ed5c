import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/db.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { header, nextPub } from './fixtures.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';

describe('the embedded database', () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);

  it('synchronises its log at every commit, also after transactions', async () => {
    const { db, close } = await openSqlite(join(folder.path, 'settings.db'));
    const read = async (name: string) => Object.values((await db.$queryRawUnsafe<object[]>(`PRAGMA ${name}`))[0] ?? {});
    await db.$transaction(async (transaction) => transaction.$executeRawUnsafe('CREATE TABLE one (id INTEGER)'));
    await expect(
      db.$transaction(async () => {
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await read('journal_mode')).toEqual(['wal']);
    expect((await read('synchronous')).map(Number)).toEqual([2]);
    expect((await read('foreign_keys')).map(Number)).toEqual([1]);
    expect((await read('busy_timeout')).map(Number)).toEqual([5000]);
    await close();
  });

  it.each(['100% #1?', 'ä space', "it's;"])('opens in a folder called %s, and finds it again', async (name) => {
    const dataDir = join(folder.path, name);
    mkdirSync(dataDir);
    const open = async () => {
      const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
      if (!opened.ok) throw new Error(opened.message);
      return opened.value;
    };
    const [pub, one] = [nextPub(), header()];
    const first = await open();
    await first.players.see(pub, 'Ann', 1);
    await first.matches.create(one);
    await first.close();
    const second = await open();
    expect(await second.players.get(pub)).toMatchObject({ name: 'Ann' });
    expect(await second.matches.liveIds()).toEqual([one.id]);
    await second.close();
  });
});
