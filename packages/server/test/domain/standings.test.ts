import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conservative, PERIOD_MS } from '../../src/domain/players/rating.ts';
import { Standings } from '../../src/domain/players/standings.ts';
import type { StoredPlayer } from '../../src/domain/ports.ts';
import { FakeWorld, START_MS } from '../support/fake-world.ts';

const keyOf = (index: number) => index.toString(16).padStart(64, '0');

function player(
  index: number,
  rating: number,
  rd: number,
  rest: Partial<StoredPlayer> & { days?: number } = {},
): StoredPlayer {
  const { days = 0, ...changes } = rest;
  const at = START_MS - days * PERIOD_MS;
  return {
    pub: keyOf(index),
    name: `P${index}`,
    games: 5,
    wins: 2,
    rating: { rating, rd, volatility: 0.06, at },
    ...changes,
  };
}

function standings(stored: readonly StoredPlayer[], bots: readonly string[] = []) {
  const sorted = stored.toSorted((a, b) => conservative(b.rating) - conservative(a.rating));
  const pages: number[] = [];
  const players = {
    get: async (pub: string) => stored.find((one) => one.pub === pub) ?? null,
    startingWith: async (start: string, count: number) =>
      stored.filter(({ pub }) => pub.startsWith(start)).slice(0, count),
    see: () => Promise.reject(new Error('nobody is made here')),
    async byConservative(minGames: number, from: number, count: number) {
      pages.push(from);
      return sorted.filter(({ games }) => games >= minGames).slice(from, from + count);
    },
  };
  const records = { recentRows: async () => [] };
  return { pages, made: new Standings({ players, records, world: new FakeWorld(), bots: new Set(bots) }) };
}

describe('the leaderboard', () => {
  it('LB1 is ordered by the conservative rating as it is now: who stays away sinks', async () => {
    const { made } = standings([player(1, 1800, 60, { days: 100 }), player(2, 1750, 60), player(3, 1900, 200)]);
    const leaders = await made.leaderboard(3, 50);
    expect(leaders.map(({ name }) => name)).toEqual(['P2', 'P1', 'P3']);
    expect(leaders[0]).toEqual({
      ...{ pub: keyOf(2), name: 'P2', games: 5, wins: 2 },
      ...{ rating: 1750, rd: 60, provisional: false, conservative: 1630 },
    });
    expect(leaders[1]?.rd).toBeCloseTo(Math.sqrt(60 ** 2 + 100 * (173.7178 * 0.06) ** 2), 9);
    expect(leaders[1]?.provisional).toBe(true);
  });

  it('LB2 lists no bot and nobody with fewer games', async () => {
    const { made } = standings(
      [player(1, 1800, 60), player(2, 1700, 60, { games: 2 }), player(3, 1600, 60)],
      [keyOf(1)],
    );
    expect((await made.leaderboard(3, 50)).map(({ name }) => name)).toEqual(['P3']);
    expect((await made.leaderboard(0, 50)).map(({ name }) => name)).toEqual(['P2', 'P3']);
  });

  it('LB3 stops reading where nobody can be better any more, and misses nobody by that', async () => {
    const one = fc.record({ rating: fc.integer({ min: 800, max: 2200 }), rd: fc.integer({ min: 30, max: 350 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), async (some, limit) => {
        const crowd = Array.from({ length: 1400 }, (_, index) => player(1000 + index, 1500 - (index % 900), 350));
        const stored = [...crowd, ...some.map(({ rating, rd }, index) => player(index, rating, rd))];
        const all = await standings(stored).made.leaderboard(0, stored.length);
        const { made, pages } = standings(stored);
        expect(await made.leaderboard(0, limit)).toEqual(all.slice(0, limit));
        expect(pages.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 25 },
    );
    const strong = Array.from({ length: 600 }, (_, index) => player(index, 2000, 40));
    const { made, pages } = standings([
      ...strong,
      ...Array.from({ length: 2000 }, (_, index) => player(5000 + index, 1500, 100)),
    ]);
    await made.leaderboard(0, 50);
    expect(pages).toEqual([0, 250, 500]);
  });
});

describe('a card', () => {
  it('PC1 shows the rating as it is now, and nobody for a key that is not known', async () => {
    const { made } = standings([player(1, 1800, 100, { days: 30 })]);
    const card = await made.card(keyOf(1));
    expect(card).toMatchObject({ name: 'P1', games: 5, wins: 2, rating: 1800, provisional: true, matches: [] });
    expect(card?.conservative).toBeCloseTo(1800 - 2 * Math.sqrt(100 ** 2 + 30 * (173.7178 * 0.06) ** 2), 9);
    expect(await made.card(keyOf(2))).toBeNull();
  });
});

describe('a key', () => {
  it('PK1 is known by its beginning, with whether it is a bot’s, unless several begin so', async () => {
    const { made } = standings([player(1, 1800, 60), player(2, 1700, 60)], [keyOf(2)]);
    expect(await made.keyOf(keyOf(1))).toEqual({ pub: keyOf(1), bot: false });
    expect(await made.keyOf(keyOf(2))).toEqual({ pub: keyOf(2), bot: true });
    expect(await made.keyOf(keyOf(1).slice(0, 16))).toBeNull();
    expect(await made.keyOf('f'.repeat(16))).toBeNull();
  });
});
