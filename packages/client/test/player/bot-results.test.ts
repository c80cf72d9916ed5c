import { botLevel, botName, type PlayerAnalysis } from '@anchor/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { botResults, type LevelResult, nextLevel, OF_LAST, WINS } from '../../src/pages/player/bot-results.ts';
import { ownSide } from '../../src/pages/player/own-side.ts';
import { ann, bob, row } from './rows.ts';

type Level = (typeof botLevel.options)[number];

/** A finished match of Ann against this level, which she won or lost. */
const against = (level: Level, won: boolean) => ownSide(row({ name1: botName(level), winner: won ? 0 : 1 }), ann);
const resultOf = (results: readonly LevelResult[], level: Level) => results.find((one) => one.level === level)!;
const many = (won: number, lost: number, level: Level) => [
  ...Array.from({ length: won }, () => against(level, true)),
  ...Array.from({ length: lost }, () => against(level, false)),
];

/** An analysis of a match against this opponent, in which Ann lost `loss` in 100 decisions. */
function analysis(name: string, loss: number, engineId = 'gnubg-1.07'): PlayerAnalysis {
  const sums = { decisions: 100, loss, pr: 5 * loss };
  const opponent = { pub: bob, name };
  const match = { matchId: 'match_0000000001', created: 1, length: 3, opponent, won: true };
  return { ...match, engineId, ply: 2, own: sums, other: sums };
}

describe('the results against the bot', () => {
  test('BO1 count each match against a level once, and no match against people', () => {
    const levels = fc.array(fc.tuple(fc.constantFrom(...botLevel.options, null), fc.boolean()));
    fc.assert(
      fc.property(levels, (played) => {
        const matches = played.map(([level, won]) => (level ? against(level, won) : ownSide(row(), ann)));
        for (const { level, won, lost } of botResults(matches, [])) {
          const own = played.filter(([one]) => one === level);
          expect([won, lost]).toEqual([
            own.filter(([, isWon]) => isWon).length,
            own.filter(([, isWon]) => !isWon).length,
          ]);
        }
      }),
    );
  });

  test('BO2 a level is beaten by three wins in the last five matches against it, whatever came before', () => {
    const isBeaten = (...won: boolean[]) =>
      resultOf(
        botResults(
          won.map((one) => against('advanced', one)),
          [],
        ),
        'advanced',
      ).isBeaten;
    expect(isBeaten(true, true, true)).toBe(true);
    expect(isBeaten(true, false, true, false, true)).toBe(true);
    expect(isBeaten(true, true)).toBe(false);
    // Newest first: the third win is the sixth match back.
    expect(isBeaten(false, false, true, true, false, true, true, true)).toBe(false);
    expect([WINS, OF_LAST]).toEqual([3, 5]);
  });

  test('BO3 the next level is the one above the strongest that is beaten', () => {
    const next = (...matches: ReturnType<typeof against>[][]) => nextLevel(botResults(matches.flat(), []));
    expect(next()).toBe('beginner');
    expect(next(many(3, 0, 'beginner'))).toBe('intermediate');
    // A player who beats a strong level need not play the weaker ones.
    expect(next(many(3, 2, 'advanced'), many(0, 5, 'beginner'))).toBe('expert');
    expect(next(many(3, 0, 'expert'))).toBeNull();
  });

  test('BO4 the PR is that of the analysed matches against the level, by one engine only, and that of the estimates without any', () => {
    const analyses = [
      analysis(botName('expert'), 2),
      analysis('Bob', 40),
      analysis(botName('expert'), 4),
      analysis(botName('beginner'), 1),
      analysis(botName('expert'), 90, 'another-engine'),
    ];
    const results = botResults([], analyses);
    expect(resultOf(results, 'expert').pr).toBeCloseTo(15, 12);
    expect(resultOf(results, 'beginner').pr).toBeCloseTo(5, 12);
    expect(resultOf(results, 'advanced').pr).toBeNull();
    const estimates = [analysis(botName('advanced'), 3, 'anchor-net-3')];
    expect(resultOf(botResults([], analyses, estimates), 'advanced').pr).toBeNull();
    expect(resultOf(botResults([], [], estimates), 'advanced').pr).toBeCloseTo(15, 12);
  });
});
