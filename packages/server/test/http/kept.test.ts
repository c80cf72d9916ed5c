import { describe, expect, it } from 'vitest';
import { Kept } from '../../src/http/kept.ts';

/** A clock that the test moves, and a source that counts how often it is asked. */
function setUp() {
  const clock = { ms: 0 };
  const source = { asked: 0 };
  const make = async () => ({ asked: ++source.asked });
  return { clock, source, make, kept: new Kept(1_000, () => clock.ms) };
}

describe('kept answers', () => {
  it('are made once for all who ask at the same time, and within the moment', async () => {
    const { clock, kept, make } = setUp();
    const texts = await Promise.all([kept.text('a', make), kept.text('a', make)]);
    clock.ms = 999;
    expect([...texts, await kept.text('a', make)]).toEqual(Array(3).fill('{"asked":1}'));
    clock.ms = 1_000;
    expect(await kept.text('a', make)).toBe('{"asked":2}');
  });

  it('are made again once they are forgotten, also what was being made meanwhile', async () => {
    const { kept, make } = setUp();
    const early = kept.text('a', make);
    kept.forget();
    const late = kept.text('a', make);
    expect([await early, await late]).toEqual(['{"asked":1}', '{"asked":2}']);
    expect(await kept.text('a', make)).toBe('{"asked":2}');
  });

  it('do not keep a failure', async () => {
    const { kept, make } = setUp();
    await expect(kept.text('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await kept.text('a', make)).toBe('{"asked":1}');
  });

  it('are few: the oldest makes room', async () => {
    const { kept, make, source } = setUp();
    for (let n = 0; n <= 100; n++) await kept.text(`name ${n}`, make);
    await kept.text('name 1', make);
    expect(source.asked).toBe(101);
    await kept.text('name 0', make);
    expect(source.asked).toBe(102);
  });
});
