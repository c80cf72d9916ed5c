import {
  applyPlay,
  type Dice,
  fromOwnView,
  makeGnuId,
  makeSituation,
  type Player,
  type Position,
  startPosition,
} from 'bg-rules';
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

describe('a text export with a position that was set up', () => {
  const other = fromOwnView([0, -2, 0, 0, 0, 0, 4, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 1, 2, 0], 0);
  const HEAD = 'The score (after 0 games) is: Ann 0, Ben 0 (match to 3 points)\n';
  const turn = (n: number, player: Player, dice: Dice, position: Position, play: string) => {
    const situation = makeSituation({ position, onRoll: player, dice, length: 3 });
    const [positionId, matchId] = makeGnuId(situation).split(':');
    const name = ['Ann', 'Ben'][player];
    return `\nMove number ${n}:  ${name} to play ${dice.join('')}\n\n GNU Backgammon  Position ID: ${positionId}\n                 Match ID   : ${matchId}\n\n* ${name} moves ${play}\n`;
  };
  const start = startPosition();

  test('IM61 begins with it', async () => {
    const match = await matchIn(HEAD + turn(1, 0, [4, 2], other, '8/4 6/4'), 'gnubg-text');
    expect(match.games[0]?.decisions[0]?.situation.position).toEqual(other);
    expect(match.notes.map(({ code }) => code)).toEqual(['set-up-read']);
  });

  test('IM62 is read up to it, although the next play would be legal without it', async () => {
    const text = HEAD + turn(1, 0, [4, 2], start, '8/4 6/4') + turn(2, 1, [6, 5], other, '24/13');
    const match = await matchIn(text, 'gnubg-text');
    expect(match.games[0]?.decisions).toHaveLength(1);
    expect(match.notes.map(({ code }) => code)).toEqual(['set-up']);
  });
});
