import { describe, expect, it } from 'vitest';
import { AnswerCache } from '../../src/http/answer-cache.ts';

/** A clock that the test sets, and a source that counts its calls. */
function setUp() {
  const clock = { ms: 1 };
  const source = { asked: 0 };
  const make = async () => ({ asked: ++source.asked });
  const kept = new AnswerCache<object>(1_000, () => clock.ms);
  const json = async (name: string, from: () => Promise<object> = make) => JSON.stringify(await kept.get(name, from));
  return { clock, source, json, forget: () => kept.forget() };
}

describe('cached answers', () => {
  it('are computed once for concurrent requests and during their lifetime', async () => {
    const { clock, json } = setUp();
    const texts = await Promise.all([json('a'), json('a')]);
    clock.ms = 1_001;
    expect([...texts, await json('a')]).toEqual(Array(3).fill('{"asked":1}'));
    clock.ms = 1_002;
    expect(await json('a')).toBe('{"asked":2}');
  });

  it('are computed again after they were forgotten, also while being computed', async () => {
    const { json, forget } = setUp();
    const early = json('a');
    forget();
    const late = json('a');
    expect([await early, await late]).toEqual(['{"asked":1}', '{"asked":2}']);
    expect(await json('a')).toBe('{"asked":2}');
  });

  it('do not include failures', async () => {
    const { json } = setUp();
    await expect(json('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await json('a')).toBe('{"asked":1}');
  });

  it('are limited in number: the oldest is evicted', async () => {
    const { json, source } = setUp();
    for (let n = 0; n <= 100; n++) await json(`name ${n}`);
    await json('name 1');
    expect(source.asked).toBe(101);
    await json('name 0');
    expect(source.asked).toBe(102);
  });
});
