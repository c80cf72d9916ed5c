import { type Cube, type Dice, legalPlays, opponent, type Player, type Position } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testkit/src/random.ts';
import { answerDouble, decideDouble } from '../src/cube-decision.ts';
import { evaluate } from '../src/evaluate.ts';
import { rank } from '../src/rank.ts';
import { rollValues } from '../src/roll-values.ts';
import { type MatchScore, MONEY, type Stakes, stakesOf } from '../src/stakes.ts';

// The references know the rules of bg-rules and nothing of the engine's tables: they try every play and every cube action, `Reference` with
// the cube at its real value, `MoneyReference` in points of the cube.

/** Checkers on a player's points 1 to 6, all others off. */
type Home = readonly number[];

const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].slice(0, a).map((b): Dice => [a as 1, b as 1]));
const waysOf = ([a, b]: Dice) => (a === b ? 1 : 2);
const checkersOf = (home: Home) => home.reduce((sum, count) => sum + count, 0);

/** Returns the position with these checkers, of which `own` are player 0's. */
function positionOf(own: Home, other: Home): Position {
  const points = new Array<number>(24).fill(0);
  own.forEach((count, index) => {
    points[index] = count;
  });
  other.forEach((count, index) => {
    points[23 - index] = -count;
  });
  return { points, bar: [0, 0], off: [15 - checkersOf(own), 15 - checkersOf(other)] };
}

/** Returns all boards of 1 to `most` checkers. */
function boardsOf(most: number): Home[] {
  const boards: Home[] = [];
  const fill = (point: number, left: number, home: Home) => {
    if (point === 6) {
      if (checkersOf(home) > 0) boards.push(home);
      return;
    }
    for (let count = 0; count <= left; count++) fill(point + 1, left - count, [...home, count]);
  };
  fill(0, most, []);
  return boards;
}

const keyOf = (home: Home) => home.reduce((key, count) => 16 * key + count, 0);
const afters = new Map<number, Home[][]>();

/** Returns the boards after each of the 21 rolls, by all legal plays. */
function afterOf(home: Home): Home[][] {
  const before = afters.get(keyOf(home));
  if (before) return before;
  const position = positionOf(home, [1, 0, 0, 0, 0, 0]);
  const boards = ROLLS.map((dice) => legalPlays(position, 0, dice).map((play) => play.position.points.slice(0, 6)));
  afters.set(keyOf(home), boards);
  return boards;
}

class Reference {
  readonly #stakes: Stakes;
  readonly #known = new Map<string, Map<number, number>>();

  constructor(stakes: Stakes) {
    this.#stakes = stakes;
  }

  rolling(player: Player, cube: Cube, own: Home, other: Home): number {
    const state = `${player} ${cube.value} ${cube.owner}`;
    const known = this.#known.get(state) ?? new Map<number, number>();
    this.#known.set(state, known);
    const key = keyOf(own) * 2 ** 24 + keyOf(other);
    const before = known.get(key);
    if (before !== undefined) return before;
    let worth = 0;
    for (const [n, boards] of afterOf(own).entries()) {
      const best = Math.max(...boards.map((board) => this.after(player, cube, board, other)));
      worth += (waysOf(ROLLS[n]!) * best) / 36;
    }
    known.set(key, worth);
    return worth;
  }

  /** Returns the value for `player`, who has just played to `own`. */
  after(player: Player, cube: Cube, own: Home, other: Home): number {
    if (checkersOf(own) === 0) return this.#stakes.worth(player, cube.value);
    return -this.onRoll(opponent(player), cube, other, own);
  }

  onRoll(player: Player, cube: Cube, own: Home, other: Home): number {
    const rolling = this.rolling(player, cube, own, other);
    if (!this.#stakes.mayDouble(player, cube)) return rolling;
    const taken = this.rolling(player, { value: 2 * cube.value, owner: opponent(player) }, own, other);
    return Math.max(rolling, Math.min(taken, this.#stakes.worth(player, cube.value)));
  }
}

/** For money: the value of a position in points of the cube depends only on who may turn it. */
class MoneyReference {
  readonly #known: Record<'both' | 'mine' | 'theirs', Map<number, number>> = {
    both: new Map(),
    mine: new Map(),
    theirs: new Map(),
  };

  rolling(player: Player, { value, owner }: Cube, own: Home, other: Home): number {
    return value * this.#rolling(owner === null ? 'both' : owner === player ? 'mine' : 'theirs', own, other);
  }

  #rolling(turner: 'both' | 'mine' | 'theirs', own: Home, other: Home): number {
    const key = keyOf(own) * 2 ** 24 + keyOf(other);
    const before = this.#known[turner].get(key);
    if (before !== undefined) return before;
    const next = turner === 'both' ? 'both' : turner === 'mine' ? 'theirs' : 'mine';
    let worth = 0;
    for (const [n, boards] of afterOf(own).entries()) {
      let best = -1;
      for (const board of boards)
        best = Math.max(best, checkersOf(board) === 0 ? 1 : -this.#onRoll(next, other, board));
      worth += (waysOf(ROLLS[n]!) * best) / 36;
    }
    this.#known[turner].set(key, worth);
    return worth;
  }

  #onRoll(turner: 'both' | 'mine' | 'theirs', own: Home, other: Home): number {
    const rolling = this.#rolling(turner, own, other);
    return turner === 'theirs' ? rolling : Math.max(rolling, Math.min(2 * this.#rolling('theirs', own, other), 1));
  }
}

const CUBES: readonly Cube[] = [
  { value: 1, owner: null },
  { value: 2, owner: 0 },
];

/** Compares both sides of a double and the answer, and returns the largest difference in points of the cube. */
function differenceAt(own: Home, other: Home, match: MatchScore, reference: Pick<Reference, 'rolling'>): number {
  const stakes = stakesOf(match);
  const { cube } = match;
  const position = positionOf(own, other);
  const decision = decideDouble(position, 0, { ply: 0, match, evenIfPointless: true })!;
  const rolling = reference.rolling(0, cube, own, other);
  const taken = reference.rolling(0, { value: 2 * cube.value, owner: 1 }, own, other);
  const cash = stakes.worth(0, cube.value);
  const [win, loss] = [cash, stakes.worth(0, -cube.value)];
  const equity = (worth: number) => (2 * (worth - loss)) / (win - loss) - 1;
  const best = equity(Math.max(rolling, Math.min(taken, cash)));
  const chosen = decision.action.startsWith('double') ? Math.min(taken, cash) : rolling;
  const answered = answerDouble(position, 1, { ply: 0, match }) === 'take' ? taken : cash;
  return Math.max(
    Math.abs(decision.noDouble - equity(rolling)),
    Math.abs(decision.doubleTake - equity(taken)),
    best - equity(chosen),
    equity(answered) - equity(Math.min(taken, cash)),
  );
}

const SEED = 20261128;

describe('the end of a bear-off agrees with every play and cube action tried out', () => {
  const money = new Reference(stakesOf(MONEY));

  it('BE1 for money, in all positions of up to four checkers a side', { timeout: 300_000 }, () => {
    const reference = new MoneyReference();
    const boards = boardsOf(4);
    let most = 0;
    for (const own of boards)
      for (const other of boards)
        for (const cube of CUBES) most = Math.max(most, differenceAt(own, other, { ...MONEY, cube }, reference));
    expect(boards.length).toBe(209);
    expect(most).toBeLessThan(1e-7);
  });

  it(`BE2 for money, in positions of five checkers a side (seed ${SEED})`, { timeout: 300_000 }, () => {
    const random = seededRandom(SEED);
    const five = boardsOf(5).filter((home) => checkersOf(home) === 5);
    const low = five.filter((home) => home.reduce((pips, count, n) => pips + count * (n + 1), 0) < 14);
    const any = () => low[Math.floor(random() * low.length)]!;
    let most = 0;
    for (let n = 0; n < 12; n++) {
      const [own, other] = [any(), any()];
      for (const cube of CUBES) most = Math.max(most, differenceAt(own, other, { ...MONEY, cube }, money));
    }
    // A cube at 1 can be turned twelve times.
    expect(most).toBeLessThan(1e-5);
  });

  const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
  it.each<[string, Partial<MatchScore>]>([
    ['5 points, 2 to 2', { length: 5, score: [2, 2] }],
    ['7 points, 5 to 3', { length: 7, score: [5, 3] }],
    ['7 points, 0 to 4, cube at 2', { length: 7, score: [0, 4], cube: { value: 2, owner: 0 } }],
    ['5 points, 2 to 4 after the Crawford game', { length: 5, score: [2, 4], postCrawford: true }],
    ['5 points, 4 to 2 in the Crawford game', { length: 5, score: [4, 2], crawford: true }],
  ])('BE3 at a score, in all positions of up to three checkers a side: %s', { timeout: 120_000 }, (_what, score) => {
    const match: MatchScore = { ...MONEY, rules, ...score };
    const reference = new Reference(stakesOf(match));
    const boards = boardsOf(3);
    let most = 0;
    for (const own of boards)
      for (const other of boards) most = Math.max(most, differenceAt(own, other, match, reference));
    expect(most).toBeLessThan(1e-7);
  });

  it('BE4 in every play of every roll, with and without the cube', { timeout: 120_000 }, () => {
    const dead = new Reference(stakesOf({ ...MONEY, rules: { ...MONEY.rules, cube: false } }));
    const boards = boardsOf(2);
    const others = boardsOf(3).filter((_, n) => n % 9 === 4);
    for (const own of boards)
      for (const other of others)
        for (const dice of ROLLS)
          for (const [cubeful, reference] of [
            [true, money],
            [false, dead],
          ] as const)
            for (const { position, equity } of rank(positionOf(own, other), 0, dice, { ply: 0, cubeful })) {
              const exact = reference.after(0, { value: 1, owner: null }, position.points.slice(0, 6), other);
              if (Math.abs(equity - exact) > 1e-7) expect({ own, other, dice, equity }).toEqual({ exact });
            }
  });

  it('BE5 at every depth alike, and in the values of rolls', () => {
    const [own, other]: Home[] = [
      [0, 1, 1, 0, 2, 0],
      [1, 2, 0, 0, 0, 1],
    ];
    const position = positionOf(own!, other!);
    const found = [0, 1, 2].map((ply) => decideDouble(position, 0, { ply: ply as 0, match: MONEY }));
    expect(found[0]).toMatchObject({ action: 'double-take' });
    expect(found[0]!.noDouble).toBeCloseTo(0.377, 3);
    expect(found[0]!.doubleTake).toBeCloseTo(0.44, 3);
    expect(found.slice(1)).toEqual([found[0], found[0]]);
    const rolls = rollValues(position, 0, MONEY, true);
    const mean = rolls.reduce((sum, { ways, equity }) => sum + (ways * equity) / 36, 0);
    expect(rolls).toHaveLength(21);
    expect(Math.abs(mean - found[0]!.noDouble)).toBeLessThan(0.001);
  });

  it('BE6 gives a position the same values whatever was asked before, also beyond the memory of scores', () => {
    const position = positionOf([0, 0, 1, 1, 1, 1], [1, 1, 0, 1, 0, 1]);
    const at = (score: number) => ({ ...MONEY, length: 13, score: [score, 3] as const, rules });
    const ask = (score: number) => decideDouble(position, 0, { ply: 1, match: at(score) });
    const first = [0, 1, 2, 3, 4, 5, 6].map(ask);
    expect([6, 5, 4, 3, 2, 1, 0].map(ask).reverse()).toEqual(first);
    expect(evaluate(position, 0, 2)).toEqual(evaluate(position, 0, 0));
  });
});
