import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startDatabaseThread } from '../../src/compose/threads-setup.ts';
import { openSqliteIn } from '../../src/storage/db.ts';
import type { DatabaseThread } from '../../src/storage/embedded-messages.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { analysisContract } from './analysis-contract.ts';
import { storageContract } from './contract.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { leaseContract } from './lease-contract.ts';
import { peopleContract } from './people-contract.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const open = async (isExclusive = true) => {
  const settings = { dataDir: folder.path, databaseUrl: null, prismaFolder, databaseThread: startDatabaseThread };
  const opened = await openStore({ ...settings, isExclusive });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
};
const name = 'SQLite in a thread';
storageContract(name, () => open());
analysisContract(name, () => open());
leaseContract(name, () => open(false));
peopleContract(name, () => open());

describe('the embedded database in a thread', () => {
  it('has its durability settings, also after a rolled back transaction', async () => {
    const { db, close } = await openSqliteIn(startDatabaseThread, join(folder.path, 'settings.db'));
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

  it('is closed after running transactions and their continuations have ended', async () => {
    const file = join(folder.path, 'late.db');
    const { db, close } = await openSqliteIn(startDatabaseThread, file);
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
    const again = await openSqliteIn(startDatabaseThread, file);
    const rows = await again.db.$queryRawUnsafe<{ id: unknown }[]>('SELECT id FROM one ORDER BY id');
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3]);
    await again.close();
  });

  it('reports why a file cannot be opened, and leaves no thread behind', async () => {
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
    await expect(openSqliteIn(counted, folder.path)).rejects.toThrow(/open|directory/);
    expect(stopped).toBe(1);
  });

  it('reads on a second connection: a slow read does not delay a write, and sees earlier writes', async () => {
    let asked = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = 0;
    const start = (): DatabaseThread => {
      const thread = startDatabaseThread();
      const isReader = ++started === 2;
      return {
        async ask(question) {
          if (isReader && question.kind === 'execute') {
            asked += 1;
            await held;
          }
          return thread.ask(question);
        },
        stop: () => thread.stop(),
      };
    };
    const { db, reads, close } = await openSqliteIn(start, join(folder.path, 'beside.db'));
    await db.$executeRawUnsafe('CREATE TABLE one (id INTEGER)');
    // Prisma sends the query only when its promise is awaited.
    const count = reads
      .$queryRawUnsafe<{ n: unknown }[]>('SELECT count(*) AS n FROM one')
      .then((rows) => rows.map(({ n }) => Number(n)));
    await expect.poll(() => asked).toBe(1);
    await db.$executeRawUnsafe('INSERT INTO one VALUES (1)');
    release();
    expect(await count).toEqual([1]);
    await expect(reads.$executeRawUnsafe('INSERT INTO one VALUES (2)')).rejects.toThrow(/readonly|read-only/i);
    await close();
  });

  it('rejects requests to a thread that has ended', async () => {
    const threads: DatabaseThread[] = [];
    const start = () => {
      const thread = startDatabaseThread();
      threads.push(thread);
      return thread;
    };
    const { db, reads } = await openSqliteIn(start, join(folder.path, 'ended.db'));
    for (const [at, one] of [db, reads].entries()) {
      const asked = one.$queryRawUnsafe('SELECT 1');
      await threads[at]?.stop();
      await expect(asked).rejects.toThrow();
      await expect(one.$queryRawUnsafe('SELECT 1')).rejects.toThrow('the thread was stopped');
    }
  });
});
