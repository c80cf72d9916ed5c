// Simulates a league of players with known strengths, to compare the predictions of rating methods.

import { seededRandom } from '../packages/testkit/src/random.ts';

export interface LeagueMatch {
  readonly players: readonly [number, number];
  readonly length: number;
  /** The true winning chance of the first player. */
  readonly chance: number;
  readonly winner: 0 | 1;
  /** Milliseconds since the league began. */
  readonly at: number;
}

export const PLAYERS = 500;
const MATCHES = 50_000;
const YEAR_MS = 365 * 24 * 3_600_000;
export const LENGTHS = [1, 3, 5, 7, 11] as const;
const SPREAD = 200;
/** A strength difference of this much makes the odds of a single game 10 to 1. */
const GAME_SCALE = 1_500;
/** The frequencies of single games, gammons and backgammons. */
const POINTS = [
  [1, 0.735],
  [2, 0.255],
  [3, 0.01],
] as const;

/**
 * Simulates a year of matches between random players. A player who wins a game with probability p wins the
 * match as often as a race to its length implies. None of the compared methods uses this formula.
 */
export function playLeague(seed: number): readonly LeagueMatch[] {
  const random = seededRandom(seed);
  const strengths = Array.from({ length: PLAYERS }, () => SPREAD * normal(random));
  return Array.from({ length: MATCHES }, (_, index): LeagueMatch => {
    const first = Math.floor(random() * PLAYERS);
    const second = (first + 1 + Math.floor(random() * (PLAYERS - 1))) % PLAYERS;
    const length = LENGTHS[Math.floor(random() * LENGTHS.length)] ?? 1;
    const chance = matchChance((strengths[first] ?? 0) - (strengths[second] ?? 0), length);
    const winner = random() < chance ? 0 : 1;
    return { players: [first, second], length, chance, winner, at: (index / MATCHES) * YEAR_MS };
  });
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function matchChance(difference: number, length: number): number {
  const game = 1 / (1 + 10 ** (-difference / GAME_SCALE));
  const memo = new Map<number, number>();
  const from = (away: number, other: number): number => {
    if (away <= 0) return 1;
    if (other <= 0) return 0;
    const key = away * 32 + other;
    const known = memo.get(key);
    if (known !== undefined) return known;
    let chance = 0;
    for (const [points, share] of POINTS)
      chance += share * (game * from(away - points, other) + (1 - game) * from(away, other - points));
    memo.set(key, chance);
    return chance;
  };
  return from(length, length);
}
