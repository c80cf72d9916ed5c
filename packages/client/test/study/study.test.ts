import { SeededRandom } from '@anchor/testkit/random';
import { evaluate } from 'bg-engine';
import {
  applyAction,
  BAR,
  CHECKERS,
  checkPosition,
  type Dice,
  legalPlays,
  makeSituation,
  makeXgid,
  matchFrom,
  type Player,
  type Situation,
  samePosition,
} from 'bg-rules';
import { describe, expect, test } from 'vitest';
import {
  childrenOf,
  current,
  doubled,
  emptyBoard,
  exchanged,
  faultOf,
  goTo,
  isFull,
  makeHash,
  mayDouble,
  parseAny,
  parseHash,
  played,
  removed,
  resultOf,
  type Study,
  startStudy,
  withChecker,
  withDice,
  withoutChecker,
} from '../../src/pages/study/study.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];

/** Returns a situation at the start of a game with terms, cube and score by chance. */
function anyStart(random: SeededRandom): Situation {
  const length = random.pick([0, 1, 3, 7, 25]);
  const money = length === 0;
  const rules = { cube: true, crawford: !money, jacoby: money && random.below(2) === 0, beavers: false };
  const score = [0, 0].map(() => (money ? 0 : random.below(length))) as [number, number];
  const oneAway = length > 1 && score[0] !== score[1] && score.includes(length - 1);
  const crawford = oneAway && random.below(2) === 0;
  const owner = crawford || length === 1 ? null : random.pick([null, 0, 1] as const);
  const cube = { value: owner === null ? 1 : random.pick([2, 4]), owner };
  return makeSituation({ length, rules, score, crawford, cube, onRoll: random.below(2) as Player });
}

const anyDice = (random: SeededRandom): Dice => [1 + random.below(6), 1 + random.below(6)];

/** Plays a whole game by chance and calls `see` with each study that has a roll to play. */
function playGame(random: SeededRandom, see: (study: Study, hops: readonly (readonly [number, number])[]) => void) {
  let study = startStudy(anyStart(random));
  for (let rolls = 0; rolls < 390 && resultOf(current(study).situation) === null; rolls++) {
    study = withDice(study, anyDice(random));
    const { position, onRoll, dice } = current(study).situation;
    if (!dice) throw new Error('dice were set');
    const plays = legalPlays(position, onRoll, dice);
    const hops = plays.length === 0 ? [] : random.pick(plays).hops;
    see(study, hops);
    const next = played(study, hops);
    if (!next) throw new Error('a legal play was refused');
    study = next;
  }
  return study;
}

describe('the tree of variations', () => {
  test.each(SEEDS)('SY1 follows the rules for both players, until a game and its points are won (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    let ended = 0;
    for (let game = 0; game < 4; game++) {
      playGame(random, (study, hops) => {
        const { situation } = current(study);
        const state = matchFrom(situation);
        const after = applyAction(state, { type: 'play', player: situation.onRoll, hops });
        if (!after.ok) throw new Error(after.message);
        const next = current(played(study, hops) ?? study).situation;
        const won = after.value.games.at(-1);
        if (won) {
          ended++;
          expect(resultOf(next)).toEqual({ winner: won.winner, points: won.points });
        } else {
          expect(samePosition(next.position, after.value.position)).toBe(true);
          expect(next.onRoll).toBe(after.value.turn);
          expect(resultOf(next)).toBeNull();
        }
      });
    }
    expect(ended).toBeGreaterThan(0);
  });

  test('SY2 keeps each line once, and removes a line with all that follows it', () => {
    const first = withDice(startStudy(makeSituation()), [3, 1]);
    const plays = legalPlays(makeSituation().position, 0, [3, 1]);
    const [one, two] = plays.map(({ hops }) => played(first, hops)?.at);
    const a = played(first, plays[0]!.hops)!;
    const again = played(goTo(a, 0), plays[0]!.hops)!;
    expect(again.nodes).toHaveLength(2);
    expect([one, two, again.at]).toEqual([1, 1, 1]);
    const both = played(goTo(a, 0), plays[1]!.hops)!;
    expect(childrenOf(both, 0).map(({ id }) => id)).toEqual([1, 2]);
    const deeper = doubled(goTo(both, 1), 'Double, take', 'take');
    expect(current(deeper).situation.cube).toEqual({ value: 2, owner: 0 });
    const without = removed(deeper, 1);
    expect(without.nodes.map(({ id }) => id)).toEqual([0, 2]);
    expect(without.at).toBe(0);
    expect(removed(without, 0)).toBe(without);
    expect(played(first, [[24, 1]])).toBeNull();
  });

  test('SY2a refuses more than 400 variations without losing one', () => {
    let study = startStudy(makeSituation());
    for (let n = 0; !isFull(study); n++) study = doubled(study, `line ${n}`, 'take');
    expect(study.nodes).toHaveLength(400);
    expect(doubled(study, 'one more', 'take')).toBe(study);
  });
});

describe('the address of a position', () => {
  test.each(SEEDS)('SY3 gives back the whole situation, dice included (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    playGame(random, (study) => {
      const { situation } = current(study);
      expect(parseHash(makeHash(situation))).toEqual(situation);
      expect(parseHash(encodeURI(makeHash(situation)))).toEqual(situation);
      expect(parseHash(makeHash({ ...situation, dice: null }))).toEqual({ ...situation, dice: null });
    });
  });

  test('SY3a that names no possible position shows the start of a money game', () => {
    for (const hash of ['', '#', '#%', '#nonsense', `#XGID=${'o'.repeat(26)}:0:0:1:00:0:0:0:0:10`])
      expect(parseHash(hash)).toEqual(makeSituation());
    // the match is over: 5 of 5 points
    expect(parseAny('XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:0:0:5:10')).toBeNull();
  });

  test('SY3c reads a match that is too long for the engine, which does not judge it', () => {
    const read = (score: string, length: number) =>
      parseAny(`XGID=-b----E-C---eE---c-e----B-:0:0:1:00:${score}:0:${length}:10`);
    for (const [score, length] of [
      ['0:0', 26],
      ['5:30', 31],
      ['0:0', 32_767],
    ] as const) {
      const situation = read(score, length);
      expect(situation).toMatchObject({ length });
      expect(situation && faultOf(situation)).toBe('match-too-long');
      expect(situation && mayDouble(situation)).toBe(false);
    }
    const near = read('6:29', 31);
    expect(near && faultOf(near)).toBeNull();
  });

  test('SY3b reads an offered double as the position before it', () => {
    const offered = makeXgid({ ...makeSituation({ doubled: true }) });
    expect(parseAny(offered)).toMatchObject({ doubled: false, onRoll: 0, toAct: 0, cube: { value: 1, owner: null } });
  });
});

describe('the board in set-up', () => {
  test.each(SEEDS)('SY4 always has fifteen checkers of each side (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    let position = emptyBoard();
    for (let n = 0; n < 300; n++) {
      const [place, player] = [1 + random.below(BAR), random.below(2) as Player];
      const before = position;
      position = withChecker(position, place, player);
      if (!checkPosition(before).ok)
        expect(checkPosition(before)).toMatchObject({ code: expect.stringMatching(/^both-/) });
      if (random.below(3) === 0) position = withoutChecker(position, 1 + random.below(BAR), player);
      for (const side of [0, 1] as const) {
        const sign = side === 0 ? 1 : -1;
        const onPoints = position.points.reduce((sum, count) => sum + Math.max(0, sign * count), 0);
        expect(onPoints + position.bar[side] + position.off[side]).toBe(CHECKERS);
      }
    }
  });

  test('SY4a takes away what it has set, and one of each side from the bar', () => {
    const start = makeSituation().position;
    const empty = emptyBoard();
    expect(withChecker(start, 5, 0)).toBe(start);
    for (let place = 1; place <= BAR; place++)
      for (const player of [0, 1] as const)
        expect(withoutChecker(withChecker(empty, place, player), place, player)).toEqual(empty);
    const bar = withChecker(withChecker(empty, BAR, 0), BAR, 1);
    expect(bar.bar).toEqual([1, 1]);
    expect(withoutChecker(bar, BAR, 1).bar).toEqual([1, 0]);
    expect(withoutChecker(withoutChecker(bar, BAR, 1), BAR, 1).bar).toEqual([0, 0]);
  });

  test.each(SEEDS)('SY5 exchanges the sides without changing the chances of the player on roll (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    playGame(random, (study) => {
      const { situation } = current(study);
      const turned = exchanged(situation);
      expect(exchanged(turned)).toEqual(situation);
      expect(turned.onRoll).not.toBe(situation.onRoll);
      expect(evaluate(turned)).toEqual(evaluate(situation));
    });
  });

  test('SY6 a double is offered only where the rules allow one', () => {
    expect(mayDouble(makeSituation())).toBe(true);
    expect(mayDouble(makeSituation({ dice: [3, 1] }))).toBe(false);
    expect(mayDouble(makeSituation({ cube: { value: 2, owner: 1 } }))).toBe(false);
    expect(mayDouble(makeSituation({ length: 3, score: [2, 0], crawford: true }))).toBe(false);
    expect(mayDouble(makeSituation({ length: 1 }))).toBe(false);
    expect(mayDouble({ ...makeSituation(), position: emptyBoard() })).toBe(false);
  });
});
