/** A Glicko-2 rating on the Glicko scale. */
export interface Rating {
  readonly rating: number;
  readonly rd: number;
  readonly volatility: number;
  /** Time of the last change, milliseconds since the epoch. Null before the first rated match. RD grows from then on. */
  readonly at: number | null;
}

/** A player's rating with a measure of how well the player is known. */
export interface PlayerRating extends Rating {
  /** Number of different opponents in rated matches. */
  readonly opponents: number;
  /**
   * Number of opponents that vouch for this rating, at most `FULLY_KNOWN`. Each had enough opponents at their last match, on separate days.
   */
  readonly known: number;
  /** The UTC day on which `known` last grew, in days since the epoch. Null before. */
  readonly knownOn: number | null;
}

/**
 * Identifies the method: Glicko-2 per match. A difference in skill is weighted by the square root of the match length, and a result by
 * how well the opponent is known.
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

/** Upper limit of `known`: from here on the player is established. */
export const FULLY_KNOWN = 5;

/** An opponent vouches for a player after having had this many different opponents, that player included. */
const OPPONENTS_TO_VOUCH = 3;

/** Above this deviation a rating is provisional. */
const PROVISIONAL_RD = 110;

/** One rating period is a day: at RD 50 an absent player becomes provisional after about three months. */
export const PERIOD_MS = 24 * 3_600_000;

/** The opponent's rating and the player's score against it: 1 won, 0 lost, 1/2 drawn. */
export interface Outcome {
  readonly against: Rating;
  readonly score: number;
}

export interface RatedMatch {
  readonly length: number;
  readonly winner: 0 | 1;
  /** Time of the end, milliseconds since the epoch. */
  readonly at: number;
}

/** Earlier rated matches between two players. */
export interface Meeting {
  /** True if this is their first rated match. */
  readonly isFirst: boolean;
  /** By seat: true if the opponent already vouches for this player. */
  readonly vouched: readonly [boolean, boolean];
}

/** The lowest rating that the player very likely has. Takes a shown rating. Leaderboards sort by it. */
export function conservative({ rating, rd }: Pick<Rating, 'rating' | 'rd'>): number {
  return rating - 2 * rd;
}

/** Takes a shown rating. */
export function isProvisional({ rd }: Pick<Rating, 'rd'>): boolean {
  return rd > PROVISIONAL_RD;
}

/** The rating at a moment: the deviation grows while the player is away. */
export function ratingAt<R extends Rating>(rating: R, now: number): R {
  const periods = rating.at === null ? 0 : Math.max(0, now - rating.at) / PERIOD_MS;
  return { ...rating, rd: grownRd(rating, rating.volatility, periods) };
}

/** Lower limit of the shown deviation until the player is established. */
function leastRd(known: number): number {
  return known >= FULLY_KNOWN ? 0 : INITIAL_RATING.rd - 48 * known;
}

/** The rating as shown at a moment. The deviation is not below what `known` allows. */
export function shownRating(rating: PlayerRating, now: number): PlayerRating {
  const present = ratingAt(rating, now);
  return { ...present, rd: Math.max(present.rd, leastRd(present.known)) };
}

/** The highest conservative rating from the last change on. It only falls while the player is away. */
export function atMost(rating: PlayerRating): number {
  return conservative(shownRating(rating, rating.at ?? 0));
}

/**
 * The ratings of both players after a match. As in the FIBS formula, a difference in skill is weighted by the square root of the match
 * length, with a match to seven as the unit. A result against an opponent whom no player vouches for counts a sixth of one against an
 * established player.
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

/** Adds one vouching opponent, at most one per day. */
function vouchedFor(player: PlayerRating, day: number): PlayerRating {
  const { known, knownOn } = player;
  if (known >= FULLY_KNOWN || (knownOn !== null && day <= knownOn)) return player;
  return { ...player, known: known + 1, knownOn: day };
}

// The rest follows Glickman, "Example of the Glicko-2 system" (2022), with its names and step numbers.

const SCALE = 173.7178;
const TAU = 0.5;
const PRECISION = 1e-6;

/** Deviations from plain Glicko-2, in which `weight` and `trust` are 1. */
export interface Glicko2Options {
  /** Factor of g(φ). */
  readonly weight: number;
  /** Number of times that each outcome counts. */
  readonly trust?: number;
  /** Number of rating periods by which the deviation grows first. */
  readonly periods: number;
}

/** One Glicko-2 update. */
export function glicko2<R extends Rating>(
  player: R,
  outcomes: readonly Outcome[],
  { weight, trust = 1, periods }: Glicko2Options,
): R {
  const mu = (player.rating - INITIAL_RATING.rating) / SCALE;
  // Steps 3 and 4: the information in the outcomes (1/v) and their difference from the expectation.
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
