import { workerStatus } from '@anchor/wire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getJson } from '../src/platform/get-json.ts';

const status = {
  volunteers: true,
  depth: 1,
  queued: 2,
  served: 3,
  dropped: 0,
  rejected: 0,
  cache: { hits: 1, misses: 2, hitRate: 0.33 },
  annotations: { hits: 1, misses: 2, coalesced: 0, hitRate: 0.33 },
  engineId: 'anchor-net-1.1',
  strict: true,
  signedOnly: false,
  serverKey: 'ab'.repeat(32),
  workers: 1,
  canaries: { checked: 1, missed: 0, ignoredWorkers: 0 },
};

afterEach(() => vi.unstubAllGlobals());

/** Asks for the state of the queue, which the server answers with this value. */
function ask(answer: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  return getJson('/worker/status', workerStatus);
}

describe('an answer over HTTP', () => {
  it('is read although a newer server says more', async () => {
    const newer = { ...status, oldest: 5, cache: { ...status.cache, evicted: 7 } };
    expect(await ask(newer)).toEqual({ ok: true, value: status });
  });

  it('is refused if it lacks something that the page needs', async () => {
    const { depth: _, ...less } = status;
    expect(await ask(less)).toEqual({ ok: false, code: 'failed' });
    expect(await ask('no queue')).toEqual({ ok: false, code: 'failed' });
  });
});
