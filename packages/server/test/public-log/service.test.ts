import { vectorRecord } from '@anchor/testkit/records';
import {
  decodeLogEntry,
  keyFromSeed,
  type LogEntry,
  logEntryBytes,
  signSuccession,
  verify,
  verifyLogKey,
} from 'bg-record';
import {
  fetchSource,
  hashLeaf,
  LogReader,
  type LogView,
  openCheckpoint,
  parsePolicy,
  parseProof,
  parseVkey,
  verifyProof,
} from 'tlog-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compose } from '../../src/compose/compose.ts';
import { openLogIdentity } from '../../src/compose/log-setup.ts';
import { readConfig } from '../../src/config/config.ts';
import type { PublicLogStore } from '../../src/domain/ports/log.ts';
import { finishedMatch } from '../../src/domain/table/outcome.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder } from '../storage/folders.ts';
import { FakeLog } from '../support/fake-world.ts';
import { newInstallation, type Running } from '../support/running.ts';

const origin = 'bg.example.org/play/log';
const installation = newInstallation({ PUBLIC_URL: 'https://bg.example.org/play/', METRICS_PORT: '0' });
const records = ['match-3-crawford', 'match-7'].map(vectorRecord);

let running: Running;
const textOf = async (path: string) => (await running.fetch(path)).text();
const keyOf = async () => {
  const key = parseVkey((await textOf('/log/vkey')).trim());
  if (!key.ok) throw new Error(key.message);
  return key.value;
};
/** The log as a stranger reads it, once it has this many entries. */
async function viewOf(size: number): Promise<LogView> {
  const key = await keyOf();
  const source = fetchSource(`http://127.0.0.1:${running.port}/log`, { timeoutMs: 5000 });
  const accept = (note: string | Uint8Array) => openCheckpoint(note, origin, [key]);
  const reader = LogReader.resume({ origin, accept, source }, null);
  if (!reader.ok) throw new Error(reader.message);
  return vi.waitFor(
    async () => {
      const update = await reader.value.update();
      if (!update.ok) throw new Error(update.message);
      expect(update.value.view.checkpoint.size).toBe(size);
      return update.value.view;
    },
    { timeout: 10_000, interval: 100 },
  );
}
async function entriesOf({ tree }: LogView): Promise<readonly LogEntry[]> {
  const bundle = await tree.entriesOfBundle(0);
  if (!bundle.ok) throw new Error(bundle.message);
  return bundle.value.map((bytes) => {
    const entry = decodeLogEntry(bytes);
    if (!entry.ok) throw new Error(entry.message);
    return entry.value;
  });
}
/** The refusal of a start with these settings. */
async function refusalWith(settings: Record<string, string>) {
  const config = readConfig({ PORT: '0', DATA_DIR: installation.folder.path, ...settings });
  if (!config.ok) throw new Error(config.message);
  const composed = await compose(config.value, new FakeLog());
  return composed.ok ? 'started' : { code: composed.code, message: composed.message };
}

beforeAll(async () => {
  const opened = await openStore({ dataDir: installation.folder.path, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  for (const record of records) {
    await opened.value.matches.create(record.header);
    await opened.value.matches.finish(finishedMatch(record));
  }
  await opened.value.close();
  running = await installation.run();
}, 60_000);
afterAll(() => installation.remove());

describe('the public log of a service', () => {
  it('TG8 begins with the statement about its key, followed by the matches that had finished before, marked', async () => {
    const entries = await entriesOf(await viewOf(3));
    const [statement] = entries;
    if (statement?.type !== 'log-key') throw new Error('no statement');
    expect(statement).toMatchObject({ origin, key: (await textOf('/log/vkey')).trim() });
    expect(await verifyLogKey(statement)).toBe(true);
    const { serverKey } = JSON.parse(await textOf('/healthz'));
    expect(statement.server).toBe(serverKey);
    expect(entries.slice(1)).toMatchObject(
      records.map(({ header, finalHash, result }) => ({
        type: 'match',
        id: header.id,
        finalHash,
        result,
        imported: true,
      })),
    );
  });

  it('TG17 names its key first, also if the server has changed its own key before there was a log', async () => {
    const [former, present] = await Promise.all([3, 4].map((byte) => keyFromSeed(new Uint8Array(32).fill(byte))));
    const succession = [await signSuccession(former!, present!.pub)];
    const added: string[] = [];
    const empty: Pick<PublicLogStore, 'readCommitted' | 'readPublished' | 'firstEntry' | 'add'> = {
      readCommitted: async () => null,
      readPublished: async () => null,
      firstEntry: async () => null,
      add: async ({ type }) => void added.push(type),
    };
    const settings = { logOrigin: origin, logKey: '0a'.repeat(32), dataDir: installation.folder.path };
    const keys = { present: present!, former: [], succession };
    const parts = { serverKeys: keys, now: 0, log: new FakeLog() };
    expect(await openLogIdentity(settings, empty as PublicLogStore, parts)).toMatchObject({ ok: true });
    expect(added).toEqual(['log-key', 'server-key']);
  });

  it('TG9 proves the entry of a match, offline, and the record is what the entry says', async () => {
    const view = await viewOf(3);
    const vkey = (await textOf('/log/vkey')).trim();
    const policy = parsePolicy(`log ${vkey}\nquorum none\n`);
    if (!policy.ok) throw new Error(policy.message);
    for (const { header } of records) {
      const answer = await running.fetch(`/records/${header.id}.tlog-proof`);
      const proof = parseProof(await answer.text());
      if (!proof.ok) throw new Error(proof.message);
      const bytes = await view.tree.entry(proof.value.index);
      if (!bytes.ok) throw new Error(bytes.message);
      expect(proof.value.extra).toEqual(bytes.value);
      expect(verifyProof(proof.value, hashLeaf(bytes.value), policy.value)).toMatchObject({ ok: true });
      const record = JSON.parse(await textOf(`/records/${header.id}.json`));
      expect(await verify(record)).toMatchObject({ ok: true });
      const entry = decodeLogEntry(bytes.value);
      expect(entry).toMatchObject({ ok: true, value: { id: header.id, finalHash: record.finalHash } });
      expect(verifyProof(proof.value, hashLeaf(logEntryBytes('another entry')), policy.value)).toMatchObject({
        ok: false,
      });
    }
  });

  it('TG10 is readable from other origins, its tiles are immutable, and a checkpoint is two seconds old at most', async () => {
    await viewOf(3);
    const tile = await running.fetch('/log/tile/0/000.p/3');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await tile.arrayBuffer()).byteLength).toBe(96);
    const checkpoint = await running.fetch('/log/checkpoint');
    expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=1');
    expect(checkpoint.headers.get('content-type')).toMatch('text/plain');
    for (const path of ['/log/checkpoint', '/log/vkey', '/log/tile/entries/000.p/3', '/log/tile/0/999'])
      expect((await running.fetch(path)).headers.get('access-control-allow-origin'), path).toBe('*');
  });

  it('TG20 compresses a bundle for a reader that accepts it', async () => {
    await viewOf(3);
    const [zipped, plain] = await Promise.all(
      ['gzip', 'identity'].map((encoding) =>
        fetch(`http://127.0.0.1:${running.port}/log/tile/entries/000.p/3`, {
          headers: { 'accept-encoding': encoding },
        }),
      ),
    );
    expect([zipped?.headers.get('content-encoding'), plain?.headers.get('content-encoding')]).toEqual(['gzip', null]);
    for (const answer of [zipped, plain]) {
      expect(answer?.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer?.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    }
    expect(Buffer.from(await zipped!.arrayBuffer()).equals(Buffer.from(await plain!.arrayBuffer()))).toBe(true);
  });

  it('TG11 answers 404 to what it does not have', async () => {
    const unknown = ['/records/no-such-match-here.tlog-proof', '/records/short.tlog-proof', '/log/tile/0/000'];
    const odd = ['0/000.p/03', '0/0', 'entries/000.p/4', '64/000', '0/x999/x999/x999/x999/x999/999', 'a/b'];
    for (const path of [...unknown, ...odd.map((one) => `/log/tile/${one}`)]) {
      const answer = await running.fetch(path);
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([404, 'no-store']);
    }
  });

  it('TG14 has metrics: its size, what waits and since when, and whether it has stopped', async () => {
    await viewOf(3);
    const text = await (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text();
    const values = [...text.matchAll(/^(anchor_log_\w+) (\S+)$/gm)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(values)).toEqual({
      anchor_log_size: '3',
      anchor_log_waiting: '0',
      anchor_log_waiting_seconds: '0',
      anchor_log_halted: '0',
      anchor_log_own: '1',
    });
  });

  it('TG12 keeps its origin and key: the start with another one is refused and says what to set', async () => {
    await viewOf(3);
    await running.stop();
    expect(await refusalWith({ PUBLIC_URL: 'https://other.example.org' })).toMatchObject({
      code: 'log-origin',
      message: expect.stringContaining(`Set LOG_ORIGIN=${origin}`),
    });
    const LOG_KEY = '0123456789abcdef'.repeat(4);
    expect(await refusalWith({ LOG_ORIGIN: origin, LOG_KEY })).toMatchObject({
      code: 'log-key',
      message: expect.stringContaining('log.key'),
    });
    running = await installation.run(undefined, { PUBLIC_URL: 'https://other.example.org', LOG_ORIGIN: origin });
    expect((await entriesOf(await viewOf(3)))[0]).toMatchObject({ type: 'log-key' });
  });

  it('TG13 is absent without an origin, and results wait', async () => {
    const other = newInstallation();
    try {
      const plain = await other.run();
      for (const path of ['/log/checkpoint', '/log/tile/0/000', `/records/${records[0]?.header.id}.tlog-proof`])
        expect((await plain.fetch(path)).status, path).toBe(404);
      expect((await plain.fetch('/log/vkey')).status).toBe(204);
      expect(plain.log.lines).toContainEqual({ message: expect.stringContaining('set PUBLIC_URL or LOG_ORIGIN') });
    } finally {
      await other.remove();
    }
  });
});
