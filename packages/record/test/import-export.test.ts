import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMat } from '../src/export/mat.ts';
import { toOgxm } from '../src/export/ogxm.ts';
import { toSgf } from '../src/export/sgf.ts';
import { importToMat, importToSgf } from '../src/import/export-import.ts';
import { type ImportedMatch, scoreOfImport } from '../src/import/imported.ts';
import { type Imported, readImport } from '../src/import/read.ts';
import { hasGnubg, throughGnubg } from './support/gnubg.ts';
import { readSgf } from './support/sgf.ts';
import { toldByRecord, toldBySgf } from './support/told.ts';
import { validNames, validRecord, withNames } from './support/vectors.ts';

function matchOf(read: Imported): ImportedMatch {
  if (!read.ok || read.kind !== 'matches') throw new Error(read.ok ? read.kind : `${read.line}: ${read.message}`);
  const [match, ...others] = read.matches;
  if (!match || others.length > 0) throw new Error('not one match');
  return match;
}

/** The games without their lines, and the position of the cube in a take of a beaver, which files leave out. */
const played = ({ games }: ImportedMatch) =>
  games.map(({ decisions, score, crawford, result }) => ({
    score,
    crawford,
    result,
    decisions: decisions
      .filter(({ kind, situation }) => kind !== 'take' || situation.toAct !== situation.onRoll)
      .map(({ kind, player, situation, hops }) => [
        kind,
        player,
        situation.position,
        situation.cube.value,
        hops.length,
      ]),
  }));

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Names that look like something else. */
const HOSTILE = [
  'Ann : 3',
  'Ann  Bob',
  '; Ann',
  '# Ann',
  'Game 1',
  '7 point match',
  'Wins 3 points',
  ' 1) 31: 8/5 6/5',
  'Ann, 1650',
  'Ann (1650)',
  '7up',
  '12345',
  'Ann]W[31hefe',
  'Ann\\',
  'a"b',
  '[Player 1 "x"]',
  'Ann\tBen',
  'Ann\nBen',
  '\u202eAnn',
  'Jørgen Ж 名',
  'Resigns',
  'x'.repeat(32),
  '(;GM[6])',
  'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10',
];

describe('an export of ours', () => {
  const record = validRecord('match-3-crawford');

  test('IM95 of several matches between the same players is read to these matches', async () => {
    const whole = matchOf(await readImport(toMat(record)));
    const cut = { ...whole, games: whole.games.slice(0, 2) };
    const many = [whole, cut, whole, whole];
    expect(cut.games.length).toBeLessThan(whole.games.length);
    for (const write of [importToMat, importToSgf]) {
      const read = await readImport(many.map(write).join('\n'));
      if (!read.ok || read.kind !== 'matches') throw new Error('not read');
      expect(read.matches.map(scoreOfImport)).toEqual(many.map(scoreOfImport));
      expect(read.matches.map(({ games }) => games.length)).toEqual(many.map(({ games }) => games.length));
      for (const [n, match] of read.matches.entries()) expect(played(match)).toEqual(played(many[n]!));
    }
  });

  test('IM70 is read to the same plies whatever the names are', async () => {
    const expected = played(matchOf(await readImport(bytesOf(toSgf(record)))));
    const name = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ maxLength: 32 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(name, name, async (one, two) => {
        const named = withNames(record, one, two);
        for (const file of [bytesOf(toMat(named)), bytesOf(toSgf(named)), toOgxm(named)]) {
          const match = matchOf(await readImport(file));
          expect(played(match)).toEqual(expected);
          expect(match.length).toBe(3);
        }
      }),
      { numRuns: 400 },
    );
  });

  test.each(HOSTILE)('IM70a keeps the names as far as the format can: %j', async (name) => {
    const named = withNames(record, name, 'Ben: (5:3)');
    const shown = name.trim();
    const mat = matchOf(await readImport(bytesOf(toMat(named))));
    expect(mat.names[1]).toBe('Ben: (5:3)');
    expect(mat.names[0]).toBe(shown.replaceAll('"', "'").replace(/\s+/g, ' '));
    expect(matchOf(await readImport(bytesOf(toSgf(named)))).names).toEqual([shown, 'Ben: (5:3)']);
    expect(matchOf(await readImport(toOgxm(named))).names).toEqual([shown, 'Ben: (5:3)']);
  });

  test.each(validNames)('IM71 keeps the rules in .mat: %s', async (name) => {
    const { length, rules } = validRecord(name).header;
    const read = await readImport(bytesOf(toMat(validRecord(name))));
    if (!read.ok) return expect(read.code).toBe('no-match');
    const inForce = { ...rules, crawford: rules.crawford && length > 0, jacoby: rules.jacoby && length === 0 };
    expect(matchOf(read).rules).toEqual({ ...inForce, beavers: rules.beavers && length === 0 });
  });

  describe.runIf(hasGnubg)('with GNU Backgammon', () => {
    const told = toldByRecord(record);
    test.each(HOSTILE)('IM72 is read like the record: %j', (name) => {
      const named = withNames(record, name, 'Ben: 5  x');
      const { answers } = throughGnubg([
        { format: 'mat', text: toMat(named) },
        { format: 'sgf', text: toSgf(named) },
      ]);
      expect(answers.map(({ sgf }) => readSgf(sgf).map(toldBySgf))).toEqual([told, told]);
    });
  });
});

describe('an imported match', () => {
  test.each(validNames)('IM73 is written again as .mat and SGF with the same plies: %s', async (name) => {
    const read = await readImport(bytesOf(toSgf(validRecord(name))));
    if (!read.ok) return expect(read.code).toBe('no-match');
    const match = matchOf(read);
    for (const text of [importToMat(match), importToSgf(match)]) {
      const again = matchOf(await readImport(bytesOf(text)));
      expect(played(again)).toEqual(played(match));
      expect([again.names, again.length, again.facts.date]).toEqual([match.names, match.length, match.facts.date]);
    }
  });

  const cut = ` 5 point match

 Game 1
 Ann : 0                        Ben : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 65: 24/18 13/9              31: 8/5 6/5
      Wins 1 point

 Game 2
 Ann : 1                        Ben : 0
  1)                             31: 8/5 6/5
  2) 65: ???
                                  Wins 1 point
`;

  test('IM74 that was cut is written as far as it was read, with its results', async () => {
    const match = matchOf(await readImport(bytesOf(cut)));
    for (const text of [importToMat(match), importToSgf(match)]) {
      const again = matchOf(await readImport(bytesOf(text)));
      expect(again.games.map(({ score, result }) => ({ score, result }))).toEqual(
        match.games.map(({ score, result }) => ({ score, result })),
      );
      expect(scoreOfImport(again)).toEqual([1, 1]);
    }
  });

  test('IM74a with a raccoon ends before it, and says so', async () => {
    const raccoon = ` 0 point match

 Game 1
 Ann : 0                        Ben : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Beavers                    Raccoons
  3)  Takes                      42: 8/4 6/4
                                 Wins 8 points
`;
    const match = matchOf(await readImport(bytesOf(raccoon)));
    expect(match.games[0]?.result).toEqual({ winner: 1, points: 8 });
    for (const text of [importToMat(match), importToSgf(match)]) {
      expect(text).toContain('is left out');
      const again = matchOf(await readImport(bytesOf(text)));
      expect(again.games[0]?.decisions.map(({ kind }) => kind).slice(0, 3)).toEqual(['play', 'double', 'beaver']);
      expect(again.games[0]?.result).toEqual({ winner: 1, points: 8 });
    }
  });
});
