import { applyPlay, makeXgid, samePosition, situationOf } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { toMat } from '../src/export/mat.ts';
import { toSgf } from '../src/export/sgf.ts';
import { stepsOfImport } from '../src/import/import-steps.ts';
import { IMPORT_CODES, type ImportedMatch, type ImportResult, requireRoom } from '../src/import/imported.ts';
import { parseMat } from '../src/import/mat.ts';
import { parseSgf } from '../src/import/sgf.ts';
import { type Step, stepsOf } from '../src/steps.ts';
import type { MatchRecord } from '../src/types.ts';
import { hasGnubg, throughGnubg } from './support/gnubg.ts';
import { moneyRules, openTable, playOn } from './support/table.ts';
import { validNames, validRecord } from './support/vectors.ts';

function value(result: ImportResult): ImportedMatch {
  if (!result.ok) throw new Error(`line ${result.line}: ${result.code}: ${result.message}`);
  const [match] = result.value;
  if (!match) throw new Error('no match');
  return match;
}

/** The decisions as text: who decided what, where, and the position that a play reaches. */
function told(match: ImportedMatch): string[] {
  return match.games.flatMap(({ decisions }) =>
    decisions
      .filter(({ kind, situation }) => kind !== 'resign' && !(kind === 'take' && situation.toAct === situation.onRoll))
      .map(({ player, kind, situation, hops }) => {
        const { position, dice, cube, score } = situation;
        const after = kind === 'play' && dice ? applyPlay(position, player, dice, hops) : null;
        const reached = after?.ok ? after.value : position;
        const roll = dice?.toSorted().join('') ?? '';
        return `${player} ${kind} ${roll} ${score} ${cube.value} ${JSON.stringify([position, reached])}`;
      }),
  );
}

function toldByRecord(record: MatchRecord): string[] {
  return stepsOf(record).flatMap(({ action, before }) => {
    // a beaver counts as taken when the doubler rolls
    if (action.type === 'take' && before.phase === 'beaver') return [];
    if (!['play', 'double', 'take', 'pass', 'beaver'].includes(action.type) || !('player' in action)) return [];
    const { position, dice, cube, score } = situationOf(before);
    const after = action.type === 'play' && dice ? applyPlay(position, action.player, dice, action.hops) : null;
    const reached = after?.ok ? after.value : position;
    const roll = dice?.toSorted().join('') ?? '';
    return `${action.player} ${action.type} ${roll} ${score} ${cube.value} ${JSON.stringify([position, reached])}`;
  });
}

/** The points of all games that ended by the rules, a pass or a resignation. */
const resultsOf = (match: ImportedMatch) => match.games.map(({ result }) => result);
const resultsOfRecord = (record: MatchRecord) =>
  (stepsOf(record).at(-1)?.after.games ?? []).map(({ winner, points }) => ({ winner, points }));

function agrees(record: MatchRecord): void {
  for (const match of [value(parseMat(toMat(record))), value(parseSgf(toSgf(record)))]) {
    expect(told(match)).toEqual(toldByRecord(record));
    expect(resultsOf(match).filter((result) => result !== null)).toEqual(resultsOfRecord(record));
    expect(match.length).toBe(record.header.length);
  }
}

describe('a match file', () => {
  test.each(validNames)('IM1 that we wrote is read like its record: %s', (name) => agrees(validRecord(name)));

  test.each([21, 22, 23, 24])(
    'IM1a that we wrote of a random match is read like its record (seed %i)',
    async (seed) => {
      const changes = seed % 2 === 0 ? { length: 5 } : { length: 0, rated: false, rules: moneyRules };
      const { ledger, keys } = await playOn(await openTable(seed, changes));
      agrees(await closeRecord(ledger, keys.server));
    },
  );

  const EXPORTED = ['match-7', 'match-3-crawford', 'shortest'];
  test.runIf(hasGnubg).each(EXPORTED)('IM2 that GNU Backgammon wrote is read like the record: %s', (name) => {
    const record = validRecord(name);
    const { answers } = throughGnubg([
      { format: 'sgf', text: toSgf(record) },
      { format: 'mat', text: null },
    ]);
    const [first, again] = answers.map(({ sgf }) => value(parseSgf(sgf)));
    expect(first && told(first)).toEqual(toldByRecord(record));
    expect(again?.games.length).toBe(first?.games.length);
  });
});

/** A game in the dialect of eXtreme Gammon: bar and off as words, combined hops, counts in brackets. */
const XG = `; [Site "XG Mobile"]\r
; [Player 1 "Ann"]\r
; [Player 2 "Bob B."]\r
; [EventDate "2026.01.01"]\r
; [Variation "Backgammon"]\r
; [Crawford "On"]\r
\r
3 point match\r
\r
 Game 1\r
 Ann : 0                              Bob B. : 0\r
  1) 31: 8/5 6/5                        66: 24/18(2) 13/7(2)\r
  2)  Doubles => 2                       Takes \r
  3) 64: 24/14                          52: 13/11* 6/1*\r
  4) 51: Bar/20 Bar/24*                    Doubles => 4\r
  5)  Drops                               Wins 2 points\r
\r
 Game 2\r
 Ann : 0                              Bob B. : 2\r
  1)                                    43: 24/20 13/10\r
  2) 62: 24/22 13/7                    65: 20/9\r
      Wins 1 point\r
`;

/** A game in the dialect of Backgammon Galaxy. */
const GALAXY = `; [Site "Backgammon Galaxy"]
; [Player 1 "ann_1"]
; [Player 2 "bob:2"]

 3 point match

 Game 1
 ann_1 : 0                           bob:2 : 0
  1) 61: 13/7 8/7                     62: 24/22 13/7
  2) 55: Cannot Move                  21: 6/5 8/6
`;

describe('the dialects of .mat', () => {
  test('IM3 eXtreme Gammon', () => {
    const { names, games, length } = value(parseMat(XG));
    expect([names, length]).toEqual([['Ann', 'Bob B.'], 3]);
    expect(games.map(({ score, crawford, result }) => ({ score, crawford, result }))).toEqual([
      { score: [0, 0], crawford: false, result: { winner: 1, points: 2 } },
      { score: [0, 2], crawford: true, result: { winner: 0, points: 1 } },
    ]);
    expect(games[0]?.decisions.map(({ kind }) => kind)).toEqual([
      'play',
      'play',
      'double',
      'take',
      'play',
      'play',
      'play',
      'double',
      'pass',
    ]);
    expect(games[0]?.decisions.at(-1)).toMatchObject({ player: 0, line: 16, situation: { doubled: true } });
    expect(games[1]?.decisions.at(-1)).toMatchObject({ player: 1, kind: 'resign' });
  });

  test('IM4 Backgammon Galaxy, whose dances are words', () => {
    // 55 has legal plays here, so the words are a mistake; 64 after a closed board has none
    expect(value(parseMat(GALAXY)).notes).toEqual([{ code: 'bad-move', game: 1, line: 10 }]);
    const { names, games } = value(parseMat(GALAXY.replace(/ {2}2\).*\n/, '')));
    expect(names).toEqual(['ann_1', 'bob:2']);
    expect(games.map(({ decisions, result }) => [decisions.length, result])).toEqual([[2, null]]);
    const mat = toMat(validRecord('dance'));
    const dances = value(parseMat(mat.replace(/(\d\d:)(?= {2}|$)/gm, '$1 Cannot Move')));
    expect(told(dances)).toEqual(told(value(parseMat(mat))));
    expect(dances.games[0]?.decisions.some(({ kind, hops }) => kind === 'play' && hops.length === 0)).toBe(true);
  });
});

const [START] = [XG.split('\r\n').slice(0, 11).join('\n')];

describe('a bad match file', () => {
  test.each([
    ['', 'no-match', 1],
    ['hello\n', 'no-match', 1],
    ['\n 7 point match\n', 'no-match', 2],
    ['\n 7 point match\n  1) 31: 8/5 6/5\n', 'bad-header', 3],
    [' 7 point match\n Game 1\n Ann  Bob\n', 'bad-header', 3],
    [' 7 point match\n Game 1\n Ann : 7    Bob : 0\n', 'bad-score', 3],
    [`${START}\n  1) 31: 8/5 6/4\n`, 'bad-move', 12],
    [`${START}\n  1) 31: nonsense\n`, 'bad-move', 12],
    [`${START}\n  1) something else\n`, 'bad-move', 12],
    [`${START}\n  1)  Takes\n`, 'illegal-action', 12],
    ['x'.repeat(2_000_001), 'too-long', 1],
    [` 7 point match\n Game 1\n ${'a: 1 '.repeat(50_000)}`, 'too-long', 3],
    [` 7 point match\n Game 1\n a${' '.repeat(100_000)}:x\n`, 'too-long', 3],
    [` 7 point match\n${' Game 1\n Ann : 0    Bob : 0\n'.repeat(501)}`, 'too-long', 1002],
  ])('IM5 is refused with a code and a line: %#', (text, code, line) => {
    expect(parseMat(text)).toMatchObject({ ok: false, code, line });
  });

  test.each([
    [`${START}\n  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n`, 'illegal-action', 13],
    [`${START}\n  1) 31: 8/5 6/5\n      Wins 5 points\n`, 'forfeit', 13],
    [`${START}\n  1) 31: 8/5 6/5\n      Wins 1 point\n  2)       42: 8/4 6/4\n`, 'illegal-action', 14],
    ['(;GM[6]MI[length:3]RE[W+9]\n;W[31hefe])', 'forfeit', 2],
    ['(;GM[6]MI[length:3]\n;W[31hefe]\n;W[31hefe])', 'illegal-action', 3],
    ['(;GM[6]MI[length:3]\n;W[31hefe]\n;AE[aa])', 'set-up', 3],
  ])('IM5a is read up to the fault, which is noted: %#', (text, code, line) => {
    const { notes, games } = value(text.startsWith('(') ? parseSgf(text) : parseMat(text));
    expect(notes).toEqual([{ code, game: 1, line }]);
    expect(games[0]?.decisions[0]?.kind).toBe('play');
  });

  test.each([
    ['', 'no-match', 1],
    ['hello', 'no-match', 1],
    ['(;FF[4]GM[1])', 'no-match', 1],
    ['(;GM[6]MI[length:x])', 'bad-header', 1],
    ['(;GM[6]MI[length:3][ws:3])', 'bad-score', 1],
    ['(;GM[6]MI[length:3]\n;W[31hefe', 'no-match', 2],
    ['(;GM[6]MI[length:3]\n;W[31hefe]', 'no-match', 2],
    ['(;GM[6]MI[length:3]\n;W[31xaxa])', 'bad-move', 2],
    ['(;GM[6]MI[length:3]\n;W[pass])', 'bad-move', 2],
    ['(;GM[6]MI[length:3]\n;AE[aa])', 'set-up', 2],
    ['(;GM[6]MI[length:3])\n'.repeat(501), 'too-long', 501],
    ['(;GM[6]MI[length:3])\n()', 'no-match', 2],
    [`(;GM[6]MI[length:3]PW[${'a'.repeat(401)}])`, 'too-long', 1],
  ])('IM6 in SGF is, too: %#', (text, code, line) => {
    expect(parseSgf(text)).toMatchObject({ ok: false, code, line });
  });

  test('IM6a with more decisions than any match is refused', () => {
    const game = { score: [0, 0], crawford: false, decisions: new Array(1_000), result: null } as const;
    expect(() => requireRoom(new Array(50).fill(game), 7)).not.toThrow();
    expect(() => requireRoom(new Array(51).fill(game), 7)).toThrow(
      expect.objectContaining({ code: 'too-long', line: 7 }),
    );
  });

  test('IM17 in SGF that is full of anything is refused before much of it is kept', () => {
    const start = '(;GM[6]MI[length:3]';
    for (const node of [';', ';C[a]', ';\n']) {
      expect(parseSgf(`${start}${node.repeat(8_000)})`)).toMatchObject({ ok: true });
      // the game is never closed, and refused at the first node that is too much, not at the end of the file
      const read = parseSgf(`${start}${node.repeat(8_001)}${' '.repeat(1_000)}`);
      expect(read).toMatchObject({ ok: false, code: 'too-long', line: node === ';\n' ? 8_001 : 1 });
    }
    // only the first variation counts
    expect(parseSgf(`${start};W[31hefe](;B[42lpln])(${';B[31nope]'.repeat(9_000)}))`)).toMatchObject({ ok: true });
    // and properties that no match has are skipped
    expect(parseSgf(`${start}${'A[a]'.repeat(9_000)}${'X'.repeat(9_000)}[b]${'W[31hefe]'.repeat(50)})`).ok).toBe(true);
  });

  test('IM7 of variations the first is read', () => {
    const { games } = value(parseSgf('(;GM[6]MI[length:3]C[a \\] b];W[31hefe](;B[42lpln])(;B[31nope](;W[x])))'));
    expect(games[0]?.decisions.map(({ player }) => player)).toEqual([0, 1]);
  });

  test('IM8 that is damaged anywhere is read or refused, and never throws', () => {
    const record = validRecord('match-7');
    const files = [
      [parseMat, toMat(record)],
      [parseMat, XG],
      [parseSgf, toSgf(record)],
    ] as const;
    const damage = [fc.constantFrom(...files), fc.nat(), fc.nat(8), fc.string({ maxLength: 4 })] as const;
    fc.assert(
      fc.property(...damage, ([parse, text], place, gone, added) => {
        const at = place % text.length;
        const read = parse(text.slice(0, at) + added + text.slice(at + gone));
        if (read.ok) {
          for (const { decisions } of read.value.flatMap(({ games }) => games))
            for (const { situation } of decisions) makeXgid(situation);
        } else {
          expect(IMPORT_CODES).toContain(read.code);
          expect(read.line).toBeGreaterThan(0);
          expect(read.line).toBeLessThanOrEqual(text.split('\n').length + 4);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('IM9 the situations of a game follow one another', () => {
  for (const { decisions } of value(parseMat(toMat(validRecord('match-7')))).games)
    for (const [n, { player, kind, situation, hops }] of decisions.entries()) {
      const next = decisions[n + 1];
      if (kind !== 'play' || !situation.dice || !next) continue;
      const after = applyPlay(situation.position, player, situation.dice, hops);
      expect(after.ok && samePosition(after.value, next.situation.position)).toBe(true);
    }
});

/** The steps as text. Openings and answers to a beaver, which no file has, are left out, and so is what a file cannot say. */
function toldSteps(steps: readonly Step[]): string[] {
  return steps.flatMap(({ action, before, after }, index) => {
    // nor has it a roll after which the player resigned
    if (action.type === 'roll' && steps[index + 2]?.action.type !== 'play') return [];
    const { turn, phase, position, cube, score, game, postCrawford, dice, length } = before;
    // formally a match to 1 is one Crawford game
    const crawford = length > 1 && before.crawford;
    if (turn === null || action.type === 'dice' || (action.type === 'take' && phase === 'beaver')) return [];
    // the loser of a game may resign at any time
    if (action.type === 'resign' || action.type === 'accept' || action.type === 'decline') return [];
    if (action.type === 'forfeit' || !('player' in action)) return [];
    const ended = after.games.length > before.games.length;
    const reached = ended ? after.score : after.position;
    const state = [turn, phase, position, cube, score, game, crawford, postCrawford, dice?.toSorted() ?? null, reached];
    return `${action.player} ${action.type} ${JSON.stringify(state)}`;
  });
}

describe('the steps of an imported match', () => {
  test.each(validNames)('IM10 are those of the record that was exported: %s', (name) => {
    const record = validRecord(name);
    const expected = toldSteps(stepsOf(record));
    for (const match of [value(parseMat(toMat(record))), value(parseSgf(toSgf(record)))]) {
      const steps = stepsOfImport(match);
      expect(toldSteps(steps)).toEqual(expected);
      expect(steps.map(({ n }) => n)).toEqual(steps.map((_, n) => n));
    }
  });

  test('IM10a end each game with the points that the file gives', () => {
    const record = validRecord('match-7');
    const match = value(parseMat(toMat(record)));
    const ends = stepsOfImport(match).filter(({ before, after }) => after.games.length > before.games.length);
    const results = match.games.flatMap(({ result }) => result ?? []);
    expect(ends.map(({ after }) => after.games.at(-1)).map((one) => [one?.winner, one?.points])).toEqual(
      results.map(({ winner, points }) => [winner, points]),
    );
  });

  test('IM10b follow from every file that can be read, however damaged', () => {
    const text = toMat(validRecord('money-beaver'));
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(12), fc.string({ maxLength: 12 }), (at, cut, put) => {
        const read = parseMat(text.slice(0, at) + put + text.slice(at + cut));
        if (read.ok) for (const match of read.value) expect(() => stepsOfImport(match)).not.toThrow();
      }),
    );
  });
});
