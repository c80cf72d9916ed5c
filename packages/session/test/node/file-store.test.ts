import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileStore } from '../../src/node/file-store.ts';
import { nothingSigned } from '../../src/session/match-store.ts';
import { makeHeader } from '../support/table.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bg-session-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MATCH = 'a-match-of-this-key---';
const rolled = (count: number) => ({ ...nothingSigned(MATCH), rolledAt: count });

it('FS1 has what was stored before the program ended, and nothing of what it could not store', async () => {
  const store = new FileStore(folder);
  expect(await store.signed(MATCH)).toEqual(nothingSigned(MATCH));
  expect(await store.place(MATCH, () => rolled(1))).toEqual(rolled(1));
  expect(await new FileStore(folder).signed(MATCH)).toEqual(rolled(1));
  expect(await store.place(MATCH, () => null)).toEqual(rolled(1));
  // The folder is gone, as on a disk that fails.
  rmSync(folder, { recursive: true });
  await expect(store.place(MATCH, () => rolled(2))).rejects.toThrow();
  expect(await store.signed(MATCH)).toEqual(rolled(1));
});

it('FS2 decides one event at a time, each on what the one before has stored', async () => {
  const store = new FileStore(folder);
  const places = [1, 2, 3].map((step) => store.place(MATCH, ({ rolledAt }) => rolled((rolledAt ?? 0) + step)));
  expect((await Promise.all(places)).map(({ rolledAt }) => rolledAt)).toEqual([1, 3, 6]);
});

it('FS3 keeps one key, name and texts, and shows them to its owner only', async () => {
  const store = new FileStore(folder);
  expect(await store.keys.current()).toBeNull();
  const keys = await Promise.all([store.keys.ensure(), store.keys.ensure()]);
  expect(new Set(keys.map((key) => key?.pub)).size).toBe(1);
  store.keys.name = 'Ann';
  store.texts.write('one', 'text');
  const again = new FileStore(folder);
  expect((await again.keys.current())?.pub).toBe(keys[0]?.pub);
  expect([again.keys.name, again.texts.read('one'), again.texts.read('two')]).toEqual(['Ann', 'text', null]);
  again.texts.write('one', null);
  expect(new FileStore(folder).texts.read('one')).toBeNull();
  for (const file of readdirSync(folder)) expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0]);
});

it('FS4 keeps the events of a match in order, and a fault once', async () => {
  const store = new FileStore(folder);
  const one = await makeHeader();
  const event = (n: number) => ({ n, type: 'roll' }) as never;
  await store.addEvents(one, [event(1)]);
  await store.addEvents(one, [event(0), event(1)]);
  const again = new FileStore(folder);
  expect((await again.transcript(one.id))?.events.map(({ n }) => n)).toEqual([0, 1]);
  const fault = { match: one.id, code: 'aborted-late', transcripts: [], publicLog: null } as never;
  await again.addEvidence(fault);
  await again.addEvidence(fault);
  expect(new FileStore(folder).evidence).toHaveLength(1);
});

it('FS5 names no file outside its folder, whatever id a server gives a match', async () => {
  const store = new FileStore(folder);
  for (const id of ['../../outside', 'a/b', 'x'.repeat(300)])
    await expect(store.place(id, () => rolled(1))).rejects.toThrow(TypeError);
  expect(readdirSync(folder)).toEqual([]);
});
