import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readMatchText, textOf } from '../src/play/match-file.tsx';
import { openedImport, openImport, reopenImport } from '../src/records/kept-import.ts';

const text = readFileSync(new URL('../../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8');
const read = (file: string) => {
  const result = readMatchText(file);
  return result.ok ? result.value : null;
};
const match = read(text)!;

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
  test('is open again after a reload, and no longer when it was closed', () => {
    openImport({ match, text });
    expect(openedImport()).toEqual({ match, isKept: true });
    reload();
    expect(openedImport()).toBeNull();
    reopenImport(read);
    expect(openedImport()).toEqual({ match, isKept: true });
    openImport(null);
    reopenImport(read);
    expect(openedImport()).toBeNull();
    expect(storage.texts.size).toBe(0);
  });

  test('of bytes is open again after a reload, too', async () => {
    const bytes = Buffer.from(
      '4f47584d0200000002000000500000004d5443480d000000010c07030003416e6e03426f620147414d450c00000001030300' +
        '0102713348884615574353554d08000000010700000466edca98454e4421',
      'hex',
    );
    const kept = await textOf(new Blob([new Uint8Array(bytes)]));
    openImport({ match: read(kept)!, text: kept });
    reload();
    reopenImport(read);
    expect(openedImport()).toMatchObject({ match: { names: ['Ann', 'Bob'], length: 3 }, isKept: true });
  });

  test('is only in memory if it is too large, or if the browser has no room or keeps nothing', () => {
    openImport({ match, text });
    openImport({ match, text: text.padEnd(1_000_001) });
    expect(openedImport()?.isKept).toBe(false);
    expect(storage.texts.size, 'not even the former file').toBe(0);
    vi.stubGlobal('sessionStorage', tabStorage(10));
    openImport({ match, text });
    expect(openedImport()?.isKept).toBe(false);
    vi.stubGlobal('sessionStorage', undefined);
    openImport({ match, text });
    expect(openedImport()?.isKept).toBe(false);
    openImport(null);
    expect(() => reopenImport(read)).not.toThrow();
  });

  test('that cannot be read is forgotten', () => {
    openImport({ match, text });
    for (const name of storage.texts.keys()) storage.texts.set(name, 'no match');
    reload();
    reopenImport(read);
    expect(openedImport()).toBeNull();
    expect(storage.texts.size).toBe(0);
  });
});
