import { describe, expect, it } from 'vitest';
import { StreamMap, type Written } from '../../src/redis/stream-map.ts';

const ME = 'p';

function open() {
  const sent: Written[] = [];
  const gone = new Set<string>();
  let reads = 0;
  const map = new StreamMap<string>({
    name: 'texts',
    processId: ME,
    decode: (text) => JSON.parse(text),
    endsWithProcess: false,
    now: () => 5,
    isGone: (process) => gone.has(process),
    write: (change) => ({ n: sent.push(change), sent: Promise.resolve(true) }),
  });
  const read = (change: Parameters<typeof map.apply>[0]) => {
    reads += 1;
    map.apply(change, `${reads}-0`);
    map.show();
  };
  const put = (by: string, name: string, at: number, n = 1) =>
    read({ type: 'set', by, n, map: 'texts', key: 'a', at, text: JSON.stringify(name) });
  const again = (by: string, name: string, at: number, n = 1) => {
    map.applyAgain({
      type: 'again',
      by,
      n,
      map: 'texts',
      seen: '0-0',
      rows: [{ key: 'a', text: JSON.stringify(name), at }],
    });
    map.show();
  };
  const all = (by: string, first: number) => {
    map.applyAll({ type: 'all', by, n: first + 1, first });
    map.show();
  };
  /** Reads back what this process has written. */
  const back = (n: number) => read({ ...sent[n - 1], by: ME, n } as Parameters<typeof read>[0]);
  return { map, gone, put, again, all, back, value: () => map.entries.get('a') ?? null };
}

describe('a map that is computed from a stream', () => {
  it.each([
    ['older', 'newer'],
    ['newer', 'older'],
  ])('keeps the newer of two repeated values: %s, %s', (...names) => {
    const { again, value } = open();
    for (const name of names) again(name, name, name === 'newer' ? 2 : 1);
    expect(value()).toBe('newer');
  });

  it('keeps a value that replaced one with a later time by another clock', () => {
    const { put, again, value } = open();
    put('q', 'one', 5);
    put('r', 'two', 1);
    again('q', 'one', 5);
    expect(value()).toBe('two');
  });

  it('does not take a value that another process has replaced meanwhile', async () => {
    const { map, put, back, value } = open();
    put('q', 'one', 1);
    const taken = map.take('a', 'one');
    put('r', 'two', 2);
    back(1);
    expect(await taken).toBe(false);
    expect(value()).toBe('two');
  });

  it('gives an entry of a process that is gone to the one that repeats it', () => {
    const { gone, put, again, all, value } = open();
    put('q', 'one', 1);
    again('r', 'one', 1);
    all('r', 2);
    expect(value()).toBe('one');
    gone.add('q');
    again('r', 'one', 1, 3);
    all('q', 9);
    expect(value()).toBe('one');
    all('r', 4);
    expect(value()).toBeNull();
  });

  it('ends the wait for writes that are lost', async () => {
    const { map, put, all, value } = open();
    put('q', 'one', 1);
    const taken = map.take('a', 'one');
    const first = map.putFirst('b', 'two');
    // Redis has confirmed both.
    await Promise.resolve();
    all(ME, 3);
    expect(await taken).toBe(false);
    expect(await first).toBeNull();
    expect([value(), map.entries.get('b')]).toEqual(['one', 'two']);
  });
});
