import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { vectorRecord } from '@anchor/testkit/records';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedMatch } from '../src/domain/table/outcome.ts';
import { fileUrl } from '../src/storage/embedded.ts';
import { openStore } from '../src/storage/open-store.ts';
import { prismaFolder } from './storage/folders.ts';
import { newInstallation, type Running } from './support/running.ts';

const record = vectorRecord('shortest');
const { id } = record.header;
/** The bytes as an earlier version stored them: its own format, its own members, and its own order and spaces. */
const STORED = `${JSON.stringify({ ...record, header: { ...record.header, format: 'bg-record/1', venue: 'ä' } }, null, 1)}\n`;

describe('a finished match that an earlier version stored', () => {
  const installation = newInstallation();
  let running: Running;

  beforeAll(async () => {
    const dataDir = installation.folder.path;
    mkdirSync(dataDir, { recursive: true });
    const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    await opened.value.matches.create(record.header);
    await opened.value.matches.finish(finishedMatch(record));
    await opened.value.close();
    const client = createClient({ url: fileUrl(join(dataDir, 'anchor.db')) });
    const changed = await client.execute({ sql: 'UPDATE records SET gzip = ?', args: [gzipSync(STORED)] });
    expect(changed.rowsAffected).toBe(1);
    client.close();
    running = await installation.run();
  });
  afterAll(() => installation.remove());

  it.each([`/records/${id}.json`, `/records/${id}`])('is served at %s byte for byte', async (path) => {
    const response = await running.fetch(path);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(STORED);
  });

  it('stays in the lists', async () => {
    expect(await (await running.fetch('/api/records')).json()).toEqual([id]);
    expect(await (await running.fetch('/api/matches')).json()).toEqual([expect.objectContaining({ id })]);
  });

  it('is analysed as any other, without an error of the service', async () => {
    const response = await running.fetch(`/api/analysis/${id}`);
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ matchId: id })]);
    expect(await (await running.fetch('/healthz')).json()).toMatchObject({ ok: true, errors: 0 });
  });
});
