/** A Glicko-2 rating on the Glicko scale. */
export interface Rating {
  readonly rating: number;
  readonly rd: number;
  readonly volatility: number;
  /** When it was last changed, milliseconds since the epoch; null before the first rated match. RD grows from there. */
  readonly at: number | null;
}

/** A player's rating, with how well the player is known here. */
export interface PlayerRating extends Rating {
  /** Number of different opponents in rated matches. */
  readonly opponents: number;
  /** Number of those that vouch for this rating, at most `FULLY_KNOWN`: each had opponents enough when they last met, on a day of its own. */
  readonly known: number;
  /** The UTC day on which `known` last grew, in days since the epoch; null before. */
  readonly knownOn: number | null;
}

/**
 * Names the method: Glicko-2 a match, where the difference in skill counts for the square root of the length, and a result
 * against an opponent counts for as much as that opponent is known.
 */
export const RATING_SYSTEM = 'glicko2-sqrt-2';

export const INITIAL_RATING: PlayerRating = {
  rating: 1500,
  rd: 350,
  volatility: 0.06,
  at: null,
  opponents: 0,
  known: 0,
  knownOn: null,
};

/** `known` grows no further: the player is established. */
export const FULLY_KNOWN = 5;

/** An opponent vouches for a player who has this many different opponents, that player included. */
export const OPPONENTS_TO_VOUCH = 3;

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

/** What two players have been to each other before a match. */
export interface Meeting {
  /** They have had no rated match before. */
  readonly isFirst: boolean;
  /** By seat: whether the other one vouches for this player already. */
  readonly vouched: readonly [boolean, boolean];
}

/** The lowest rating that the player very likely has, from a rating as it is shown; what leaderboards are ordered by. */
export function conservative({ rating, rd }: Pick<Rating, 'rating' | 'rd'>): number {
  return rating - 2 * rd;
}

/** From a rating as it is shown. */
export function isProvisional({ rd }: Pick<Rating, 'rd'>): boolean {
  return rd > PROVISIONAL_RD;
}

/** The rating as the method reckons with it at a moment: the longer a player was away, the less certain it is. */
export function ratingAt<R extends Rating>(rating: R, now: number): R {
  const periods = rating.at === null ? 0 : Math.max(0, now - rating.at) / PERIOD_MS;
  return { ...rating, rd: grownRd(rating, rating.volatility, periods) };
}

/** The deviation below which a player's rating is not shown until the player is established. */
function leastRd(known: number): number {
  return known >= FULLY_KNOWN ? 0 : INITIAL_RATING.rd - 48 * known;
}

/** The rating as everybody is shown it at a moment: never more certain than the player is known. */
export function shownRating(rating: PlayerRating, now: number): PlayerRating {
  const present = ratingAt(rating, now);
  return { ...present, rd: Math.max(present.rd, leastRd(present.known)) };
}

/** The highest `conservative` that this rating will show from its last change on: it only falls while the player is away. */
export function atMost(rating: PlayerRating): number {
  return conservative(shownRating(rating, rating.at ?? 0));
}

/**
 * The ratings of both players after a match, from those before it. As in the FIBS formula a difference in skill counts
 * for the square root of the length; a match to seven is the unit. A result against an opponent whom nobody vouches for
 * says a sixth of what it says against an established one.
 */
export function rateMatch(
  before: readonly [PlayerRating, PlayerRating],
  match: RatedMatch,
  meeting: Meeting,
): readonly [PlayerRating, PlayerRating] {
  const weight = Math.sqrt(match.length / 7);
  const standing = [ratingAt(before[0], match.at), ratingAt(before[1], match.at)] as const;
  const opponents = before.map((player) => player.opponents + (meeting.isFirst ? 1 : 0));
  const rate = (seat: 0 | 1): PlayerRating => {
    const other = seat === 0 ? 1 : 0;
    const against = standing[other];
    const outcome = { against, score: match.winner === seat ? 1 : 0 };
    const trust = (1 + against.known) / (1 + FULLY_KNOWN);
    const player = {
      ...glicko2(standing[seat], [outcome], { weight, trust, periods: 0 }),
      at: match.at,
      opponents: opponents[seat] ?? 0,
    };
    const mayVouch = !meeting.vouched[seat] && (opponents[other] ?? 0) >= OPPONENTS_TO_VOUCH;
    return mayVouch ? vouchedFor(player, Math.floor(match.at / PERIOD_MS)) : player;
  };
  return [rate(0), rate(1)];
}

/** One opponent more vouches for the player, if none has on that day. */
function vouchedFor(player: PlayerRating, day: number): PlayerRating {
  const { known, knownOn } = player;
  if (known >= FULLY_KNOWN || (knownOn !== null && day <= knownOn)) return player;
  return { ...player, known: known + 1, knownOn: day };
}

// The rest is Glickman, "Example of the Glicko-2 system" (2022), with his names and step numbers.

const SCALE = 173.7178;
const TAU = 0.5;
const PRECISION = 1e-6;

/** How an update differs from plain Glicko-2, where each of these is 1. */
export interface Glicko2Options {
  /** Multiplies g(φ) wherever it stands. */
  readonly weight: number;
  /** The outcomes count as if they had happened so many times. */
  readonly trust?: number;
  /** The length of the rating period by which the deviation grows first. */
  readonly periods: number;
}

/** One Glicko-2 update. */
export function glicko2<R extends Rating>(
  player: R,
  outcomes: readonly Outcome[],
  { weight, trust = 1, periods }: Glicko2Options,
): R {
  const mu = (player.rating - INITIAL_RATING.rating) / SCALE;
  // Steps 3 and 4: how much the outcomes say (1/v) and what they say.
  let information = 0;
  let surprise = 0;
  for (const { against, score } of outcomes) {
    const g = weight * gOf(against.rd / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (against.rating - INITIAL_RATING.rating) / SCALE)));
    information += trust * g * g * expected * (1 - expected);
    surprise += trust * g * (score - expected);
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
