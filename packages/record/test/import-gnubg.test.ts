import { applyPlay } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import type { ImportedMatch } from '../src/import/imported.ts';
import { readImport } from '../src/import/read.ts';
import { hasGnubg, playedByGnubg } from './support/gnubg.ts';

async function matchIn(text: string, format: string): Promise<ImportedMatch> {
  const read = await readImport(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(`${format}: line ${read.line}: ${read.code}: ${read.message}`);
  if (read.kind !== 'matches') throw new Error('a position');
  expect(read.format).toBe(format);
  const [match] = read.matches;
  if (!match) throw new Error('no match');
  return match;
}

/** The plies of each game, with the positions that they reach. */
function pliesOf({ games }: ImportedMatch): string[][] {
  return games.map(({ decisions }) =>
    decisions
      .filter(({ kind }) => kind !== 'resign')
      .map(({ player, kind, situation, hops }) => {
        const { position, dice, cube, score } = situation;
        const after = kind === 'play' && dice ? applyPlay(position, player, dice, hops) : null;
        return JSON.stringify([player, kind, dice?.toSorted(), cube.value, score, after?.ok ? after.value : position]);
      }),
  );
}

describe.runIf(hasGnubg)('a match that GNU Backgammon played and wrote', () => {
  test.each([
    [1, 11],
    [3, 12],
    [5, 13],
    [7, 14],
  ])('IM60 has the same plies in each of its formats: to %i, seed %i', async (length, seed) => {
    const files = playedByGnubg(length, seed);
    const sgf = await matchIn(files.sgf, 'sgf');
    const plies = pliesOf(sgf);
    expect(plies.flat().length).toBeGreaterThan(20);
    for (const [text, format] of [
      [files.mat, 'mat'],
      [files.snowie, 'mat'],
      [files.text, 'gnubg-text'],
    ] as const) {
      const match = await matchIn(text, format);
      expect(pliesOf(match)).toEqual(plies);
      expect(match.games.map(({ result }) => result)).toEqual(sgf.games.map(({ result }) => result));
      expect(match.notes).toEqual([]);
      expect([match.length, match.names]).toEqual([length, sgf.names]);
    }
    expect(sgf.notes).toEqual([]);
  });
});
