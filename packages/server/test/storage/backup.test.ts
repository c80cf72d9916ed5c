import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '../../src/storage/backup.ts';
import { backupFolder, listBackups, newestBackup, verifyDatabase } from '../../src/storage/backup-files.ts';
import { lockFolder } from '../../src/storage/data-folder.ts';
import { fileUrl } from '../../src/storage/embedded.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { restoreBackup } from '../../src/storage/restore.ts';
import { event, header } from './fixtures.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { killChildAfter } from './run-child.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const backupCommand = fileURLToPath(new URL('../../src/commands/backup.ts', import.meta.url));
const restoreCommand = fileURLToPath(new URL('../../src/commands/restore.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder.remove());

async function open(): Promise<OpenStore> {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

/** The database of a stopped server with this many live matches of one event. */
async function withMatches(count: number): Promise<readonly string[]> {
  const store = await open();
  const headers = Array.from({ length: count }, () => header());
  for (const one of headers) {
    await store.matches.create(one);
    await store.matches.append(one.id, event(0));
  }
  await store.close();
  return headers.map(({ id }) => id).sort();
}

async function liveIds(): Promise<readonly string[]> {
  const store = await open();
  const ids = await store.matches.liveIds();
  await store.close();
  return [...ids].sort();
}

const backup = (now = NOON_MS, keep = 7) => makeBackup({ dataDir, keep, prismaFolder, now });
const unfinished = () => readdirSync(backupFolder(dataDir)).filter((name) => name.includes('unfinished'));
const restore = (from = 'latest') => restoreBackup({ dataDir, from, prismaFolder, now: NOON_MS });
async function mustBackUp(now = NOON_MS) {
  const made = await backup(now);
  if (!made.ok) throw new Error(made.message);
  return made.value;
}

/** Runs a command of the program in a separate process. */
function command(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const node = ['--import', 'tsx', '--conditions=@anchor/source'];
  return spawn(process.execPath, [...node, file, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function told(child: ChildProcess) {
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (text) => {
    output += text;
  });
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

describe('a backup', () => {
  it('BK1 is one file named by its time, readable only by its owner, with everything that was stored', async () => {
    await withMatches(3);
    const { path, at, bytes, ...contents } = await mustBackUp();
    expect(path).toBe(join(dataDir, 'backups', 'anchor-20261121T120000000Z.db'));
    expect([at, bytes]).toEqual([NOON_MS, statSync(path).size]);
    expect(contents).toEqual({ matches: 0, liveMatches: 3, players: 0 });
    expect(statSync(backupFolder(dataDir)).mode & 0o777).toBe(0o700);
    expect(listBackups(dataDir)).toEqual([{ path, at, bytes }]);
    expect(await verifyDatabase(path, prismaFolder)).toEqual({ ok: true, value: contents });
  });

  it('BK2 can be made while the server runs, and has everything acknowledged before', async () => {
    const store = await open();
    const first = header();
    await store.matches.create(first);
    for (let n = 0; n < 20; n++) await store.matches.append(first.id, event(n));
    const { path } = await mustBackUp();
    for (let n = 20; n < 40; n++) await store.matches.append(first.id, event(n));
    await store.close();
    const client = createClient({ url: fileUrl(path) });
    const { rows } = await client.execute('SELECT n FROM live_events ORDER BY n');
    client.close();
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('BK3 replaces older ones, and only after it was verified', async () => {
    await withMatches(1);
    for (let n = 0; n < 4; n++) expect(await backup(NOON_MS + n, 3)).toMatchObject({ ok: true });
    expect(listBackups(dataDir).map(({ at }) => at - NOON_MS)).toEqual([3, 2, 1]);
    await damage(join(dataDir, 'anchor.db'));
    expect(await backup(NOON_MS + 9, 1)).toMatchObject({ ok: false });
    expect(listBackups(dataDir).map(({ at }) => at - NOON_MS)).toEqual([3, 2, 1]);
    expect(unfinished()).toEqual([]);
  });

  it('BK4 reports in a sentence why there is none', async () => {
    expect(await backup()).toMatchObject({ code: 'no-database', message: `There is no database in ${dataDir}.` });
    await withMatches(1);
    await mustBackUp();
    const lock = await lockFolder(backupFolder(dataDir));
    expect(await backup(NOON_MS + 1)).toMatchObject({ code: 'busy' });
    if (lock.ok) await lock.value.release();
    expect(await backup(NOON_MS + 1)).toMatchObject({ ok: true });
  });

  it('BK6 dated in the future, by a wrong clock, is not the newest', async () => {
    expect(newestBackup(dataDir, NOON_MS)).toBeNull();
    await withMatches(1);
    for (const at of [NOON_MS - 5, NOON_MS, NOON_MS + 5]) await mustBackUp(at);
    expect(newestBackup(dataDir, NOON_MS + 4)).toMatchObject({ at: NOON_MS });
  });

  it('BK5 that is killed at any moment leaves no partial backup under its name, and does not block the next', async () => {
    const ids = await withMatches(2);
    await fatten(48);
    mkdirSync(backupFolder(dataDir), { recursive: true });
    let halves = 0;
    for (const afterChanges of [1, 2, 8, 20, 40]) {
      await killWhenWritten(afterChanges);
      halves += unfinished().length;
      for (const { path } of listBackups(dataDir))
        expect(await verifyDatabase(path, prismaFolder), path).toMatchObject({ ok: true });
    }
    // Otherwise no kill has hit.
    expect(halves).toBeGreaterThan(0);
    expect(await backup(Date.now())).toMatchObject({ ok: true, value: { liveMatches: 2 } });
    expect(unfinished()).toEqual([]);
    expect(await liveIds()).toEqual(ids);
  });
});

describe('a restore', () => {
  it('RB1 brings back the backup and keeps the previous database', async () => {
    const ids = await withMatches(2);
    const { path } = await mustBackUp();
    const all = [...ids, ...(await withMatches(1))].sort();
    const restored = await restore();
    expect(restored).toMatchObject({ ok: true, value: { from: path, liveMatches: 2 } });
    expect(await liveIds()).toEqual(ids);
    const before = restored.ok ? (restored.value.before ?? '') : '';
    copyFileSync(join(before, 'anchor.db'), join(dataDir, 'anchor.db'));
    expect(await liveIds()).toEqual(all);
  });

  it('RB2 keeps what a killed server had only in its log', async () => {
    await withMatches(1);
    await mustBackUp();
    const lines = await killChildAfter(50, ['append', dataDir]);
    expect(statSync(join(dataDir, 'anchor.db-wal')).size).toBeGreaterThan(0);
    const restored = await restore();
    expect(await liveIds()).toHaveLength(1);
    const before = restored.ok ? (restored.value.before ?? '') : '';
    copyFileSync(join(before, 'anchor.db'), join(dataDir, 'anchor.db'));
    const kept = await liveIds();
    for (const line of lines) expect(kept).toContain(line.split(' ')[0]);
  });

  it('RB3 works into an empty folder, also from elsewhere', async () => {
    const ids = await withMatches(2);
    const { path } = await mustBackUp();
    dataDir = join(folder.path, 'new', 'place');
    expect(await restore(path)).toMatchObject({ ok: true, value: { before: null } });
    expect(await liveIds()).toEqual(ids);
  });

  it('RB4 refuses while a server uses the folder', async () => {
    await withMatches(1);
    await mustBackUp();
    const store = await open();
    expect(await restore()).toMatchObject({ code: 'folder-in-use' });
    await store.close();
  });

  it('RB5 replaces a broken database', async () => {
    const ids = await withMatches(2);
    await mustBackUp();
    await damage(join(dataDir, 'anchor.db'));
    expect(await restore()).toMatchObject({ ok: true });
    expect(await liveIds()).toEqual(ids);
  });

  it('RB6 changes nothing when the file is not a complete backup of this program', async () => {
    const ids = await withMatches(2);
    expect(await restore()).toMatchObject({ code: 'no-backup' });
    const { path } = await mustBackUp();
    const bytes = readFileSync(path);
    const place = (name: string) => join(folder.path, name);
    writeFileSync(place('text'), 'no database');
    writeFileSync(place('empty'), '');
    writeFileSync(place('half'), bytes.subarray(0, bytes.length / 2));
    await otherDatabase(place('other'));
    await newerDatabase(path, place('newer'));
    for (const name of ['text', 'empty', 'half', 'other'])
      expect(await restore(place(name)), name).toMatchObject({ code: 'broken' });
    expect(await restore(place('newer'))).toMatchObject({ code: 'other-version' });
    expect(await restore(place('missing'))).toMatchObject({ code: 'no-such-file' });
    expect(await restore(folder.path)).toMatchObject({ code: 'broken' });
    expect(readdirSync(dataDir).filter((name) => /before|restoring/.test(name))).toEqual([]);
    expect(await liveIds()).toEqual(ids);
  });

  it('RB7 refuses a database in use as a backup', async () => {
    await withMatches(1);
    await killChildAfter(5, ['append', dataDir]);
    const other = join(dataDir, 'anchor.db');
    dataDir = join(folder.path, 'other');
    expect(await restore(other)).toMatchObject({ code: 'in-use' });
  });
});

describe('the commands', () => {
  it('CM1 back up and restore, and report what they did', async () => {
    await withMatches(2);
    const made = await told(command(backupCommand, ['--data-dir', dataDir]));
    const place = `The embedded database in ${dataDir}, by the environment.\n`;
    expect(made).toMatchObject({ code: 0, errors: place });
    expect(made.output).toMatch(
      /^Backup .*anchor-\d{8}T\d{9}Z\.db: \d+ bytes, 0 finished and 2 live matches, 0 players/,
    );
    const restored = await told(command(restoreCommand, ['latest'], { DATA_DIR: dataDir }));
    expect(restored).toMatchObject({ code: 0, errors: place });
    expect(restored.output).toMatch(/^Restored .* 2 live matches.*\nThe previous database is in .*before-restore-/);
    expect(restored.output).toMatch(/copy server\.key of the old server /);
  });

  it('CM2 report failures in one sentence, after the name of the database', async () => {
    const calls: [string, string[], Record<string, string>, number][] = [
      [restoreCommand, [], {}, 2],
      [restoreCommand, ['latest', 'more'], {}, 2],
      [restoreCommand, ['--force', 'latest'], {}, 2],
      [restoreCommand, ['latest', '--data-dir', dataDir], {}, 1],
      [restoreCommand, ['latest'], { DATABASE_URL: 'postgresql://u:secret@h/d' }, 1],
      [backupCommand, [], { DATABASE_URL: 'postgresql://u:secret@h/d' }, 1],
      [backupCommand, ['--data-dir', dataDir], {}, 1],
      [backupCommand, ['--keep', '0'], {}, 2],
    ];
    for (const [file, args, env, code] of calls) {
      const { errors, ...ended } = await told(command(file, args, env));
      expect(ended, args.join(' ')).toEqual({ code, output: '' });
      const place = code === 1 ? 'The (embedded|PostgreSQL) database [^\\n]+\\n' : '';
      expect(errors).toMatch(new RegExp(`^${place}[^\\n]+\\n$`));
      expect(errors).not.toContain('secret');
    }
    expect(existsSync(dataDir)).toBe(false);
  });
});

/** Overwrites pages in the middle of the file. */
async function damage(database: string): Promise<void> {
  const bytes = readFileSync(database);
  writeFileSync(database, bytes.fill(0xa5, 4096, bytes.length - 4096));
}

/** Enough data to make copying slow. */
async function fatten(megabytes: number): Promise<void> {
  const client = createClient({ url: fileUrl(join(dataDir, 'anchor.db')) });
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${megabytes})`;
  await client.execute(`${rows} INSERT INTO puzzles SELECT 'fat ' || i, hex(randomblob(524288)), 0 FROM n`);
  client.close();
}

/** Runs the command and kills it after the unfinished file has changed this often, or when the command is done. */
async function killWhenWritten(afterChanges: number): Promise<void> {
  const child = command(backupCommand, ['--data-dir', dataDir]);
  const ended = once(child, 'close');
  let changes = 0;
  const watcher = watch(backupFolder(dataDir), (_kind, name) => {
    if (name?.includes('unfinished') && ++changes === afterChanges) child.kill('SIGKILL');
  });
  await ended;
  watcher.close();
}

async function otherDatabase(file: string): Promise<void> {
  const client = createClient({ url: fileUrl(file) });
  await client.execute('CREATE TABLE cats (name TEXT)');
  client.close();
}

async function newerDatabase(from: string, file: string): Promise<void> {
  copyFileSync(from, file);
  const client = createClient({ url: fileUrl(file) });
  await client.execute(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
    VALUES ('x', 'x', '99990101000000_later', 1)`);
  client.close();
}
