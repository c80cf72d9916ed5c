import { knownKey } from '@anchor/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { getJson } from '../src/platform/get-json.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body));

test('OV4 an answer over HTTP is read although it has members that the page does not know, and not if it lacks one', async () => {
  const value = { pub: 'ab'.repeat(32), bot: false };
  answer({ ...value, future: 1 });
  expect(await getJson('/api', knownKey)).toEqual({ ok: true, value });
  answer({ pub: value.pub, future: 1 });
  expect(await getJson('/api', knownKey)).toEqual({ ok: false, code: 'failed' });
});
