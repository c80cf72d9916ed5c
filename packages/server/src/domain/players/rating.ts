/** A Glicko-2 rating on the Glicko scale. */
export interface Rating {
  readonly rating: number;
  readonly rd: number;
  readonly volatility: number;
  /** When it was last changed, milliseconds since the epoch; null before the first rated match. RD grows from there. */
  readonly at: number | null;
}

/** Names the method: Glicko-2 a match, where the difference in skill counts for the square root of the length. */
export const RATING_SYSTEM = 'glicko2-sqrt-1';

export const INITIAL_RATING: Rating = { rating: 1500, rd: 350, volatility: 0.06, at: null };

/** Above this deviation a rating is provisional. */
export const PROVISIONAL_RD = 110;

/** RD grows by one rating period a day: from 50 an absent player is provisional after about three months. */
export const PERIOD_MS = 24 * 3_600_000;

/** The opponent's rating and the player's score against it: 1 won, 0 lost, 1/2 drawn. */
export interface Outcome {
  readonly against: Rating;
  readonly score: number;
}

export interface RatedMatch {
  readonly length: number;
  readonly winner: 0 | 1;
  /** When it ended, milliseconds since the epoch. */
  readonly at: number;
}

/** The lowest rating that the player very likely has; what leaderboards are ordered by. */
export function conservative({ rating, rd }: Rating): number {
  return rating - 2 * rd;
}

export function isProvisional({ rd }: Rating): boolean {
  return rd > PROVISIONAL_RD;
}

/** The rating as it stands at a moment: the longer a player was away, the less is known. */
export function ratingAt(rating: Rating, now: number): Rating {
  const periods = rating.at === null ? 0 : Math.max(0, now - rating.at) / PERIOD_MS;
  return { ...rating, rd: grownRd(rating, rating.volatility, periods) };
}

/**
 * The ratings of both players after a match, from those before it. As in the FIBS formula a difference in skill counts
 * for the square root of the length; a match to seven is the unit.
 */
export function rateMatch(before: readonly [Rating, Rating], match: RatedMatch): readonly [Rating, Rating] {
  const weight = Math.sqrt(match.length / 7);
  const standing = [ratingAt(before[0], match.at), ratingAt(before[1], match.at)] as const;
  const rate = (seat: 0 | 1): Rating => {
    const against = standing[seat === 0 ? 1 : 0];
    const outcome = { against, score: match.winner === seat ? 1 : 0 };
    return { ...glicko2(standing[seat], [outcome], { weight, periods: 0 }), at: match.at };
  };
  return [rate(0), rate(1)];
}

// The rest is Glickman, "Example of the Glicko-2 system" (2022), with his names and step numbers.

const SCALE = 173.7178;
const TAU = 0.5;
const PRECISION = 1e-6;

/**
 * One Glicko-2 update. `weight` multiplies g(φ) wherever it stands (1: plain Glicko-2); `periods` is the length of the
 * rating period by which the deviation grows first (1: plain Glicko-2).
 */
export function glicko2(
  player: Rating,
  outcomes: readonly Outcome[],
  { weight, periods }: { readonly weight: number; readonly periods: number },
): Rating {
  const mu = (player.rating - INITIAL_RATING.rating) / SCALE;
  // Steps 3 and 4: how much the outcomes say (1/v) and what they say.
  let information = 0;
  let surprise = 0;
  for (const { against, score } of outcomes) {
    const g = weight * gOf(against.rd / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (against.rating - INITIAL_RATING.rating) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  // Steps 5 to 8.
  const volatility = newVolatility(player, surprise / information, 1 / information);
  const phiBefore = grownRd(player, volatility, periods) / SCALE;
  const phi = 1 / Math.sqrt(1 / phiBefore ** 2 + information);
  return { ...player, rating: SCALE * (mu + phi ** 2 * surprise) + INITIAL_RATING.rating, rd: SCALE * phi, volatility };
}

function gOf(phi: number): number {
  return 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);
}

function grownRd({ rd }: Rating, volatility: number, periods: number): number {
  return Math.min(INITIAL_RATING.rd, Math.hypot(rd, SCALE * volatility * Math.sqrt(periods)));
}

/** Step 5: the root of f by the Illinois algorithm. */
function newVolatility({ rd, volatility }: Rating, delta: number, v: number): number {
  const phi2 = (rd / SCALE) ** 2;
  const a = Math.log(volatility ** 2);
  const f = (x: number): number => {
    const e = Math.exp(x);
    return (e * (delta ** 2 - phi2 - v - e)) / (2 * (phi2 + v + e) ** 2) - (x - a) / TAU ** 2;
  };
  return Math.exp(illinois(f, a, otherBound(f, a, delta ** 2 - phi2 - v)) / 2);
}

function otherBound(f: (x: number) => number, a: number, excess: number): number {
  if (excess > 0) return Math.log(excess);
  let k = 1;
  while (f(a - k * TAU) < 0) k++;
  return a - k * TAU;
}

function illinois(f: (x: number) => number, from: number, to: number): number {
  let [a, fa, b, fb] = [from, f(from), to, f(to)];
  while (Math.abs(b - a) > PRECISION) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) [a, fa] = [b, fb];
    else fa /= 2;
    [b, fb] = [c, fc];
  }
  return a;
}
