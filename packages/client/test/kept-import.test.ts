import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ImportSource, readAgain, readInput } from '../src/engine/read-import.ts';
import { openedImport, openImport, reopenImport } from '../src/play/kept-import.ts';

const text = readFileSync(new URL('../../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8');
const read = readAgain;
const file = (content: string, index = 0): ImportSource => ({ text: content, index });
const match = (await read(file(text)))!;

/** The storage of a tab, which survives a reload. */
function tabStorage(most = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    removeItem: (name: string) => void texts.delete(name),
    setItem: (name: string, value: string) => {
      if (value.length > most) throw new DOMException('full', 'QuotaExceededError');
      texts.set(name, value);
    },
  };
}

let storage = tabStorage();

/** Forgets what is in memory only. */
function reload(): void {
  const { texts } = storage;
  const kept = new Map(texts);
  openImport(null);
  for (const [name, value] of kept) texts.set(name, value);
}

beforeEach(() => {
  storage = tabStorage();
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  openImport(null);
  vi.unstubAllGlobals();
});

describe('NR7 a match file', () => {
  test('is open again after a reload, and no longer when it was closed', async () => {
    openImport({ match, source: file(text) });
    expect(openedImport()).toEqual({ match, isKept: true });
    reload();
    expect(openedImport()).toBeNull();
    await reopenImport(read);
    expect(openedImport()).toEqual({ match, isKept: true });
    openImport(null);
    await reopenImport(read);
    expect(openedImport()).toBeNull();
    expect(storage.texts.size).toBe(0);
  });

  test('of bytes is open again after a reload, too', async () => {
    const bytes = Buffer.from(
      '4f47584d0200000002000000500000004d5443480d000000010c07030003416e6e03426f620147414d450c00000001030300' +
        '0102713348884615574353554d08000000010700000466edca98454e4421',
      'hex',
    );
    const given = await readInput(new Blob([new Uint8Array(bytes)]));
    if (!given.ok || given.kind !== 'matches' || !given.matches[0]) throw new Error('not read');
    openImport(given.matches[0]);
    reload();
    await reopenImport(read);
    expect(openedImport()).toMatchObject({ match: { names: ['Ann', 'Bob'], length: 3 }, isKept: true });
  });

  test('is only in memory if it is too large, or if the browser has no room or keeps nothing', async () => {
    openImport({ match, source: file(text) });
    openImport({ match, source: file(text.padEnd(1_000_001)) });
    expect(openedImport()?.isKept).toBe(false);
    expect(storage.texts.size, 'not even the former file').toBe(0);
    vi.stubGlobal('sessionStorage', tabStorage(10));
    openImport({ match, source: file(text) });
    expect(openedImport()?.isKept).toBe(false);
    vi.stubGlobal('sessionStorage', undefined);
    openImport({ match, source: file(text) });
    expect(openedImport()?.isKept).toBe(false);
    openImport(null);
    await expect(reopenImport(read)).resolves.toBeUndefined();
  });

  test('that cannot be read is forgotten', async () => {
    openImport({ match, source: file(text) });
    for (const name of storage.texts.keys()) storage.texts.set(name, '0:no match');
    reload();
    await reopenImport(read);
    expect(openedImport()).toBeNull();
    expect(storage.texts.size).toBe(0);
  });
});
