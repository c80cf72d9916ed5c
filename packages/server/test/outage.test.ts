import { vectorRecord } from '@anchor/testkit/records';
import { type HttpRoute, httpRoutes } from '@anchor/wire';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownPostgres } from '../scripts/throwaway-postgres.mjs';
import { finishedMatch } from '../src/domain/table/outcome.ts';
import { openStore } from '../src/storage/open-store.ts';
import { prismaFolder } from './storage/folders.ts';
import { hasPostgres } from './storage/postgres.ts';
import { newInstallation, type Running } from './support/running.ts';

const record = vectorRecord('match-3-crawford');
const { id, players } = record.header;
const routes: readonly HttpRoute[] = Object.values(httpRoutes);
const KEY = '0123456789abcdef'.repeat(4);

/** Routes that need no database, and the one that starts the mailing. */
const elsewhere = ['/packages/index.json', '/api/openapi.json', '/api/cron/daily'];

/** A path of the route that leads to the database. */
function pathOf({ path }: HttpRoute): string {
  return path
    .replace(':matchId', id)
    .replace(':pub', players[0].pub)
    .replace(':start', players[0].pub.slice(0, 16))
    .replace(/[{}]/g, '');
}

describe.skipIf(!hasPostgres)('a service whose PostgreSQL is away', () => {
  let server: Awaited<ReturnType<typeof ownPostgres>>;
  let running: Running;
  const installation = newInstallation({
    CRON_KEY: KEY,
    WORKER_KEY: KEY,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://bg.example.org',
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  };
  const health = async () => JSON.parse((await ask('/healthz')).text);
  const isOk = (ok: boolean) => vi.waitFor(async () => expect((await health()).ok).toBe(ok), 30_000);
  const linesAbout = (what: string) => running.log.lines.filter((line) => JSON.stringify(line).includes(what));

  beforeAll(async () => {
    server = await ownPostgres();
    const databaseUrl = await server.newDatabase('outage');
    const opened = await openStore({ dataDir: installation.folder.path, databaseUrl, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    await opened.value.matches.create(record.header);
    await opened.value.matches.finish(finishedMatch(record));
    await opened.value.close();
    running = await installation.run(undefined, { DATABASE_URL: databaseUrl });
  }, 60_000);
  afterAll(async () => {
    await installation.remove();
    // The test may have failed while it was away.
    if (server.postmaster() === null) await server.start();
    await server.stop();
  });

  it('OU1 answers with a code, loses nothing, counts no error, and logs one line when it begins and one when it ends', async () => {
    const client = await running.connect();
    await client.identify(await generateKey(), 'Ann');
    expect((await ask(`/records/${id}.json`)).status).toBe(200);
    await server.crash();

    const limited = routes.filter(({ bucket, path }) => bucket !== undefined || path.startsWith('/records/'));
    for (const route of limited) {
      if (elsewhere.includes(route.path)) continue;
      const isPost = route.method === 'POST';
      const body = isPost ? { method: 'POST', body: JSON.stringify({ token: 'a'.repeat(48) }) } : {};
      const path = pathOf(route);
      if (path === `/records/${id}.json`) continue;
      const answer = await ask(path, body);
      expect([answer.status, answer.text], path).toEqual([
        503,
        expect.stringContaining('"code":"database-unavailable"'),
      ]);
      expect(answer.headers.get('retry-after'), path).toBe('5');
      expect(answer.headers.get('content-type'), path).toBe('application/json; charset=utf-8');
    }
    expect((await ask(`/records/${id}.json`)).status).toBe(200);
    expect((await ask(`/api/analysis/${id}?deep=1`)).status).toBe(503);
    expect((await ask('/records/another-match-0000.json')).status).toBe(503);
    expect((await ask('/')).status).toBeLessThan(500);
    expect(await ask('/log/tile/0/000.p/9')).toMatchObject({ status: 500, text: 'internal error' });
    const daily = await ask(`/api/cron/daily?key=${KEY}`, { method: 'POST' });
    expect([daily.status, JSON.parse(daily.text)]).toEqual([500, { error: expect.any(String) }]);
    const results = { token: crypto.randomUUID(), workerId: 'w', results: [] };
    const submit = { method: 'POST', headers: { 'x-worker-key': KEY }, body: JSON.stringify(results) };
    const submitted = await ask('/worker/submit', submit);
    expect([submitted.status, JSON.parse(submitted.text)]).toEqual([200, { ok: false, error: expect.any(String) }]);
    expect(await client.ask({ type: 'people' })).toMatchObject({ type: 'error', code: 'database-unavailable' });
    await isOk(false);
    expect((await ask('/healthz')).status).toBe(503);
    expect(linesAbout('the database is unavailable')).toHaveLength(1);
    expect(linesAbout('is available again')).toHaveLength(0);

    await server.start();
    await isOk(true);
    for (const route of limited.filter(({ method }) => method !== 'POST'))
      expect((await ask(pathOf(route))).status, route.path).not.toBe(500);
    expect(await client.ask({ type: 'people' })).toMatchObject({ type: 'people' });
    expect(linesAbout('the database is unavailable')).toHaveLength(1);
    expect(linesAbout('is available again')).toHaveLength(1);
    expect(running.log.errors).toEqual([]);
    expect((await health()).errors).toBe(0);
  }, 120_000);
});
