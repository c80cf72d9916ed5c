import { describe, expect, it } from 'vitest';
import { Kept } from '../../src/http/kept.ts';

/** A clock that the test moves, and a source that counts how often it is asked. */
function setUp() {
  const clock = { ms: 0 };
  const source = { asked: 0 };
  const make = async () => ({ asked: ++source.asked });
  const kept = new Kept<object>(1_000, () => clock.ms);
  const json = async (name: string, from: () => Promise<object> = make) => JSON.stringify(await kept.get(name, from));
  return { clock, source, json, forget: () => kept.forget() };
}

describe('kept answers', () => {
  it('are made once for all who ask at the same time, and within the moment', async () => {
    const { clock, json } = setUp();
    const texts = await Promise.all([json('a'), json('a')]);
    clock.ms = 999;
    expect([...texts, await json('a')]).toEqual(Array(3).fill('{"asked":1}'));
    clock.ms = 1_000;
    expect(await json('a')).toBe('{"asked":2}');
  });

  it('are made again once they are forgotten, also what was being made meanwhile', async () => {
    const { json, forget } = setUp();
    const early = json('a');
    forget();
    const late = json('a');
    expect([await early, await late]).toEqual(['{"asked":1}', '{"asked":2}']);
    expect(await json('a')).toBe('{"asked":2}');
  });

  it('do not keep a failure', async () => {
    const { json } = setUp();
    await expect(json('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await json('a')).toBe('{"asked":1}');
  });

  it('are few: the oldest makes room', async () => {
    const { json, source } = setUp();
    for (let n = 0; n <= 100; n++) await json(`name ${n}`);
    await json('name 1');
    expect(source.asked).toBe(101);
    await json('name 0');
    expect(source.asked).toBe(102);
  });
});
