import { expect, it } from 'vitest';
import type { SharedMap } from '../../src/shared/shared-map.ts';

/** The values of these tests: any JSON. */
export interface Thing {
  readonly name: string;
}
export const thing = (name: string): Thing => ({ name });

/** The contract of every shared map. `settled` resolves when changes to one show in the other. Both may be the same map. */
export function mapContract(
  make: () => Promise<readonly [SharedMap<Thing>, SharedMap<Thing>]>,
  settled: () => Promise<void>,
): void {
  const shown = (map: SharedMap<Thing>) => [...map.entries].map(([key, { name }]) => `${key} ${name}`);

  it('SM1 shows the last value of each key, in insertion order', async () => {
    const [one, other] = await make();
    for (const [key, name] of ['a1', 'b1', 'c1', 'a2'].map((text) => [...text])) one.put(key ?? '', thing(name ?? ''));
    expect(shown(one)).toEqual(['b 1', 'c 1', 'a 2']);
    await settled();
    expect(shown(other)).toEqual(['b 1', 'c 1', 'a 2']);
  });

  it('SM2 lets exactly one of several callers take a value, and none take a missing one', async () => {
    const [one, other] = await make();
    one.put('a', thing('1'));
    await settled();
    const askers = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other));
    const got = await Promise.all(askers.map((map) => map.take('a', thing('1'))));
    expect(got.filter(Boolean)).toHaveLength(1);
    await settled();
    expect([shown(one), shown(other)]).toEqual([[], []]);
    expect(await one.take('a', thing('1'))).toBe(false);
  });

  it('SM3 takes only the given value', async () => {
    const [one, other] = await make();
    one.put('a', thing('1'));
    one.put('a', thing('2'));
    await settled();
    expect(await other.take('a', thing('1'))).toBe(false);
    expect(shown(one)).toEqual(['a 2']);
    expect(await other.take('a', thing('2'))).toBe(true);
    await settled();
    expect([shown(one), shown(other)]).toEqual([[], []]);
  });

  it('SM4 puts first for exactly one of several callers', async () => {
    const [one, other] = await make();
    const askers = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other));
    const there = await Promise.all(askers.map((map, n) => map.putFirst('a', thing(String(n)))));
    const first = there.indexOf(null);
    expect(there.filter((value) => value === null)).toHaveLength(1);
    expect(new Set(there.flatMap((value) => value?.name ?? []))).toEqual(new Set([String(first)]));
    await settled();
    expect([shown(one), shown(other)]).toEqual([[`a ${first}`], [`a ${first}`]]);
  });

  it('SM5 reports every change with the previous value, its own changes at once', async () => {
    const [one, other] = await make();
    const told: string[][] = [[], []];
    for (const [index, map] of [one, other].entries())
      map.observe((key, after, before) => told[index]?.push(`${key} ${before?.name} ${after?.name}`));
    one.put('a', thing('1'));
    one.put('a', thing('2'));
    const taken = one.take('a', thing('2'));
    const all = ['a undefined 1', 'a 1 2', 'a 2 undefined'];
    expect(told[0]).toEqual(all);
    expect(await taken).toBe(true);
    await settled();
    expect(told[1]).toEqual(all);
  });
}
