import { applyPlay, checkPosition, legalPlays } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { parsePuzzle, scoreOf } from '../../src/domain/puzzle/puzzle.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { PUZZLES } from '../support/harness.ts';

const texts = await puzzleBank(PUZZLES)();
const extras = texts.map((text): { kind: string; natural: [number, number][] } => JSON.parse(text));
const puzzles = texts.map(parsePuzzle);

describe('the puzzle bank', () => {
  it('PB1 lasts for a year, and has no position with its roll twice', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(400);
    const keys = puzzles.map(({ position, dice }) => JSON.stringify([position, [...dice].sort()]));
    expect(new Set(keys).size).toBe(puzzles.length);
  });

  it('PB2 has possible positions, with exactly the legal plays', () => {
    for (const { position, dice, plays } of puzzles) {
      expect(checkPosition(position).ok).toBe(true);
      const legal = legalPlays(position, 0, dice);
      expect(plays).toHaveLength(legal.length);
      const stored = plays.map(({ hops }) => applyPlay(position, 0, dice, hops));
      const reached = stored.map((after) => JSON.stringify(after.ok && after.value));
      expect(reached.toSorted()).toEqual(legal.map((play) => JSON.stringify(play.position)).toSorted());
    }
  });

  it('PB3 scores a play for any order of its hops', () => {
    const sample = puzzles.filter((_, index) => index % 12 === 0);
    for (const puzzle of sample) {
      const worths = legalPlays(puzzle.position, 0, puzzle.dice).map(({ hops }) => scoreOf(puzzle, hops)?.play.equity);
      expect(worths.toSorted()).toEqual(puzzle.plays.map(({ equity }) => equity).toSorted());
    }
  });

  it('PB4 has plays with possible chances and equities', () => {
    for (const { plays } of puzzles) {
      for (const { equity, chances } of plays) {
        const [win, gammon, backgammon, lostGammon, lostBackgammon] = chances;
        expect(Math.abs(equity)).toBeLessThanOrEqual(4);
        const falling = [1, win, gammon, backgammon, 0];
        expect(falling.toSorted((a, b) => b - a)).toEqual(falling);
        const lost = [1 - win + 1e-4, lostGammon, lostBackgammon, 0];
        expect(lost.toSorted((a, b) => b - a)).toEqual(lost);
      }
    }
  });

  it('PB5 has a clear best play, close alternatives and a tempting mistake', () => {
    for (const [index, puzzle] of puzzles.entries()) {
      const [best, second, third] = puzzle.plays.toSorted((a, b) => b.equity - a.equity);
      const loss = (play: typeof best) => best!.equity - (play?.equity ?? -9) + 1e-5;
      expect(puzzle.plays.length).toBeGreaterThanOrEqual(6);
      expect(loss(second)).toBeGreaterThanOrEqual(0.04);
      expect(loss(second)).toBeLessThanOrEqual(0.2501);
      expect(loss(third)).toBeLessThanOrEqual(0.4001);
      expect(scoreOf(puzzle, extras[index]?.natural ?? [])?.loss ?? 0).toBeGreaterThanOrEqual(0.0799);
    }
  });

  it('PB6 is varied: kinds of positions, doubles, money games and matches', () => {
    const kinds = extras.map(({ kind }) => kind);
    for (const [kind, least] of Object.entries({
      opening: 40,
      blitz: 60,
      prime: 60,
      'back-game': 10,
      'bear-off': 40,
      race: 5,
    })) {
      expect(kinds.filter((each) => each === kind).length, kind).toBeGreaterThanOrEqual(least);
    }
    const share = (list: readonly unknown[]) => list.length / puzzles.length;
    expect(share(puzzles.filter(({ length }) => length === 0))).toBeGreaterThan(0.15);
    expect(share(puzzles.filter(({ length }) => length > 0))).toBeGreaterThan(0.4);
    expect(share(puzzles.filter(({ dice }) => dice[0] === dice[1]))).toBeGreaterThan(0.08);
    expect(new Set(puzzles.map(({ score, length }) => `${score} ${length}`)).size).toBeGreaterThan(30);
  });

  it('PB7 reveals nothing by the order of its plays: the best is anywhere', () => {
    const places = puzzles.map(({ plays }) => {
      const best = plays.reduce((a, b) => (b.equity > a.equity ? b : a));
      return plays.indexOf(best) / (plays.length - 1);
    });
    const inThird = (low: number) => places.filter((place) => place >= low && place <= low + 1 / 3).length;
    for (const low of [0, 1 / 3, 2 / 3]) expect(inThird(low), String(low)).toBeGreaterThan(puzzles.length / 8);
  });
});
