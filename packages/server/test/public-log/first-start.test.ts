import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { vectorRecord } from '@anchor/testkit/records';
import { decodeLogEntry, generateKey, type LogEntry, signLogKey } from 'bg-record';
import {
  ed25519Signer,
  emptyRoot,
  fetchSource,
  formatCheckpoint,
  formatVkey,
  LogReader,
  LogWriter,
  openCheckpoint,
  parseVkey,
} from 'tlog-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { compose } from '../../src/compose/compose.ts';
import { setUpLog } from '../../src/compose/log-setup.ts';
import { readConfig } from '../../src/config/config.ts';
import type { PublicLogStore } from '../../src/domain/ports/log.ts';
import { finishedMatch } from '../../src/domain/table/outcome.ts';
import { vapidKeysFrom } from '../../src/push/vapid-keys.ts';
import { logHeadFile } from '../../src/storage/log-head-file.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder } from '../storage/folders.ts';
import { hasPostgres, postgresServer, type TestServer } from '../storage/postgres.ts';
import { callCommand } from '../support/command.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';
import { type Installation, newInstallation, type Running } from '../support/running.ts';

const RIGHT = { PUBLIC_URL: 'https://bg.example.org' };
const WRONG = { PUBLIC_URL: 'https://gb.example.org' };
const ORIGIN = 'bg.example.org/log';
const [keyA, keyB] = ['0123456789abcdef'.repeat(4), 'fedcba9876543210'.repeat(4)];
const record = vectorRecord('match-3-crawford');

const emptyTree = (origin: string) => formatCheckpoint({ origin, size: 0, root: emptyRoot(), extensions: [] });

async function jsonOf(running: Running, path: string) {
  return JSON.parse(await (await running.fetch(path)).text());
}

/** All entries of the log as a reader gets them, once there are this many. */
async function entriesOf(running: Running, count: number): Promise<readonly LogEntry[]> {
  const key = parseVkey((await (await running.fetch('/log/vkey')).text()).trim());
  if (!key.ok) throw new Error(key.message);
  const origin = key.value.name;
  const accept = (note: string | Uint8Array) => openCheckpoint(note, origin, [key.value]);
  const source = fetchSource(`http://127.0.0.1:${running.port}/log`, { timeoutMs: 5000 });
  const reader = LogReader.resume({ origin, accept, source }, null);
  if (!reader.ok) throw new Error(reader.message);
  const read = async () => {
    const update = await reader.value.update();
    if (!update.ok) throw new Error(update.message);
    expect(update.value.view.checkpoint.size).toBe(count);
    const bundle = await update.value.view.tree.entriesOfBundle(0);
    if (!bundle.ok) throw new Error(bundle.message);
    return bundle.value.map((bytes) => {
      const entry = decodeLogEntry(bytes);
      if (!entry.ok) throw new Error(entry.message);
      return entry.value;
    });
  };
  return vi.waitFor(read, { timeout: 10_000, interval: 100 });
}

/** Suite of first starts with wrong settings. `settingsOf` returns the settings of a new, empty database. */
function wrongFirstStarts(name: string, settingsOf: () => Promise<Record<string, string>>): void {
  describe(`a first start with wrong settings on ${name}`, () => {
    let installation: Installation;
    let settings: Record<string, string>;
    beforeEach(async () => {
      settings = await settingsOf();
      installation = newInstallation(settings);
    });
    afterEach(() => installation.remove());

    const run = (own: Record<string, string>) => installation.run(undefined, own);
    const use = async (work: (store: OpenStore) => Promise<unknown>) => {
      const databaseUrl = settings.DATABASE_URL ?? null;
      const opened = await openStore({ dataDir: installation.folder.path, databaseUrl, prismaFolder });
      if (!opened.ok) throw new Error(opened.message);
      await work(opened.value);
      await opened.value.close();
    };
    const finishMatch = () =>
      use(async ({ matches }) => {
        await matches.create(record.header);
        await matches.finish(finishedMatch(record));
      });
    const startAndStop = async (own: Record<string, string>) => (await run(own)).stop();
    /** The refusal of a start. */
    const refusal = async (own: Record<string, string>) => {
      const config = readConfig({
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: installation.folder.path,
        ...settings,
        ...own,
      });
      if (!config.ok) throw new Error(config.message);
      const composed = await compose(config.value, new FakeLog());
      return composed.ok ? 'started' : `${composed.code}: ${composed.message}`;
    };
    const command = (...words: readonly string[]) =>
      callCommand('public-log', words, { DATA_DIR: installation.folder.path, ...settings });
    /** Starts with the right settings, and expects a log that a reader accepts, with the stored match. */
    const expectOwnLog = async (own: Record<string, string>, origin = ORIGIN, count = 2) => {
      const running = await run(own);
      const [first, ...others] = await entriesOf(running, count);
      const key = (await (await running.fetch('/log/vkey')).text()).trim();
      const { serverKey } = await jsonOf(running, '/healthz');
      expect(first).toMatchObject({ type: 'log-key', origin, key, server: serverKey });
      expect(others).toContainEqual(expect.objectContaining({ type: 'match', id: record.header.id }));
      await vi.waitFor(async () =>
        expect((await jsonOf(running, '/healthz')).log).toEqual({ own: true, halted: false }),
      );
      return running;
    };

    it('TG24 signs no checkpoint before the first match, so a wrong address for two seconds is corrected by the next start', async () => {
      const running = await run(WRONG);
      await vi.waitFor(
        async () => expect((await jsonOf(running, '/healthz')).uptime).toBeGreaterThanOrEqual(2),
        20_000,
      );
      const checkpoint = await running.fetch('/log/checkpoint');
      expect(checkpoint.status).toBe(404);
      await running.stop();
      await finishMatch();
      await expectOwnLog(RIGHT);
    });

    it.each<[string, Record<string, string>, Record<string, string>, string | null]>([
      ['an address that is corrected', WRONG, RIGHT, null],
      ['another log key', { ...RIGHT, LOG_KEY: keyA }, { ...RIGHT, LOG_KEY: keyB }, null],
      ['the log key of the folder', RIGHT, { ...RIGHT, LOG_KEY: keyB }, null],
      ['a lost log key', RIGHT, RIGHT, 'log.key'],
      ['another server key', { ...RIGHT, SERVER_KEY: keyA }, { ...RIGHT, SERVER_KEY: keyB }, null],
      ['the server key of the folder', RIGHT, { ...RIGHT, SERVER_KEY: keyB }, null],
      ['a lost server key', RIGHT, RIGHT, 'server.key'],
      ['no address', {}, RIGHT, null],
      [
        'everything wrong',
        { ...WRONG, SERVER_KEY: keyA, LOG_KEY: keyA, ACCOUNT_KEK: keyA },
        { ...RIGHT, SERVER_KEY: keyB, LOG_KEY: keyB, ACCOUNT_KEK: keyB },
        null,
      ],
    ])('TG25 leaves no statement about a former key or name: %s', async (_, wrong, right, lost) => {
      await startAndStop(wrong);
      if (lost !== null) rmSync(join(installation.folder.path, lost));
      await finishMatch();
      await expectOwnLog(right);
    });

    it('TG26 replaces also what a killed process has committed and not published', async () => {
      await startAndStop(WRONG);
      await finishMatch();
      await use(async ({ publicLog }) => {
        expect(await publicLog.commit(null, emptyTree('gb.example.org/log'))).toBe(true);
        expect(await publicLog.assign(10)).toBe(2);
      });
      await expectOwnLog(RIGHT);
    });

    it('keeps the log whose checkpoint was signed and kept in log.head, although it was not published', async () => {
      await startAndStop(WRONG);
      const text = emptyTree('gb.example.org/log');
      await use(({ publicLog }) => publicLog.commit(null, text));
      await logHeadFile(installation.folder.path).keep(`${text}\n— gb.example.org/log AAAAAAAA\n`);
      expect(await refusal(RIGHT)).toMatch(/^log-origin: /);
    });

    it('TG27 a published log keeps its name and key: each refusal says how to end it, and that works', async () => {
      await finishMatch();
      const published = await expectOwnLog(RIGHT);
      const formerKey = (await (await published.fetch('/log/vkey')).text()).trim();
      await published.stop();
      expect(await refusal(WRONG)).toMatch(
        /^log-origin: .*Set LOG_ORIGIN=bg\.example\.org\/log\..*public-log -- new bg\.example\.org\/log-2/,
      );
      expect(await refusal({ ...RIGHT, SERVER_KEY: keyB })).toMatch(
        /^log-first-entry: .*public-log -- new bg\.example\.org\/log-2/,
      );
      rmSync(join(installation.folder.path, 'log.key'));
      expect(await refusal(RIGHT)).toMatch(/^log-key: .*public-log -- new bg\.example\.org\/log-2/);
      const done = await command('new', `${ORIGIN}-2`);
      expect(done.said).toContain(`LOG_ORIGIN=${ORIGIN}-2`);
      expect(await refusal(RIGHT)).toMatch(/^log-origin: .*Set LOG_ORIGIN=bg\.example\.org\/log-2/);
      const next = await expectOwnLog({ ...RIGHT, LOG_ORIGIN: `${ORIGIN}-2` }, `${ORIGIN}-2`, 3);
      // Pages that know the former log follow only a statement that names its key.
      expect((await entriesOf(next, 3))[1]).toMatchObject({ type: 'log-end', origin: ORIGIN, key: formerKey });
    });

    it('TG28 refuses a log whose first entry is about another key, and begins another one on command', async () => {
      const own = { ...RIGHT, LOG_KEY: keyA };
      await startAndStop(own);
      await finishMatch();
      await use(async ({ publicLog }) => {
        const right = await publicLog.firstEntry();
        if (right?.type !== 'log-key') throw new Error('no statement');
        await publicLog.restart({ ...right, origin: 'gb.example.org/log' }, 0);
        await publicLog.commit(null, emptyTree(ORIGIN));
        expect(await publicLog.assign(10)).toBe(2);
        const signer = ed25519Signer(ORIGIN, Buffer.from(keyA, 'hex'));
        const writer = await LogWriter.open({ origin: ORIGIN, signer, storage: publicLog });
        if (!writer.ok) throw new Error(writer.message);
        expect(await writer.value.append(await publicLog.entriesFrom(0, 10), 0)).toMatchObject({ ok: true });
      });
      expect(await refusal(own)).toMatch(/^log-first-entry: .*public-log -- new bg\.example\.org\/log-2/);
      await command('new', `${ORIGIN}-2`);
      await expectOwnLog({ ...own, LOG_ORIGIN: `${ORIGIN}-2` }, `${ORIGIN}-2`, 3);
    });

    it('TG29 the keys of push messages follow the server key of each start', async () => {
      const pushKey = async (SERVER_KEY: string) => {
        const running = await run({ SERVER_KEY });
        const client = await running.connect();
        await client.identify(await generateKey(), 'Ann');
        const answer = await client.ask({ type: 'push-key' });
        await running.stop();
        return answer.type === 'push-key' ? answer.key : null;
      };
      const [wrong, right] = [await pushKey(keyA), await pushKey(keyB)];
      expect([wrong, right]).toEqual([keyA, keyB].map((seed) => vapidKeysFrom(seed).publicKey));
    });
  });
}

wrongFirstStarts('the embedded database', async () => ({}));
describe.skipIf(!hasPostgres)('with a real server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(() => server.stop());
  wrongFirstStarts('PostgreSQL', async () => ({ DATABASE_URL: await server.newDatabase() }));
});

describe('the health report', () => {
  it('TG30 says that the first entry of the log is about another key', async () => {
    const signer = ed25519Signer(ORIGIN, Buffer.from(keyA, 'hex'));
    const server = await generateKey();
    const statement = (origin: string) => signLogKey(server, { origin, key: formatVkey(signer.key) });
    let first: LogEntry | null = null;
    const world = new FakeWorld('log');
    const log = setUpLog({
      identity: { origin: ORIGIN, signer, servers: [server.pub] },
      // Only the first entry is read.
      store: { firstEntry: async () => first } as unknown as PublicLogStore,
      dataDir: '/unused',
      witnesses: [],
      observer: () => ({ answered: () => undefined }) as never,
      processId: 'a',
      isExclusive: true,
      alarms: new FakeAlarms(world),
      world,
      log: new FakeLog(),
    });
    expect(await log?.health()).toEqual({ own: true, halted: false });
    first = await statement(ORIGIN);
    expect(await log?.health()).toEqual({ own: true, halted: false });
    for (const other of [await statement('gb.example.org/log'), { ...first, server: (await generateKey()).pub }]) {
      first = other;
      expect(await log?.health()).toEqual({ own: false, halted: false });
    }
  });
});
