import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpServer } from '../src/jobs/http-server.ts';
import type { Finished } from '../src/jobs/types.ts';
import { job } from './support/jobs.ts';
import { faults, StandIn } from './support/stand-in.ts';

let standIn: StandIn;
const over = new AbortController();
beforeEach(async () => {
  standIn = await StandIn.open();
});
afterEach(() => standIn.close());

function server(changes: { url?: string; timeoutMs?: number } = {}): HttpServer {
  const { url = standIn.url, ...rest } = changes;
  return new HttpServer({
    url,
    key: 'secret',
    workerId: 'w1',
    own: null,
    engineId: 'gnubg-1.07',
    signal: over.signal,
    ...rest,
  });
}

function finished(key: string): Finished {
  return { key, job: job(1), token: 't', deadlineMs: 0, doneMs: 0, result: { plays: [], ms: 3 } };
}

describe('the server over HTTP', () => {
  it('returns the wanted engine without the key', async () => {
    const value = { engineId: 'gnubg-1.07', depth: 0, leastVersion: '0.1.0' };
    expect(await server().wants()).toEqual({ ok: true, value });
    expect(standIn.asked).toEqual([{ path: '/worker/status', key: undefined, body: '' }]);
  });

  it('leases jobs to a worker with the key and the engine', async () => {
    standIn.waiting.push(job(1), job(2), job(3));
    const lease = await server({ url: `${standIn.url}/` }).acquire(2);
    expect(lease).toMatchObject({ ok: true, value: { jobs: [{ key: 'job-000001' }, { key: 'job-000002' }] } });
    expect(standIn.asked[0]).toMatchObject({ path: '/worker/acquire', key: 'secret' });
    expect(JSON.parse(standIn.asked[0]?.body ?? '')).toEqual({ engineId: 'gnubg-1.07', workerId: 'w1', count: 2 });
    expect(await server().acquire(2)).toMatchObject({ ok: true, value: { jobs: [{ key: 'job-000003' }] } });
    expect(await server().acquire(2)).toEqual({ ok: true, value: null });
  });

  it('accepts results', async () => {
    const receipt = await server().submit('token', [finished('job-000001')]);
    expect(receipt).toEqual({ ok: true, value: { accepted: 1, ignored: 0, error: null } });
    expect(standIn.results.get('job-000001')).toEqual({ plays: [], ms: 3 });
  });

  it('reports that a lease has expired', async () => {
    standIn.fault = (response) => response.end('{"ok":false,"error":"unknown token"}');
    const receipt = await server().submit('token', [finished('job-000001')]);
    expect(receipt).toEqual({ ok: true, value: { accepted: 0, ignored: 0, error: 'unknown token' } });
  });
});

describe('the reaction to a failure', () => {
  it.each([
    [faults.unauthorised, 'The server refuses this worker (401): "bad worker key"'],
    [faults.closed, 'The server accepts no volunteer workers (503): "this instance accepts no volunteer workers"'],
    [faults.missing, 'There is no Anchor server at this address (404).'],
    [faults.moved, 'The server has moved to "https://elsewhere.example/".'],
  ])('stop', async (fault, message) => {
    standIn.fault = fault;
    expect(await server().acquire(1)).toEqual({ ok: false, code: 'refused', message });
    expect(standIn.asked).toHaveLength(1);
  });

  it.each(['proxy', 'broken', 'garbled', 'wrong', 'dropped'] as const)('try again: %s', async (name) => {
    standIn.fault = faults[name];
    for (const reply of [await server().acquire(1), await server().submit('token', []), await server().wants()])
      expect(reply).toMatchObject({ ok: false, code: 'unreachable' });
  });

  it('VC6 names the reason in words', async () => {
    const messageOf = async (options: Parameters<typeof server>[0] = {}) => {
      const reply = await server(options).acquire(1);
      return reply.ok ? 'answered' : reply.message;
    };
    standIn.fault = faults.dropped;
    expect(await messageOf()).toMatch(
      /^The server does not answer \(it closed the connection, (UND_ERR_SOCKET|ECONNRESET)\)\.$/,
    );
    standIn.fault = faults.silent;
    expect(await messageOf({ timeoutMs: 50 })).toBe('The server does not answer (no answer in time).');
    expect(await messageOf({ url: standIn.url.replace('http:', 'https:') })).toMatch(
      /^The server does not answer \(this port does not speak https, perhaps http, \w+\)\.$/,
    );
    expect(await messageOf({ url: 'http://nowhere.invalid' })).toMatch(/\(its name cannot be found, \w+\)\.$/);
  });

  it('try again if no server answers', async () => {
    const absent = server();
    await standIn.close();
    expect(await absent.acquire(1)).toEqual({
      ok: false,
      code: 'unreachable',
      message: 'The server does not answer (no program listens at this address and port, ECONNREFUSED).',
    });
  });

  it('try again after a timeout', async () => {
    standIn.fault = faults.silent;
    expect(await server({ timeoutMs: 50 }).acquire(1)).toMatchObject({ ok: false, code: 'unreachable' });
  });

  it.each([
    ['7', 7_000],
    ['0', 1_000],
    ['999999', 900_000],
    ['soon', 10_000],
  ])('wait for Retry-After in seconds: %s', async (header, afterMs) => {
    standIn.fault = faults.busy(header);
    expect(await server().acquire(1)).toMatchObject({ ok: false, code: 'limited', afterMs });
  });

  it('wait for Retry-After as a date', async () => {
    standIn.fault = faults.busy(new Date(Date.now() + 60_000).toUTCString());
    const reply = await server().acquire(1);
    if (reply.ok || reply.code !== 'limited') throw new Error('not limited');
    expect(Math.abs(reply.afterMs - 60_000)).toBeLessThan(15_000);
  });
});
