import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteIn } from '../../src/storage/db.ts';
import type { DatabaseThread } from '../../src/storage/embedded-messages.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { startDatabaseThread } from '../../src/threads-setup.ts';
import { analysisContract } from './analysis-contract.ts';
import { storageContract } from './contract.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { keeperContract } from './keeper-contract.ts';
import { peopleContract } from './people-contract.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const open = async () => {
  const settings = { dataDir: folder.path, databaseUrl: null, prismaFolder, databaseThread: startDatabaseThread };
  const opened = await openStore(settings);
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
};
const name = 'SQLite in a thread';
storageContract(name, open);
analysisContract(name, open);
keeperContract(name, open);
peopleContract(name, open);

describe('the embedded database in a thread', () => {
  it('has the settings that durability rests on, also after a transaction that was undone', async () => {
    const { db, close } = await openSqliteIn(startDatabaseThread(), join(folder.path, 'settings.db'));
    const read = async (setting: string) =>
      Object.values((await db.$queryRawUnsafe<object[]>(`PRAGMA ${setting}`))[0] ?? {}).map(String);
    await db.$executeRawUnsafe('CREATE TABLE one (id INTEGER)');
    const undone = db.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe('INSERT INTO one VALUES (1)');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await db.$queryRawUnsafe('SELECT * FROM one')).toEqual([]);
    expect(await Promise.all(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(read))).toEqual([
      ['wal'],
      ['2'],
      ['1'],
      ['5000'],
    ]);
    await close();
  });

  it('is let go of when a transaction that is under way has ended, and what follows from it', async () => {
    const file = join(folder.path, 'late.db');
    const { db, close } = await openSqliteIn(startDatabaseThread(), file);
    await db.$executeRawUnsafe('CREATE TABLE one (id INTEGER)');
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const work = db
      .$transaction(async (transaction) => {
        await transaction.$executeRawUnsafe('INSERT INTO one VALUES (1)');
        begun();
        await transaction.$executeRawUnsafe('INSERT INTO one VALUES (2)');
      })
      .then(() => db.$executeRawUnsafe('INSERT INTO one VALUES (3)'));
    await beginning;
    await close();
    await work;
    const again = await openSqliteIn(startDatabaseThread(), file);
    const rows = await again.db.$queryRawUnsafe<{ id: unknown }[]>('SELECT id FROM one ORDER BY id');
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3]);
    await again.close();
  });

  it('says why a file cannot be opened, and leaves no thread behind', async () => {
    let stopped = 0;
    const counted = (): DatabaseThread => {
      const thread = startDatabaseThread();
      return {
        ask: (question) => thread.ask(question),
        stop: () => {
          stopped += 1;
          return thread.stop();
        },
      };
    };
    await expect(openSqliteIn(counted(), folder.path)).rejects.toThrow(/open|directory/);
    expect(stopped).toBe(1);
  });

  it('fails what is asked of a thread that has ended', async () => {
    const thread = startDatabaseThread();
    const { db } = await openSqliteIn(thread, join(folder.path, 'ended.db'));
    const asked = db.$queryRawUnsafe('SELECT 1');
    await thread.stop();
    await expect(asked).rejects.toThrow();
    await expect(db.$queryRawUnsafe('SELECT 1')).rejects.toThrow('the thread was ended');
  });
});
