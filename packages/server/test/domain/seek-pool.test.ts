import { PAIRING } from '@anchor/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayMeet, meetAt, passing, widenedAfterMs } from '../../src/domain/lobby/seek.ts';
import { SeekPool } from '../../src/domain/lobby/seek-pool.ts';
import type { Seek } from '../../src/domain/rooms/lobby-messages.ts';

const NOW = 1_000_000;
const RULES = { cube: true, crawford: true, jacoby: false, beavers: false };

function wantedTermsOf(name: string, rating: number, more: Partial<Seek> = {}): Seek {
  const from = { pub: name, name, rating, rd: 80, provisional: false };
  const terms = { length: 5, rated: true, clock: 'normal', rules: RULES } as const;
  return { id: `seek-${name}`, from, ...terms, since: NOW, passed: [], ...more };
}

/** Seeks of different keys. Few different ratings and terms, so that they often meet and often tie. */
const manySeeks = fc
  .array(
    fc.record({
      rating: fc.oneof(fc.integer({ min: 1000, max: 2000 }), fc.constantFrom(1400, 1500, 1600)),
      length: fc.constantFrom(3, 5),
      since: fc.integer({ min: NOW - 30_000, max: NOW }),
      range: fc.option(
        fc.tuple(fc.integer({ min: 900, max: 2100 }), fc.integer({ min: 0, max: 400 })).map(([least, width]) => ({
          least,
          most: least + width,
        })),
        { nil: undefined, freq: 4 },
      ),
      passed: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined, freq: 4 }),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .map((drawn) =>
    drawn.map(({ rating, range, passed, ...rest }, index) => {
      const apart = passed === undefined ? [] : [{ pub: `key${passed}`, until: NOW + 5_000 }];
      return wantedTermsOf(`key${index}`, rating, { ...rest, ...(range ? { range } : {}), passed: apart });
    }),
  );

function poolOf(seeks: readonly Seek[]): SeekPool {
  const pool = new SeekPool();
  for (const seek of seeks) pool.set(seek);
  return pool;
}

/** All pairs that are due. */
function takeAll(pool: SeekPool, now: number): (readonly [Seek, Seek])[] {
  const pairs: (readonly [Seek, Seek])[] = [];
  for (let pair = pool.closestPair(now); pair; pair = pool.closestPair(now)) {
    for (const { from } of pair) pool.remove(from.pub);
    pairs.push(pair);
  }
  return pairs;
}

const names = (pairs: readonly (readonly [Seek, Seek])[]) =>
  pairs
    .map((pair) =>
      pair
        .map(({ from }) => from.pub)
        .sort()
        .join('-'),
    )
    .sort();

/** The earliest time at which two of these may meet, by comparing each with each. */
function earliest(seeks: readonly Seek[]): number {
  let at = Number.POSITIVE_INFINITY;
  for (const one of seeks) for (const other of seeks) if (one !== other) at = Math.min(at, meetAt(one, other));
  return at;
}

const without = (seeks: readonly Seek[], pairs: readonly (readonly [Seek, Seek])[]) => {
  const paired = new Set(pairs.flat());
  return seeks.filter((seek) => !paired.has(seek));
};

describe('the tolerance of a seek', () => {
  it('PO1 begins at 150 points, widens by 25 a second and is unlimited after 20 seconds', () => {
    expect([0, 150, 175, 400, 649, 650, 3000].map(widenedAfterMs)).toEqual([
      0, 0, 1000, 10_000, 19_960, 20_000, 20_000,
    ]);
    const [old, fresh] = [wantedTermsOf('old', 1500, { since: NOW - 60_000 }), wantedTermsOf('fresh', 1700)];
    expect(meetAt(old, fresh)).toBe(NOW + 2_000);
    expect(meetAt(fresh, old)).toBe(NOW + 2_000);
  });

  it('PO2 never widens the range that a seek states, for either of the two', () => {
    const picky = wantedTermsOf('picky', 1500, { range: { least: 1400, most: 1600 } });
    expect(meetAt(picky, wantedTermsOf('other', 1600))).toBe(NOW);
    expect(meetAt(picky, wantedTermsOf('other', 1601))).toBe(Number.POSITIVE_INFINITY);
    expect(meetAt(wantedTermsOf('other', 1601), picky)).toBe(Number.POSITIVE_INFINITY);
  });

  it('PO3 no key meets itself, and only equal terms meet', () => {
    expect(mayMeet(wantedTermsOf('a', 1500), wantedTermsOf('a', 1600))).toBe(false);
    for (const more of [
      { length: 7 },
      { rated: false },
      { clock: 'slow' as const },
      { rules: { ...RULES, cube: false } },
    ])
      expect(meetAt(wantedTermsOf('a', 1500), wantedTermsOf('b', 1500, more))).toBe(Number.POSITIVE_INFINITY);
  });

  it('PO4 keeps two players apart for 30 s after a failed pairing, and the seek keeps its place', () => {
    const [one, other] = [wantedTermsOf('one', 1500), wantedTermsOf('other', 1500)];
    const after = passing(one, 'other', NOW + 20_000);
    expect(after).toMatchObject({ id: one.id, since: one.since });
    expect(meetAt(after, other)).toBe(NOW + 20_000 + PAIRING.apartMs);
    let full = one;
    for (let failed = 0; failed < 50; failed++) full = passing(full, `other${failed}`, NOW);
    expect(full.passed).toHaveLength(8);
  });
});

describe('the pool of seeks', () => {
  it('PO5 leaves no two possible opponents waiting at any time, and says when the next two become possible', () => {
    fc.assert(
      fc.property(manySeeks, (seeks) => {
        const pool = poolOf(seeks);
        let rest: readonly Seek[] = seeks;
        for (let now = NOW; now !== Number.POSITIVE_INFINITY; now = earliest(rest)) {
          rest = without(rest, takeAll(pool, now));
          expect(earliest(rest)).toBeGreaterThan(now);
          // A seek whose opponent has gone may look too early, but none looks too late.
          expect(pool.nextAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(earliest(rest));
        }
        expect(pool.size).toBe(rest.length);
      }),
      { numRuns: 500 },
    );
  });

  it('PO6 puts no seek in two pairs, and pairs only those who may meet, the longer wait first', () => {
    fc.assert(
      fc.property(manySeeks, fc.integer({ min: 0, max: 30_000 }), (seeks, waitedMs) => {
        const now = NOW + waitedMs;
        const pairs = takeAll(poolOf(seeks), now);
        const keys = pairs.flat().map(({ from }) => from.pub);
        expect(new Set(keys).size).toBe(keys.length);
        for (const [older, newer] of pairs) {
          expect(meetAt(older, newer)).toBeLessThanOrEqual(now);
          expect(older.since).toBeLessThanOrEqual(newer.since);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('PO7 makes the same pairs in whatever order the seeks were added', () => {
    const orders = manySeeks.chain((seeks) =>
      fc.tuple(fc.constant(seeks), fc.shuffledSubarray(seeks, { minLength: seeks.length }), fc.nat(30_000)),
    );
    fc.assert(
      fc.property(orders, ([seeks, shuffled, waitedMs]) => {
        const now = NOW + waitedMs;
        expect(names(takeAll(poolOf(shuffled), now))).toEqual(names(takeAll(poolOf(seeks), now)));
      }),
      { numRuns: 500 },
    );
  });

  it('PO8 pairs a new seek with the closest rating, and of equal ones with the longest wait', () => {
    const waiting = [
      wantedTermsOf('far', 1640, { since: NOW - 9_000 }),
      wantedTermsOf('late', 1560, { since: NOW - 1_000, range: { least: 1490, most: 1510 } }),
      wantedTermsOf('early', 1440, { since: NOW - 2_000, range: { least: 1490, most: 1510 } }),
    ];
    const pairs = takeAll(poolOf([...waiting, wantedTermsOf('fresh', 1500)]), NOW);
    expect(names(pairs)).toEqual(['early-fresh']);
  });

  it('PO9 two people with the same seek are paired within 20 s, whatever their ratings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 4000 }), (one, other) => {
        const pool = poolOf([wantedTermsOf('one', one), wantedTermsOf('other', other)]);
        const at = pool.nextAt;
        expect(at).not.toBeNull();
        expect(at).toBeLessThanOrEqual(NOW + PAIRING.unlimitedMs);
        expect(takeAll(pool, at ?? 0)).toHaveLength(1);
      }),
    );
  });

  it('PO10 replaces the seek of a key, and forgets a removed one', () => {
    const pool = poolOf([
      wantedTermsOf('one', 1500),
      wantedTermsOf('one', 1500, { length: 7 }),
      wantedTermsOf('other', 1500),
    ]);
    expect(pool.size).toBe(2);
    expect(takeAll(pool, NOW)).toEqual([]);
    pool.set(wantedTermsOf('one', 1500));
    pool.remove('one');
    pool.remove('nobody');
    expect(takeAll(pool, NOW + 60_000)).toEqual([]);
    expect(pool.size).toBe(1);
  });

  it('PO11 compares a new seek with a few neighbours, however many wait', () => {
    const pool = new SeekPool();
    let looks = 0;
    for (let index = 0; index < 2_000; index++) {
      const { from, ...seek } = wantedTermsOf(`key${index}`, index * 400);
      pool.set({
        ...seek,
        get from() {
          looks += 1;
          return from;
        },
      });
    }
    expect(pool.closestPair(NOW)).toBeNull();
    looks = 0;
    pool.set(wantedTermsOf('fresh', 400_001));
    expect(pool.closestPair(NOW)?.map(({ from }) => from.pub)).toEqual(['fresh', 'key1000']);
    expect(looks).toBeLessThan(200);
  });

  it('PO12 compares a seek only with the ratings that it takes, and never compares the terms', () => {
    const pool = new SeekPool();
    const range = { least: 2000, most: 2010 };
    const reads = { rating: 0, terms: 0 };
    for (let index = 0; index < 2_000; index++) {
      const { from, rules, ...seek } = wantedTermsOf(`key${index}`, 1000 + (index % 900), { range });
      pool.set({
        ...seek,
        get from() {
          reads.rating += 1;
          return from;
        },
        get rules() {
          reads.terms += 1;
          return rules;
        },
      });
    }
    expect(pool.nextAt).toBeNull();
    Object.assign(reads, { rating: 0, terms: 0 });
    pool.set(wantedTermsOf('picky', 1500, { range }));
    expect(reads.rating).toBeLessThan(200);
    pool.set(wantedTermsOf('open', 1500));
    expect(reads.terms).toBe(0);
    expect(pool.nextAt).toBeNull();
    pool.set(wantedTermsOf('taker', 2005, { range: { least: 1899, most: 1899 } }));
    expect(pool.closestPair(NOW + PAIRING.unlimitedMs)?.map(({ from }) => from.pub)).toEqual(['key1799', 'taker']);
  });
});
