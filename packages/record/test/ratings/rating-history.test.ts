import { describe, expect, it } from 'vitest';
import { conservative, isProvisional, PERIOD_MS, RatingHistory, shownRating } from '../../src/ratings/index.ts';

const keyOf = (player: number) => player.toString(16).padStart(64, '0');
const BOSS = 0;
const FIRST_DAY = 20_000;

function pool() {
  const history = new RatingHistory();
  let now = FIRST_DAY * PERIOD_MS;
  return {
    history,
    /** Alternates the seats, which must not matter. */
    play(winner: number, loser: number, length = 25) {
      now += 1_000;
      const isSwapped = (winner + loser) % 2 === 0;
      const [first, second] = isSwapped ? [loser, winner] : [winner, loser];
      const seat = (player: number) => ({ pub: keyOf(player), name: '', bot: false, custody: 'own' }) as const;
      const header = { players: [seat(first), seat(second)], length, rated: true } as const;
      return history.add({ header, winner: isSwapped ? 1 : 0, finishedAt: now });
    },
    nextDay() {
      now = (Math.floor(now / PERIOD_MS) + 1) * PERIOD_MS;
    },
    shown(player: number) {
      const rating = shownRating(history.of(keyOf(player)), now);
      return { ...rating, conservative: conservative(rating), provisional: isProvisional(rating) };
    },
  };
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('ratings cannot be farmed in seconds', () => {
  it('RF1 24 new keys that lose to another one leave it provisional and far below an average established player', () => {
    const { play, shown } = pool();
    for (const puppet of range(24)) play(BOSS, puppet);
    expect(shown(BOSS)).toMatchObject({ provisional: true, opponents: 24, known: 0, rd: 350 });
    expect(shown(BOSS).conservative).toBeLessThan(1_100);
  });

  it('RF2 puppets that have had three opponents help no more on the same day', () => {
    const { play, shown } = pool();
    const puppets = range(24);
    for (const puppet of puppets) for (const step of [1, 2, 3]) play(puppet, ((puppet + step - 1) % 24) + 1, 1);
    for (const puppet of puppets) for (let n = 0; n < 10; n++) play(BOSS, puppet);
    expect(shown(BOSS)).toMatchObject({ provisional: true, known: 1, rd: 302 });
    expect(shown(BOSS).conservative).toBeLessThan(1_400);
  });

  it('RF3 two friends who only play each other stay provisional', () => {
    const { play, nextDay, shown } = pool();
    for (let day = 0; day < 60; day++) {
      for (let n = 0; n < 10; n++) play(BOSS, 1);
      nextDay();
    }
    expect(shown(BOSS)).toMatchObject({ provisional: true, opponents: 1, known: 0 });
    expect(shown(BOSS).conservative).toBeLessThan(1_150);
  });

  it('RF4 players of a small club are established after some days, and all their opponents’ ratings move', () => {
    const { play, nextDay, shown, history } = pool();
    const club = range(6);
    for (let day = 0; day < 14; day++) {
      for (const one of club)
        for (const step of [1, 2]) {
          const other = ((one + ((day + step) % 5)) % 6) + 1;
          const rated = play(one, other, 5);
          for (const { before, after } of rated ?? []) expect(after.rating).not.toBe(before.rating);
        }
      if (day === 3) for (const one of club) expect(shown(one).provisional).toBe(true);
      nextDay();
    }
    for (const one of club) expect(shown(one)).toMatchObject({ provisional: false, opponents: 5, known: 5 });
    expect([...history.pairs()]).toHaveLength(15);
  });
});
