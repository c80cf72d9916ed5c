import { atMost, FULLY_KNOWN, PERIOD_MS } from 'bg-record/ratings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, leaderOf, Standings } from '../../src/domain/players/standings.ts';
import { TakenNames } from '../../src/domain/players/taken-names.ts';
import type { BoundedPlayer, PlayerStore, StoredPlayer } from '../../src/domain/ports/players.ts';
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
    games: 9,
    wins: 8,
    ratedGames: 5,
    ratedWins: 2,
    country: null,
    rating: { rating, rd, volatility: 0.06, at, opponents: 9, known: FULLY_KNOWN, knownOn: 1 },
    ...changes,
  };
}

/** A store in memory that counts its calls. It maintains the bounds like the real one. */
function standings(stored: readonly StoredPlayer[], bots: readonly string[] = [], owners = new Map<string, string>()) {
  const bounds = new Map(stored.map(({ pub, rating }) => [pub, atMost(rating)]));
  const bounded = (one: StoredPlayer): BoundedPlayer => ({ ...one, atMost: bounds.get(one.pub) ?? 0 });
  const placed = ({ atMost, rating, ratedGames, pub }: BoundedPlayer) => ({
    conservative: atMost,
    rating: rating.rating,
    games: ratedGames,
    pub,
  });
  const asked = { pages: 0, lowered: 0 };
  const players: PlayerStore = {
    get: async (pub) => stored.find((one) => one.pub === pub) ?? null,
    among: async (pubs) => stored.filter(({ pub }) => pubs.includes(pub)),
    startingWith: async (start, count) => stored.filter(({ pub }) => pub.startsWith(start)).slice(0, count),
    see: () => Promise.reject(new Error('no player is made here')),
    setCountry: () => Promise.reject(new Error('no player changes here')),
    countWithGames: async (minGames, most) =>
      Math.min(most, stored.filter(({ ratedGames }) => ratedGames >= minGames).length),
    withGames: async (minGames, count) => stored.filter(({ ratedGames }) => ratedGames >= minGames).slice(0, count),
    async byAtMost(minGames, count, after) {
      asked.pages += 1;
      const enough = stored.filter(({ ratedGames }) => ratedGames >= minGames).map(bounded);
      const following = enough.filter((one) => !after || compare(placed(after), placed(one)) < 0);
      return following.toSorted((a, b) => compare(placed(a), placed(b))).slice(0, count);
    },
    async lower(changes) {
      asked.lowered += changes.length;
      for (const { pub, atMost } of changes) bounds.set(pub, atMost);
    },
  };
  const records = { recentRows: async () => [] };
  const figures = { ofPlayer: async () => null };
  const takenNames = new TakenNames({ accounts: { ownersOf: async () => owners }, bots: new Map() });
  const world = new FakeWorld();
  return { asked, made: new Standings({ players, records, figures, world, bots: new Set(bots), takenNames }) };
}

describe('a rating', () => {
  it('LD9 of a key that is not stored is that of a new player', async () => {
    const { made } = standings([player(1, 1800, 60)]);
    expect((await made.standing(keyOf(1))).rating).toBe(1800);
    expect(await made.standing(keyOf(2))).toEqual({ rating: 1500, rd: 350, provisional: true, conservative: 800 });
  });
});

describe('the leaderboard', () => {
  it('NM11b shows a player who has the name of an account with the start of the key', async () => {
    const stored = [player(1, 1800, 60, { name: 'Anna' }), player(2, 1700, 60, { name: 'ANNA' })];
    const { made } = standings(stored, [], new Map([['anna', keyOf(2)]]));
    expect((await made.leaderboard(1, 5)).map(({ name }) => name)).toEqual(['Anna (0000)', 'ANNA']);
    expect((await made.card(keyOf(1)))?.name).toBe('Anna (0000)');
  });

  it('LD1 is ordered by the present conservative rating: absent players sink', async () => {
    const { made } = standings([
      player(1, 1800, 60, { days: 100 }),
      player(2, 1750, 60, { country: 'DE' }),
      player(3, 1900, 200),
    ]);
    const leaders = await made.leaderboard(3, 50);
    expect(leaders.map(({ name }) => name)).toEqual(['P2', 'P1', 'P3']);
    expect(leaders[0]).toEqual({
      pub: keyOf(2),
      name: 'P2',
      games: 5,
      wins: 2,
      rating: 1750,
      rd: 60,
      provisional: false,
      conservative: 1630,
      country: 'DE',
    });
    expect(leaders[1]?.rd).toBeCloseTo(Math.sqrt(60 ** 2 + 100 * (173.7178 * 0.06) ** 2), 9);
    expect(leaders[1]?.provisional).toBe(true);
  });

  it('LD2 lists no bots and no players with too few rated matches, whatever else they played', async () => {
    const unrated = player(4, 1500, 60, { games: 40, ratedGames: 0, ratedWins: 0 });
    const { made } = standings(
      [player(1, 1800, 60), player(2, 1700, 60, { ratedGames: 2 }), player(3, 1600, 60), unrated],
      [keyOf(1)],
    );
    expect((await made.leaderboard(3, 50)).map(({ name }) => name)).toEqual(['P3']);
    expect((await made.leaderboard(0, 50)).map(({ name }) => name)).toEqual(['P2', 'P3']);
  });

  it('LD3 stops reading when no further player can be better, and misses none', async () => {
    const one = fc.record({
      rating: fc.integer({ min: 800, max: 2200 }),
      rd: fc.integer({ min: 30, max: 350 }),
      days: fc.integer({ min: 0, max: 700 }),
      known: fc.integer({ min: 0, max: FULLY_KNOWN }),
      ratedGames: fc.integer({ min: 0, max: 9 }),
    });
    const limits = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 700 }), limits, fc.boolean(), async (some, limit, isCrowded) => {
        const crowd = Array.from({ length: isCrowded ? 1400 : 0 }, (_, index) =>
          player(1000 + index, 1500 - (index % 900), 350),
        );
        const others = some.map(({ rating, rd, known, ...rest }, index) => {
          const made = player(index, rating, rd, rest);
          return { ...made, rating: { ...made.rating, known } };
        });
        const stored = [...crowd, ...others];
        const now = new FakeWorld().now();
        const all = stored.filter(({ ratedGames }) => ratedGames >= 3).map((each) => leaderOf(each, now));
        const wanted = all.toSorted(compare).slice(0, limit);
        const { made } = standings(stored);
        expect(await made.leaderboard(3, limit)).toEqual(wanted);
        // Again, with the bounds that the first walk has lowered.
        expect(await made.leaderboard(3, limit)).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
  });

  it('LD4 reads one page if all players tie, whatever the limit', async () => {
    const { made, asked } = standings(Array.from({ length: 3000 }, (_, index) => player(index, 1500, 350)));
    const leaders = await made.leaderboard(0, 200);
    expect(leaders.map(({ pub }) => pub)).toEqual(Array.from({ length: 200 }, (_, index) => keyOf(index)));
    expect(asked).toEqual({ pages: 1, lowered: 0 });
  });

  it('LD5 skips players who left long ago after the first walk', async () => {
    const left = Array.from({ length: 2000 }, (_, index) => player(index, 2000, 40, { days: 600 }));
    const here = Array.from({ length: 600 }, (_, index) => player(5000 + index, 1900, 40));
    const { made, asked } = standings([...left, ...here]);
    expect((await made.leaderboard(3, 50)).every(({ name }) => name.startsWith('P5'))).toBe(true);
    expect(asked).toEqual({ pages: 9, lowered: 2000 });
    await made.leaderboard(3, 50);
    expect(asked).toEqual({ pages: 10, lowered: 2000 });
  });

  it('LD6 reads by number of games if few players have enough', async () => {
    const crowd = Array.from({ length: 3000 }, (_, index) => player(index, 2000, 40));
    const { made, asked } = standings([...crowd, player(9000, 1400, 60, { ratedGames: 700 })]);
    expect((await made.leaderboard(600, 50)).map(({ name }) => name)).toEqual(['P9000']);
    expect(await made.leaderboard(701, 50)).toEqual([]);
    expect(asked.pages).toBe(0);
  });

  it('LD7 reads a bounded number of pages, and finds the best of many players with one bound over several walks', async () => {
    const fallen = Array.from({ length: 9000 }, (_, index) => player(index, 1500, 200, { days: 30 }));
    const here = Array.from({ length: 60 }, (_, index) => player(9000 + index, 1500, 200));
    const { made, asked } = standings([...fallen, ...here]);
    for (let walks = 1; walks <= 2; walks++) {
      await made.leaderboard(0, 50);
      expect(asked.pages).toBeLessThanOrEqual(20 * walks);
    }
    expect((await made.leaderboard(0, 50)).map(({ pub }) => pub)).toEqual(here.slice(0, 50).map(({ pub }) => pub));
  });

  it('LD8 reads a bounded number of pages among players who stay equal, and lowers each of them once', async () => {
    const { made, asked } = standings(
      Array.from({ length: 6000 }, (_, index) => player(index, 1500, 200, { days: 30 })),
    );
    const wanted = Array.from({ length: 50 }, (_, index) => keyOf(index));
    expect((await made.leaderboard(0, 50)).map(({ pub }) => pub)).toEqual(wanted);
    expect(asked).toEqual({ pages: 20, lowered: 5000 });
    for (let walks = 0; walks < 3; walks++) await made.leaderboard(0, 50);
    expect(asked.lowered).toBeLessThanOrEqual(6000);
    expect((await made.leaderboard(0, 50)).map(({ pub }) => pub)).toEqual(wanted);
  });
});

describe('a card', () => {
  it('PC1 shows the present rating, and nothing for an unknown key', async () => {
    const { made } = standings([player(1, 1800, 100, { days: 30 })]);
    const card = await made.card(keyOf(1));
    expect(card).toMatchObject({ name: 'P1', games: 9, wins: 8, rating: 1800, provisional: true, matches: [] });
    expect(card?.conservative).toBeCloseTo(1800 - 2 * Math.sqrt(100 ** 2 + 30 * (173.7178 * 0.06) ** 2), 9);
    expect(await made.card(keyOf(2))).toBeNull();
  });
});

describe('a key', () => {
  it('PK1 is found by its beginning, with a flag for bots, unless several keys match', async () => {
    const { made } = standings([player(1, 1800, 60), player(2, 1700, 60)], [keyOf(2)]);
    expect(await made.keyOf(keyOf(1))).toEqual({ pub: keyOf(1), bot: false });
    expect(await made.keyOf(keyOf(2))).toEqual({ pub: keyOf(2), bot: true });
    expect(await made.keyOf(keyOf(1).slice(0, 16))).toBeNull();
    expect(await made.keyOf('f'.repeat(16))).toBeNull();
  });
});
