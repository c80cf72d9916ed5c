import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createClient } from '@libsql/client';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/db.ts';
import { closeEmbedded, fileUrl, openEmbedded } from '../../src/storage/embedded.ts';
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

  it('writes to its file at every probe, and leaves nothing behind', async () => {
    const dataDir = join(folder.path, 'probed');
    mkdirSync(dataDir);
    const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    const store = opened.value;
    const written = () => statSync(join(dataDir, 'anchor.db-wal'), { bigint: true }).mtimeNs;
    const totals = await store.dice.totals();
    for (let times = 0; times < 3; times++) {
      const before = written();
      await store.probe();
      expect(written()).toBeGreaterThan(before);
    }
    const client = createClient({ url: fileUrl(join(dataDir, 'anchor.db')) });
    expect((await client.execute('SELECT id FROM dice_totals WHERE id <> 1')).rows).toEqual([]);
    client.close();
    expect(await store.dice.totals()).toEqual(totals);
    await store.close();
  });

  it('waits for another connection that holds the file while it opens', async () => {
    const file = join(folder.path, 'opening.db');
    const holder = new Worker(
      `const { createClient } = require('@libsql/client');
       const { parentPort, workerData } = require('node:worker_threads');
       (async () => {
         const client = createClient({ url: workerData });
         await client.execute('CREATE TABLE one (id INTEGER)');
         await client.execute('BEGIN EXCLUSIVE');
         parentPort.postMessage('held');
         // The thread that opens the file is blocked meanwhile, so it cannot tell when to let go.
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
         await client.execute('COMMIT');
         client.close();
       })();`,
      { eval: true, workerData: fileUrl(file) },
    );
    await once(holder, 'message');
    await closeEmbedded(await openEmbedded(file));
    await holder.terminate();
  });

  it('stores what it acknowledges, after a refusal because another program locked the file', async () => {
    const file = join(folder.path, 'held.db');
    const client = await openEmbedded(file);
    const other = createClient({ url: fileUrl(file) });
    const ids = async () => (await other.execute('SELECT id FROM one ORDER BY id')).rows.map((row) => row[0]);
    const whileHeld = async (attempt: () => Promise<unknown>) => {
      await client.execute('PRAGMA busy_timeout=1');
      await other.execute('BEGIN IMMEDIATE');
      await expect(attempt()).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
      await other.execute('ROLLBACK');
    };
    await client.execute('CREATE TABLE one (id INTEGER)');
    await whileHeld(() => client.execute('INSERT INTO one VALUES (1)'));
    await client.execute('INSERT INTO one VALUES (2)');
    expect(await ids()).toEqual([2]);
    await whileHeld(() => client.transaction());
    const transaction = await client.transaction();
    await transaction.execute('INSERT INTO one VALUES (3)');
    await transaction.commit();
    expect(await ids()).toEqual([2, 3]);
    for (const [name, wanted] of [
      ['synchronous', 2],
      ['foreign_keys', 1],
      ['busy_timeout', 5000],
    ] as const)
      expect((await client.execute(`PRAGMA ${name}`)).rows[0]?.[0], name).toBe(wanted);
    other.close();
    await closeEmbedded(client);
  });

  it.each(['100% #1?', 'ä space', "it's;"])('opens in a folder called %s, and again', async (name) => {
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
