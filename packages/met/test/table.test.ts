import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MATCH_EQUITY, MAX_AWAY, POST_CRAWFORD, WIN_SHARES } from '../src/table.ts';

interface Vector {
  matchEquity: number[][];
  postCrawfordTrailer: number[];
}

const vector: Vector = JSON.parse(readFileSync(new URL('../../../vectors/met/table.json', import.meta.url), 'utf8'));
const aways = Array.from({ length: MAX_AWAY }, (_, index) => index + 1);
const scores = aways.flatMap((away) => aways.map((other) => [away, other] as const));

describe('the table', () => {
  test('agrees with a forward computation in integers', () => {
    expect(vector.matchEquity.map((row) => row.length)).toEqual(aways.map(() => MAX_AWAY));
    for (const [away, other] of scores) {
      expect(MATCH_EQUITY[away]![other]).toBeCloseTo(vector.matchEquity[away - 1]![other - 1]!, 11);
    }
  });

  test('has a post-Crawford row that agrees with a forward computation in integers', () => {
    expect(vector.postCrawfordTrailer).toHaveLength(MAX_AWAY);
    for (const away of aways) expect(POST_CRAWFORD[away]).toBeCloseTo(vector.postCrawfordTrailer[away - 1]!, 11);
  });

  test('is in the vectors as their script writes it', () => {
    const script = fileURLToPath(new URL('../scripts/make-met-vectors.mjs', import.meta.url));
    expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('');
  });

  test('gives 50 % at every level score', () => {
    for (const away of aways) expect(MATCH_EQUITY[away]![away]).toBeCloseTo(0.5, 12);
  });

  test('gives chances that add up to one', () => {
    for (const [away, other] of scores) {
      expect(MATCH_EQUITY[away]![other]! + MATCH_EQUITY[other]![away]!).toBeCloseTo(1, 12);
    }
  });

  test('increases with fewer points needed and with more needed by the opponent', () => {
    for (const [away, other] of scores) {
      const chance = MATCH_EQUITY[away]![other]!;
      expect(chance).toBeLessThan(MATCH_EQUITY[away - 1]![other]!);
      expect(chance).toBeGreaterThan(MATCH_EQUITY[away]![other - 1]!);
    }
  });

  test('never increases after the Crawford game if the trailer needs more', () => {
    for (const away of aways) expect(POST_CRAWFORD[away]).toBeLessThanOrEqual(POST_CRAWFORD[away - 1]!);
  });

  test('has shares of wins that add up to one', () => {
    expect(WIN_SHARES.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 15);
  });
});
