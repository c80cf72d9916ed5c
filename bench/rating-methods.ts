// The rating methods that the league compares. Each predicts a match and then learns from it.
import { glicko2, INITIAL_RATING, type Rating, RatingHistory, ratingAt } from '../packages/record/src/ratings/index.ts';
import type { LeagueMatch } from './league.ts';
import { PLAYERS } from './league.ts';

export interface Method {
  /** Predicts the winning chance of the first player before the match. */
  predict(match: LeagueMatch): number;
  learn(match: LeagueMatch): void;
}

/** Elo with a fixed K. It ignores the match length. */
export function elo(k: number): Method {
  const ratings = new Float64Array(PLAYERS).fill(1500);
  const predict = ({ players: [a, b] }: LeagueMatch) => 1 / (1 + 10 ** (((ratings[b] ?? 0) - (ratings[a] ?? 0)) / 400));
  return {
    predict,
    learn(match) {
      const change = k * ((match.winner === 0 ? 1 : 0) - predict(match));
      const [a, b] = match.players;
      ratings[a]! += change;
      ratings[b]! -= change;
    },
  };
}

type Update = (before: readonly [Rating, Rating], match: LeagueMatch) => readonly [Rating, Rating];

function glicko(weightOf: (length: number) => number, update: Update): Method {
  const ratings: Rating[] = Array.from({ length: PLAYERS }, () => INITIAL_RATING);
  const pairOf = ({ players, at }: LeagueMatch): readonly [Rating, Rating] => {
    const [a, b] = players.map((player) => ratingAt(ratings[player] ?? INITIAL_RATING, at));
    return [a ?? INITIAL_RATING, b ?? INITIAL_RATING];
  };
  return {
    predict: (match) => expected(pairOf(match), weightOf(match.length)),
    learn(match) {
      const after = update(pairOf(match), match);
      match.players.forEach((player, seat) => {
        ratings[player] = { ...after[seat === 0 ? 0 : 1], at: match.at };
      });
    },
  };
}

/** Glicko-2 as published. It ignores the match length. */
export const plainGlicko2 = () =>
  glicko(
    () => 1,
    ([a, b], { winner }) => {
      const options = { weight: 1, periods: 0 };
      const score = winner === 0 ? 1 : 0;
      return [glicko2(a, [{ against: b, score }], options), glicko2(b, [{ against: a, score: 1 - score }], options)];
    },
  );

/** The service's own method. */
export function ownMethod(): Method {
  const history = new RatingHistory();
  const keyOf = (player: number) => String(player).padStart(4, '0');
  return {
    predict({ players: [a, b], length, at }) {
      const pair = [ratingAt(history.of(keyOf(a)), at), ratingAt(history.of(keyOf(b)), at)] as const;
      return expected(pair, Math.sqrt(length / 7));
    },
    learn({ players, length, winner, at }) {
      const seat = (player: number) => ({ pub: keyOf(player), name: '', bot: false, custody: 'own' }) as const;
      const header = { players: [seat(players[0]), seat(players[1])], length, rated: true } as const;
      history.add({ header, winner, finishedAt: at });
    },
  };
}

const SCALE = 173.7178;

/** Glickman's expected score, with the uncertainty of both players. */
function expected([a, b]: readonly [Rating, Rating], weight: number): number {
  const phi = Math.hypot(a.rd, b.rd) / SCALE;
  const g = weight / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);
  return 1 / (1 + Math.exp((-g * (a.rating - b.rating)) / SCALE));
}
