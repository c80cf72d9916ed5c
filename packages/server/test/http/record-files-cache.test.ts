import { describe, expect, it } from 'vitest';
import { cacheRecords, NewestRecords } from '../../src/http/record-files.ts';

/** Files whose names are their sizes. `asked` lists those that were read. */
function setUp(maxBytes: number) {
  const asked: string[] = [];
  const read = async (id: string) => {
    asked.push(id);
    return id === 'none' ? null : new Uint8Array(Number(id.slice(1)));
  };
  return { asked, read: cacheRecords(read, maxBytes) };
}

it('reads a file once for several requests in a row', async () => {
  const { asked, read } = setUp(10);
  const first = await read('a4');
  expect(await read('a4')).toBe(first);
  expect(asked).toEqual(['a4']);
});

it('reads again after a read that failed', async () => {
  const results = [Promise.reject(new Error('broken')), Promise.resolve(new Uint8Array(1))];
  const read = cacheRecords(() => results.shift() ?? Promise.resolve(null), 10);
  await expect(read('a')).rejects.toThrow('broken');
  expect(await read('a')).toHaveLength(1);
});

it('looks up a missing file each time', async () => {
  const { asked, read } = setUp(10);
  expect([await read('none'), await read('none')]).toEqual([null, null]);
  expect(asked).toHaveLength(2);
});

it('keeps the most recently used within its capacity', async () => {
  const { asked, read } = setUp(10);
  for (const id of ['a4', 'b4', 'a4', 'c4', 'a4', 'b4']) await read(id);
  expect(asked).toEqual(['a4', 'b4', 'c4', 'b4']);
  for (const id of ['d11', 'd11', 'a4', 'b4']) await read(id);
  expect(asked.slice(4)).toEqual(['d11', 'd11']);
});

it('keeps an empty file', async () => {
  const { asked, read } = setUp(10);
  await read('a0');
  expect(await read('a0')).toHaveLength(0);
  expect(asked).toEqual(['a0']);
});

it('reads a file once for two requests at the same time', async () => {
  const { asked, read } = setUp(10);
  await Promise.all([read('a4'), read('a4')]);
  await read('b6');
  await read('a4');
  expect(asked).toEqual(['a4', 'b6']);
});

/** The newest records, first the newest, whose names are their sizes. `asked` lists those that were read. */
function setUpNewest(maxBytes: number) {
  const source = { ids: [] as string[], asked: [] as string[], isAway: false };
  const answer = <T>(value: T) => (source.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value));
  const newest = new NewestRecords(
    {
      recentIds: (count) => answer(source.ids.slice(0, count)),
      gzip(id) {
        source.asked.push(id);
        return answer(new Uint8Array(Number(id.slice(1))));
      },
    },
    maxBytes,
  );
  const kept = () => source.ids.filter((id) => newest.get(id) !== null);
  return { source, newest, kept };
}

describe('the newest records', () => {
  it('RW1 are read once each, before anyone asks, and are there while the storage is away', async () => {
    const { source, newest, kept } = setUpNewest(100);
    source.ids = ['b2', 'a1'];
    await newest.refresh();
    source.ids = ['c3', ...source.ids];
    await newest.refresh();
    expect(source.asked).toEqual(['b2', 'a1', 'c3']);
    source.isAway = true;
    await newest.refresh();
    expect(kept()).toEqual(['c3', 'b2', 'a1']);
    expect(newest.get('c3')).toHaveLength(3);
  });

  it('RW2 are the fifty newest that fit, and one without room is not read again', async () => {
    const { source, newest, kept } = setUpNewest(100);
    source.ids = ['d40', 'c101', 'b50', 'a11', 'z10'];
    for (let times = 0; times < 3; times++) await newest.refresh();
    expect(kept()).toEqual(['d40', 'b50', 'z10']);
    expect(source.asked).toEqual(['d40', 'c101', 'b50', 'a11', 'z10']);
    source.ids = ['e60', ...source.ids];
    await newest.refresh();
    expect(kept()).toEqual(['e60', 'd40']);
    source.ids = Array.from({ length: 60 }, (_, n) => `${String.fromCharCode(65 + n)}1`);
    await newest.refresh();
    expect(kept()).toEqual(source.ids.slice(0, 50));
  });
});
