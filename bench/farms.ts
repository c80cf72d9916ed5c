// Simulates attacks and honest populations with the service's rating method.

import { conservative, isProvisional, RatingHistory, shownRating } from '../packages/record/src/ratings/index.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';

const DAY_MS = 86_400_000;
/** Duration of a match that is resigned at once, the quickest way for two keys of one person to finish a match. */
const RESIGNED_MS = 1_000;
const START_MS = 20_000 * DAY_MS;
const BOSS = 0;

/** A population that plays rated matches, with its own clock. */
class Pool {
  readonly history = new RatingHistory();
  now = START_MS;
  matches = 0;

  play(winner: number, loser: number, length: number): void {
    const seat = (player: number) => ({ pub: keyOf(player), name: '', bot: false, custody: 'own' }) as const;
    this.history.add({
      header: { players: [seat(winner), seat(loser)], length, rated: true },
      winner: 0,
      finishedAt: this.now,
    });
    this.matches += 1;
  }

  nextDay(): void {
    this.now = (Math.floor(this.now / DAY_MS) + 1) * DAY_MS;
  }

  shown(player: number) {
    const rating = shownRating(this.history.of(keyOf(player)), this.now);
    return { ...rating, conservative: conservative(rating), provisional: isProvisional(rating) };
  }
}

const keyOf = (player: number) => player.toString(16).padStart(64, '0');
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);

/** The result of an attack. */
interface AttackResult {
  readonly attack: string;
  readonly keys: number;
  readonly days: number;
  readonly matches: number;
  readonly rating: number;
  readonly rd: number;
  readonly conservative: number;
  readonly provisional: boolean;
}

function report(attack: string, pool: Pool, keys: number): AttackResult {
  const { rating, rd, conservative: least, provisional } = pool.shown(BOSS);
  return {
    attack,
    keys,
    days: Math.ceil((pool.now - START_MS + 1) / DAY_MS),
    matches: pool.matches,
    rating: Math.round(rating),
    rd: Math.round(rd),
    conservative: Math.round(least),
    provisional,
  };
}

function lose(pool: Pool, puppets: readonly number[], times: number): void {
  for (const puppet of puppets)
    for (let n = 0; n < times; n++) {
      pool.now += RESIGNED_MS;
      pool.play(BOSS, puppet, 25);
    }
}

/** Each puppet plays against the next three in a ring. */
function ring(pool: Pool, puppets: readonly number[]): void {
  for (const [n, puppet] of puppets.entries())
    for (const step of [1, 2, 3]) {
      pool.now += RESIGNED_MS;
      pool.play(puppet, puppets[(n + step) % puppets.length] ?? 0, 1);
    }
}

/** New keys lose to one key. */
export function freshKeys(keys: number, times: number): AttackResult {
  const pool = new Pool();
  lose(pool, upTo(keys), times);
  return report(`fresh keys, ${times} each`, pool, keys + 1);
}

/** The puppets play three opponents each before they lose. */
export function ringOfADay(keys: number, times: number): AttackResult {
  const pool = new Pool();
  ring(pool, upTo(keys));
  lose(pool, upTo(keys), times);
  return report(`ring of a day, ${times} each`, pool, keys + 1);
}

/** The puppets and their master vouch for each other over several days; then all lose. */
export function slowRing(keys: number, times: number): AttackResult {
  const pool = new Pool();
  const puppets = upTo(keys);
  for (let day = 0; day < 6; day++) {
    ring(pool, [...puppets.slice(day * 4), ...puppets.slice(0, day * 4)]);
    const meets = puppets.map((puppet, n) => [puppet, puppets[(n + 4 + day) % keys] ?? 1] as const);
    for (const [one, other] of meets) if (one !== other) pool.play(one, other, 1);
    pool.play(BOSS, puppets[day % keys] ?? 1, 1);
    if (day < 5) pool.nextDay();
  }
  lose(pool, puppets, times);
  return report(`ring of six days, ${times} each`, pool, keys + 1);
}

/** Two keys play only each other, and one always loses. */
export function twoFriends(days: number): AttackResult {
  const pool = new Pool();
  for (let day = 0; day < days; day++) {
    lose(pool, [1], 10);
    pool.nextDay();
  }
  return report('two friends', pool, 2);
}

/** A key established by honest matches, about even, then beats new keys. */
export function establishedFirst(keys: number, times: number): AttackResult {
  const pool = new Pool();
  const honest = upTo(20, 10_000);
  for (let day = 0; day < 12; day++) {
    for (const [n, one] of honest.entries()) pool.play(one, honest[(n + 1 + day) % honest.length] ?? one, 5);
    pool.nextDay();
  }
  const begun = pool.now;
  pool.matches = 0;
  for (let day = 0; day < 5; day++) {
    const opponent = honest[day] ?? 0;
    if (day % 2 === 0) pool.play(BOSS, opponent, 5);
    else pool.play(opponent, BOSS, 5);
    if (day < 4) pool.nextDay();
  }
  lose(pool, upTo(keys), times);
  const days = Math.ceil((pool.now - begun + 1) / DAY_MS);
  return { ...report(`five honest matches, then fresh keys, ${times} each`, pool, keys + 1), days };
}

/** The result for an honest population. */
interface PopulationResult {
  readonly players: number;
  readonly days: number;
  readonly 'matches a day': number;
  /** Share of players whose rating was not provisional at the end. */
  readonly established: number;
  /** Median day and number of matches after which the rating was not provisional. */
  readonly 'on day': number;
  readonly 'after matches': number;
  /** Rank correlation of the rating with the true strength. */
  readonly correlation: number;
  readonly 'best conservative': number;
}

interface Honest {
  readonly player: number;
  readonly strength: number;
  readonly activity: number;
  matches: number;
  established: { readonly day: number; readonly matches: number } | null;
}

/**
 * Simulates players with normally distributed strengths (standard deviation 200), some of whom play eight
 * times as often, with random opponents.
 */
export function population(players: number, days: number, perDay: number, seed: number): PopulationResult {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const pool = new Pool();
  const people: Honest[] = upTo(players).map((player) => ({
    player,
    strength: 200 * normal(),
    activity: 0.2 + 1.6 * random(),
    matches: 0,
    established: null,
  }));
  const pick = (): Honest => {
    for (;;) {
      const one = people[Math.floor(random() * players)];
      if (one && random() * 1.8 < one.activity) return one;
    }
  };
  for (let day = 0; day < days; day++) {
    const matches = Math.round((players * perDay) / 2);
    for (let n = 0; n < matches; n++) {
      const one = pick();
      let other = pick();
      while (other === one) other = pick();
      const length = [1, 3, 5, 7][Math.floor(random() * 4)] ?? 1;
      const chance = 1 / (1 + 10 ** ((-(one.strength - other.strength) / 400) * 0.75 * Math.sqrt(length / 7)));
      pool.now = START_MS + (day + n / matches) * DAY_MS;
      if (random() < chance) pool.play(one.player, other.player, length);
      else pool.play(other.player, one.player, length);
      for (const each of [one, other]) {
        each.matches += 1;
        if (!pool.shown(each.player).provisional) each.established ??= { day: day + 1, matches: each.matches };
      }
    }
  }
  const established = people.flatMap((each) => each.established ?? []);
  const shown = people.map(({ player }) => pool.shown(player));
  return {
    players,
    days,
    'matches a day': perDay,
    established: established.length / players,
    'on day': median(established.map((each) => each.day)),
    'after matches': median(established.map((each) => each.matches)),
    correlation: rankCorrelation(
      people.map(({ strength }) => strength),
      shown.map(({ rating }) => rating),
    ),
    'best conservative': Math.round(Math.max(...shown.map((each) => each.conservative))),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranks(one), ranks(other)];
  const sum = a.reduce((total, rank, index) => total + (rank - (b[index] ?? 0)) ** 2, 0);
  return 1 - (6 * sum) / (one.length * (one.length ** 2 - 1));
}

function ranks(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => sorted.indexOf(value));
}
