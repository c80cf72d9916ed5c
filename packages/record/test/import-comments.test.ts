import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Comments } from '../src/import/comments.ts';
import { stepsOfImport } from '../src/import/import-steps.ts';
import type { ImportedMatch, ImportResult } from '../src/import/imported.ts';
import { parseOgxm } from '../src/import/ogxm.ts';
import { parseSgf } from '../src/import/sgf.ts';
import { bytesOfMatch, noteSection, withSections } from './support/ogxm.ts';

function match(read: ImportResult): ImportedMatch {
  const [one] = read.ok ? read.value : [];
  if (!one) throw new Error('no match');
  return one;
}

const commentsOf = ({ games }: ImportedMatch) =>
  games.flatMap(({ decisions }) => decisions.map(({ kind, comment }) => [kind, comment]));

describe('comments in SGF', () => {
  const sgf = (...nodes: readonly string[]) => match(parseSgf(`(;GM[6]MI[length:3]C[on the game];${nodes.join(';')})`));
  const NODES = [
    'W[31hefe]C[first: a \\] b \\\\ c]',
    'B[42lpln]',
    'C[too early]W[double]',
    'B[drop]C[second\\\nline\n\n\n\nthird]',
  ];

  test('IM110 are those of their decisions', () => {
    expect(commentsOf(sgf(...NODES))).toEqual([
      ['play', 'first: a ] b \\ c'],
      ['play', undefined],
      ['double', 'too early'],
      ['pass', 'secondline\n\nthird'],
    ]);
  });

  test('IM110a are those of the steps, of a roll and a play that of the play', () => {
    const steps = stepsOfImport(sgf('W[31hefe]C[one]', 'B[42lpln]C[two]'));
    expect(steps.map(({ action, comment }) => [action.type, comment])).toEqual([
      ['play', 'one'],
      ['roll', undefined],
      ['dice', undefined],
      ['play', 'two'],
    ]);
  });

  test('IM110b of other variations are left out', () => {
    const { games } = match(parseSgf('(;GM[6]MI[length:3];W[31hefe](;B[42lpln]C[main])(;B[42lpln]C[other]))'));
    expect(games[0]?.decisions.map(({ comment }) => comment)).toEqual([undefined, 'main']);
  });
});

describe('notes in OGXM', () => {
  // 31 of White, 42 of Black, a double, a resignation
  const PLIES = [2, 3 * 32 + 17, 1 * 32 + 19, 64 + 8, 4 * 32 + 8, 2 * 32 + 6, 21, 64 + 27];
  const file = bytesOfMatch({ length: 3, winner: 0, points: 1, plies: PLIES });
  const read = (...notes: readonly Parameters<typeof noteSection>[0][]) =>
    commentsOf(match(parseOgxm(withSections(file, notes.map(noteSection)))));

  test('IM111 are those of the actions that they name, and of judgements of them', () => {
    expect(
      read([
        { scope: 0, ref: 0, text: 'on the match' },
        { scope: 1, ref: 0, text: 'on the game' },
        { scope: 2, ref: 0, text: 'on the first play' },
        { scope: 3, ref: 0, text: 'on its judgement', kind: 0 },
        { scope: 4, ref: 0, text: 'on another play', kind: 0 },
        { scope: 2, ref: 1, text: 'for programs', key: 'x-rating' },
        { scope: 2, ref: 2, text: 'on the double' },
        { scope: 2, ref: 3, text: 'on the end' },
        { scope: 2, ref: 99, text: 'on nothing' },
        { scope: 9, ref: 1, text: 'on something new' },
      ]),
    ).toEqual([
      ['play', 'on the first play\n\non its judgement'],
      ['play', undefined],
      ['double', 'on the double'],
      ['resign', 'on the end'],
    ]);
  });

  test('IM111c on a resignation stands with the offer, not with its acceptance', () => {
    const notes = noteSection([{ scope: 2, ref: 3, text: 'on the end' }]);
    const steps = stepsOfImport(match(parseOgxm(withSections(file, [notes]))));
    expect(steps.slice(-2).map(({ action, comment }) => [action.type, comment])).toEqual([
      ['resign', 'on the end'],
      ['accept', undefined],
    ]);
  });

  test('IM111a may be in several parts, and are read up to a damaged one', () => {
    const good = { scope: 2, ref: 0, text: 'one' };
    expect(read([good], [{ ...good, ref: 1, text: 'two' }]).slice(0, 2)).toEqual([
      ['play', 'one'],
      ['play', 'two'],
    ]);
    const [content] = [noteSection([good]).content];
    const cut = { name: 'ANNO', content: [...content, 9, 0, 2] };
    expect(commentsOf(match(parseOgxm(withSections(file, [cut]))))[0]).toEqual(['play', 'one']);
  });

  test('IM111b of any bytes never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const section = {
          name: 'ANNO',
          content: [...noteSection([{ scope: 2, ref: 0, text: 'one' }]).content, ...bytes],
        };
        expect(commentsOf(match(parseOgxm(withSections(file, [section]))))[0]?.[1]).toMatch(/^one/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a comment', () => {
  const kept = (text: string) => new Comments().keep(text).comment;

  test.each([
    ['a\u0000b\u001b[2Jc\u009bd', 'a b [2Jc d'],
    ['a\u202eb\u2066c\u200fd', 'a b c d'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['half \ud83d of a sign', 'half   of a sign'],
    ['می‌خواهم 👨‍👩‍👧', 'می‌خواهم 👨‍👩‍👧'],
    [' \n\t ', undefined],
  ])('IM112 is plain text in lines: %j', (text, comment) => {
    expect(kept(text)).toBe(comment);
  });

  test('IM112a is cut after 2,000 characters, and not within one', () => {
    expect(kept('a'.repeat(9_000))).toBe('a'.repeat(2_000));
    expect(kept(`a${'😀'.repeat(2_000)}`)).toBe(`a${'😀'.repeat(999)}`);
  });

  test('IM112b is left out behind 200,000 characters of a file', () => {
    const comments = new Comments();
    const lengths = Array.from({ length: 150 }, () => comments.keep('a'.repeat(1_999)).comment?.length ?? 0);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(200_000);
    expect(lengths.at(-1)).toBe(0);
    const plays = ['W[31hefe]', 'B[42lpln]', 'W[31hefe]'].map((play) => `${play}C[${'a'.repeat(5_000)}]`);
    const games = `(;GM[6]MI[length:0];${plays.join(';')})`.repeat(40);
    const read = parseSgf(games);
    const said = read.ok ? read.value.flatMap(commentsOf).flatMap(([, comment]) => comment ?? []) : [];
    expect(said.join('').length).toBe(200_000);
  });
});
