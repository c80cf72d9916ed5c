import { parsePositionId, parseXgid, samePosition, startPosition } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import type { ImportedMatch, ImportFailure } from '../src/import/imported.ts';
import { scoreOfImport } from '../src/import/imported.ts';
import { type Imported, readImport } from '../src/import/read.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The matches of a text, read as the bytes of a file. */
async function matchesIn(text: string | Uint8Array): Promise<readonly ImportedMatch[]> {
  const read = await readImport(typeof text === 'string' ? bytesOf(text) : text);
  if (!read.ok) throw new Error(`line ${read.line}: ${read.code}: ${read.message}`);
  if (read.kind !== 'matches') throw new Error('a position');
  return read.matches;
}

async function matchIn(text: string | Uint8Array): Promise<ImportedMatch> {
  const [match, ...others] = await matchesIn(text);
  if (!match || others.length > 0) throw new Error('not one match');
  return match;
}

async function refusalOf(text: string | Uint8Array): Promise<Pick<ImportFailure, 'code' | 'line'>> {
  const read = await readImport(typeof text === 'string' ? bytesOf(text) : text);
  if (read.ok) throw new Error('it was read');
  return { code: read.code, line: read.line };
}

/** Each game: the decisions as letters with their seats, the result, the ending. */
function gamesOf({ games }: ImportedMatch): string[] {
  return games.map(({ decisions, result, ending }) => {
    const told = decisions.map(({ kind, player }) => `${kind}${player}`).join(' ');
    return `${told} = ${result ? `${result.winner}+${result.points}` : '-'} ${ending}`;
  });
}

const codesOf = ({ notes }: ImportedMatch) => notes.map(({ code, line }) => `${code}:${line}`);

const HEAD = (length: number, left = 'Ann : 0', right = 'Ben : 0') =>
  ` ${length} point match\n\n Game 1\n ${left.padEnd(31)}${right}\n`;
const ROW = (n: number, left: string, right = '') => `${`${n})`.padStart(4)} ${left.padEnd(28)}${right}`.trimEnd();
const OPENED = ROW(1, '31: 8/5 6/5', '42: 8/4 6/4');
const file = (length: number, ...rows: readonly string[]) => `${HEAD(length)}${[OPENED, ...rows].join('\n')}\n`;

describe('a game that a player gave up', () => {
  test.each([
    ['Resigns', '0+1 resignation'],
    ['Resigned Game', '0+1 resignation'],
    ['resigns', '0+1 resignation'],
    ['Lost on time', '0+1 time'],
    ['Loses on time', '0+1 time'],
    ['Timeout', '0+1 time'],
    ['Forfeits', '0+1 forfeit'],
    ['Resigned Match', '0+1 forfeit'],
  ])('IM20 is one, in the words of a site: %s', async (words, end) => {
    for (const rows of [
      [ROW(2, '65: 24/18 18/13', words), '   Wins 1 point'],
      [ROW(2, '65: 24/18 18/13', ` ${words}`), `      Wins 1 point`],
    ])
      expect(
        (await matchIn(file(7, ...rows))).games.map(
          ({ result, ending }) => `${result?.winner}+${result?.points} ${ending}`,
        ),
      ).toEqual([end]);
    // the other column
    const left = await matchIn(file(7, ROW(2, words), `${' '.repeat(33)}Wins 1 point`));
    expect(gamesOf(left)[0]).toMatch(/= 1\+1 /);
  });

  test('IM20a with all the points of the match is a match that was lost', async () => {
    const lost = await matchIn(file(5, ROW(2, 'Lost on time'), `${' '.repeat(33)}Wins 5 points and the match`));
    expect(gamesOf(lost)).toEqual(['play0 play1 = 1+5 time']);
    expect(codesOf(lost)).toEqual(['time:7']);
    expect(scoreOfImport(lost)).toEqual([0, 5]);
    const unsaid = await matchIn(file(5, `${' '.repeat(33)}Wins 5 points and the match`));
    expect(gamesOf(unsaid)).toEqual(['play0 play1 = 1+5 forfeit']);
    expect(codesOf(unsaid)).toEqual(['forfeit:6']);
  });

  test.each(['???', '????', '?????'])('IM21 may have a roll that was not played: %s', async (marks) => {
    const match = await matchIn(file(5, ROW(2, `65: ${marks}`), `${' '.repeat(33)}Wins 1 point`));
    expect(gamesOf(match)).toEqual(['play0 play1 resign0 = 1+1 resignation']);
    expect(match.games[0]?.decisions.at(-1)?.situation.dice).toEqual([6, 5]);
    expect(codesOf(match)).toEqual(['unplayed-roll:6']);
    const right = await matchIn(file(5, ROW(2, '65: 24/18 18/13', `65: ${marks}`), '      Wins 2 points'));
    expect(gamesOf(right)).toEqual(['play0 play1 play0 resign1 = 0+2 resignation']);
    const both = await matchIn(file(5, ROW(2, `65: ${marks}`, 'Wins 1 point')));
    expect(gamesOf(both)).toEqual(['play0 play1 resign0 = 1+1 resignation']);
  });

  test('IM21a states the loss on the side of the loser, as Backgammon Galaxy does', async () => {
    const match = await matchIn(file(5, ROW(2, ' Losses 1 point', 'Wins 1 point')));
    expect(gamesOf(match)).toEqual(['play0 play1 resign0 = 1+1 resignation']);
    expect(gamesOf(await matchIn(file(5, ROW(2, ' Losses 2 points'))))).toEqual([
      'play0 play1 resign0 = 1+2 resignation',
    ]);
  });

  test('IM21b goes on after a resignation that was declined', async () => {
    const match = await matchIn(file(5, ROW(2, 'Resigns', 'Rejects'), ROW(3, '65: 24/18 18/13')));
    expect(gamesOf(match)).toEqual(['play0 play1 play0 = - open']);
    const taken = await matchIn(file(5, ROW(2, 'Resigns', 'Accepts'), `${' '.repeat(33)}Wins 2 points`));
    expect(gamesOf(taken)).toEqual(['play0 play1 resign0 = 1+2 resignation']);
  });

  test('IM22 without its result has it from the score of the next game', async () => {
    const next = '\n Game 2\n Ann : 0                        Ben : 2\n  1)                             31: 8/5 6/5\n';
    const match = await matchIn(`${file(5, ROW(2, '65: 24/18 18/13'))}${next}`);
    expect(match.games.map(({ result, ending }) => [result, ending])).toEqual([
      [{ winner: 1, points: 2 }, 'stated'],
      [null, 'open'],
    ]);
    expect(codesOf(match)).toEqual(['result-from-score:9']);
    const jump = await matchIn(`${file(5, '      Wins 1 point')}${next}`);
    expect(codesOf(jump)).toEqual(['score-jump:9']);
  });
});

describe('a game with a fault', () => {
  const GAME_2 =
    '\n Game 2\n Ann : 1                        Ben : 0\n  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4\n';

  test.each([
    ['an illegal play', '65: 24/18 13/9', 'bad-move'],
    ['words', 'mumbles', 'bad-move'],
    ['a play that is none', '65: somewhere', 'bad-move'],
    ['a dance where there are plays', '65: Cannot Move', 'bad-move'],
    ['a take without a double', 'Takes', 'illegal-action'],
    ['words behind an action', 'Doubles => 2 or not', 'bad-move'],
    ['a double to another cube', 'Doubles => 8', 'illegal-action'],
  ])('IM23 is read up to it, and the games after it: %s', async (_, cell, code) => {
    const match = await matchIn(
      `${file(5, ROW(2, cell), ROW(3, '42: 8/4 6/4', '63: 24/15'), '      Wins 1 point')}${GAME_2}`,
    );
    expect(gamesOf(match)).toEqual(['play0 play1 = 0+1 stated', 'play1 play0 = - open']);
    expect(match.notes).toEqual([{ code, game: 1, line: 6 }]);
    expect(match.games.map(({ score }) => score)).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test('IM23a in its last place of a file keeps all before it', async () => {
    const match = await matchIn(`${file(5, '      Wins 1 point')}${GAME_2.replace('42: 8/4 6/4', '42: 8/5 6/4')}`);
    expect(gamesOf(match)).toEqual(['play0 play1 resign1 = 0+1 resignation', 'play1 = - open']);
    expect(match.notes).toEqual([{ code: 'bad-move', game: 2, line: 11 }]);
  });

  test('IM23b that is the only decision of a file is the reason why it is refused', async () => {
    expect(await refusalOf(`${HEAD(5)}${ROW(1, '31: 8/5 6/4')}\n`)).toEqual({ code: 'bad-move', line: 5 });
    expect(await refusalOf(HEAD(5, 'Ann : 5') + OPENED)).toEqual({ code: 'bad-score', line: 4 });
  });

  test('IM24 goes on from the position that Snowie states behind an illegal play', async () => {
    const position = '7;0;0;0;0;Ann;Ben;0;0;0;1;0;0;-2;0;0;0;2;4;0;2;0;0;0;-5;5;0;0;0;-2;0;-5;0;0;0;-1;2;0;6;5;';
    const row = ROW(1, '31: 8/5 6/5', `42: Illegal play (${position})`);
    const match = await matchIn(`${HEAD(7)}${row}\n${ROW(2, '65: 24/18 18/13')}\n`);
    expect(gamesOf(match)).toEqual(['play0 illegal1 play0 = - open']);
    expect(codesOf(match)).toEqual(['illegal-kept:5']);
    const after = match.games[0]?.decisions.at(-1)?.situation;
    expect(after?.position.points.filter((n) => n < 0).reduce((sum, n) => sum + n, 0)).toBe(-15);
    // sixteen checkers
    const wrong = await matchIn(`${HEAD(7)}${row.replace(';2;4;0;2;', ';2;5;0;2;')}\n`);
    expect(wrong.notes).toEqual([{ code: 'set-up', game: 1, line: 5 }]);
    // another player's position
    const other = await matchIn(`${HEAD(7)}${row.replace('Ann;Ben', 'Ben;Ann')}\n`);
    expect(other.notes).toEqual([{ code: 'set-up', game: 1, line: 5 }]);
  });
});

describe('the rules of a match', () => {
  test.each([
    'NackGammon',
    'Nackgammon',
    'nack gammon',
    'HyperGammon',
    'Hypergammon 2',
    'Longgammon',
    'Acey-deucey',
    'Tabula',
  ])('IM25 of another game are refused: %s', async (name) => {
    for (const tag of ['Variation', 'Variant', 'variation'])
      expect(await refusalOf(`; [${tag} "${name}"]\n${file(5)}`)).toEqual({ code: 'variation', line: 1 });
    const sgf = (rules: string) => `(;FF[4]GM[6]MI[length:5]RU[${rules}]\n;W[31hefe])`;
    if (/gammon/i.test(name)) expect(await refusalOf(sgf(`Crawford:${name}`))).toEqual({ code: 'variation', line: 1 });
  });

  test('IM25a that this reader does not know are said', async () => {
    expect(codesOf(await matchIn(`; [Jacoby "perhaps"]\n${file(0)}`))).toEqual(['unknown-rule:1']);
    expect(codesOf(await matchIn('(;FF[4]GM[6]MI[length:5]RU[Crawford:Holland]\n;W[31hefe])'))).toEqual([
      'unknown-rule:1',
    ]);
    expect(codesOf(await matchIn(`; [Variation "Backgammon"]\n; [Site "x"]\n${file(5)}`))).toEqual([]);
  });

  test.each([
    ['Crawford', 'Off', 5, { crawford: false }],
    ['Crawford', 'On', 5, { crawford: true }],
    ['Jacoby', 'On', 0, { jacoby: true, beavers: true }],
    ['Jacoby', 'Off', 0, { jacoby: false }],
    ['Beaver', 'Off', 0, { beavers: false }],
    ['Beaver', 'On', 0, { beavers: true }],
    ['CubeLimit', '1', 5, { cube: false }],
    ['CubeLimit', '1024', 5, { cube: true }],
    ['CubeLimit', '8', 7, { cube: true }],
  ])('IM26 follow its tags: %s %s', async (name, value, length, rules) => {
    expect((await matchIn(`; [${name} "${value}"]\n${file(length)}`)).rules).toMatchObject(rules);
    expect((await matchIn(`# [${name} "${value}"]\r\n${file(length)}`)).rules).toMatchObject(rules);
  });

  test('IM26a with a cube limit that changes the game are refused', async () => {
    expect(await refusalOf(`\n; [CubeLimit "4"]\n${file(7)}`)).toEqual({ code: 'cube-limit', line: 2 });
    expect(await refusalOf(`; [CubeLimit "16"]\n${file(0)}`)).toEqual({ code: 'cube-limit', line: 1 });
  });

  test('IM26b without beavers refuse a beaver', async () => {
    const beaver = file(0, ROW(2, 'Doubles => 2', 'Beavers'), ROW(3, '65: 24/18 18/13'));
    expect(gamesOf(await matchIn(beaver))).toEqual(['play0 play1 double0 beaver1 play0 = - open']);
    const without = await matchIn(`; [Beaver "Off"]\n${beaver}`);
    expect(gamesOf(without)).toEqual(['play0 play1 double0 = - open']);
    expect(without.notes).toEqual([{ code: 'illegal-action', game: 1, line: 7 }]);
  });

  test('IM27 of a money game with automatic doubles begin with the cube that the first double says', async () => {
    const match = await matchIn(file(0, ROW(2, 'Doubles => 4', 'Drops'), '      Wins 2 points'));
    expect(gamesOf(match)).toEqual(['play0 play1 double0 pass1 = 0+2 rules']);
    expect(match.games[0]?.decisions.map(({ situation }) => situation.cube.value)).toEqual([2, 2, 2, 2]);
    expect(codesOf(match)).toEqual(['automatic-double:4']);
    const sgf = '(;FF[4]GM[6]MI[length:0]RU[Jacoby]CV[2]RE[B+2]\n;W[31hefe]\n;B[double]\n;W[drop])';
    const other = await matchIn(sgf);
    expect(gamesOf(other)).toEqual(['play0 double1 pass0 = 1+2 rules']);
    expect(codesOf(other)).toEqual(['automatic-double:1']);
    // a match has none
    expect(await refusalOf(sgf.replace('length:0', 'length:5'))).toEqual({ code: 'set-up', line: 1 });
  });

  test('IM28 have no raccoon: it is read, and the cube goes on', async () => {
    const rows = [ROW(2, 'Doubles => 2', 'Beavers'), ROW(3, 'Raccoons', 'Takes'), ROW(4, '65: 24/18 18/13')];
    const mat = file(0, ...rows);
    const sgf = '(;FF[4]GM[6]MI[length:0]\n;W[31hefe]\n;B[double]\n;W[double]\n;B[double]\n;W[take]\n;B[42qusu])';
    for (const text of [mat, sgf, mat.replace('Raccoons', 'Doubles => 8')]) {
      const match = await matchIn(text);
      expect(match.games[0]?.decisions.at(-1)?.situation.cube).toMatchObject({ value: 8 });
      expect(match.notes.map(({ code }) => code)).toEqual(['raccoon']);
    }
    const passed = await matchIn(file(0, rows[0] ?? '', ROW(3, 'Raccoons', 'Drops'), '      Wins 4 points'));
    expect(passed.games[0]?.result).toEqual({ winner: 0, points: 4 });
  });

  test('IM28a in a position that is set up are those of no game that this reader knows', async () => {
    for (const node of ['AE[a:x]AW[f][f][f]AB[s][s][s]PL[W]DI[31]', 'AW[f]', 'AB[s]', 'CV[2]', 'CP[w]']) {
      expect(await refusalOf(`(;FF[4]GM[6]MI[length:5]\n;${node}\n;W[31fcfe])`)).toEqual({ code: 'set-up', line: 2 });
      // the other games are kept
      const match = await matchIn(`(;GM[6]MI[length:5]\n;W[31hefe])\n(;GM[6]MI[length:5]\n;${node}\n;W[31fcfe])`);
      expect(match.notes).toEqual([{ code: 'set-up', game: 2, line: 4 }]);
    }
  });

  test('IM29 tell the Crawford game, also of a file that begins after it', async () => {
    const at = (row: string) => `${HEAD(5, 'Ann : 4', 'Ben : 3')}${OPENED}\n${row}\n`;
    const doubled = await matchIn(at(ROW(2, '65: 24/18 18/13', 'Doubles => 2')));
    expect(doubled.games[0]?.crawford).toBe(false);
    expect(doubled.notes).toEqual([]);
    const quiet = await matchIn(at(ROW(2, '65: 24/18 18/13')));
    expect(quiet.games[0]?.crawford).toBe(true);
    expect(codesOf(quiet)).toEqual(['crawford-assumed:4']);
  });
});

describe('the form of a match file', () => {
  const same = async (text: string | Uint8Array) => {
    const match = await matchIn(text);
    expect(gamesOf(match)).toEqual(['play0 play1 play0 double1 take0 play1 = - open']);
    expect(match.names).toEqual(['Ann', 'Ben']);
    return match;
  };
  const TEXT = file(7, ROW(2, '65: 24/18 18/13', 'Doubles => 2'), ROW(3, ' Takes', '42: 8/4 6/4'));

  test('IM30 may have columns of tabs, of two spaces, or none', async () => {
    await same(TEXT);
    await same(TEXT.replace(/ {3,}/g, '\t\t\t'));
    await same(TEXT.replace(/(\S) {3,}(?=\S)/g, '$1  '));
    await same(TEXT.replace(/ {2,}(\d\d:)/g, ' $1'));
    const tabs =
      ' 7 point match\n\n Game 1\n Ann: 0\t\t\tBen : 0\n1)\t\t21: 24/23 13/11\n2) 62: 13/7 7/5\t\tDoubles => 2\n3) Takes\t\t52: 13/11 13/8\n';
    expect(gamesOf(await matchIn(tabs))).toEqual(['play1 play0 double1 take0 play1 = - open']);
  });

  test('IM31 may have comments, a title, marks, no colons and other words', async () => {
    await same(`# a comment\n; another\n${TEXT}`);
    await same(`+-----------------+\n|  A title, 1993  |\n+-----------------+\n${TEXT}`);
    await same(TEXT.replace('24/18 18/13', '24/18 18/13?!').replace('8/4 6/4', '8/4 6/4 ??'));
    await same(TEXT.replace(/(\d\d):/g, '$1'));
    await same(TEXT.replace('Takes', 'Accepts'));
    await same(TEXT.replace('24/18 18/13', '24/13'));
    await same(TEXT.replace('24/18 18/13', '24-18, 18-13'));
    await same(TEXT.replace('\n  2)', '\n; in between\n  2)'));
    await same(TEXT.replace('=> 2', '=> 2 ; good'));
    await same(TEXT.replaceAll('\n', '\r\n'));
    await same(TEXT.replaceAll('\n', '\r'));
    await same(`${TEXT}\u001a\u0000\u0000`);
    const spoken = await same(TEXT.replace('\n  2)', '\nWell played so far.\n  2)'));
    expect(codesOf(spoken)).toEqual(['skipped-lines:6']);
    const dropped = TEXT.replace(' Takes', 'Rejects').replace(/42: 8\/4 6\/4\n$/, '\n');
    expect(gamesOf(await matchIn(dropped))).toEqual(['play0 play1 play0 double1 pass0 = 1+1 rules']);
    await same(TEXT.replace('7 point match', 'Match to 7 points'));
  });

  test.each([
    ['Ann, 1650 : 0', 'Ben, 1720 : 0', ['Ann', 'Ben']],
    ['Ann (1650) : 0', 'Ben (1720.15) : 0', ['Ann', 'Ben']],
    ['Ann 13: 0', 'Ben (5:3): 0', ['Ann 13', 'Ben (5:3)']],
    ['Ann, 1650 : 0', 'Ben : 0', ['Ann, 1650', 'Ben']],
    ['Ann 0', 'Ben 0', ['Ann', 'Ben']],
  ])('IM32 may have ratings in the names: %s', async (left, right, names) => {
    expect((await matchIn(`${HEAD(7, left, right)}${OPENED}\n`)).names).toEqual(names);
  });

  test('IM32a keeps a rating in a name that a tag has', async () => {
    const text = `; [Player 1 "Ann, 1650"]\n; [Player 2 "Ben, 1720"]\n${HEAD(7, 'Ann, 1650 : 0', 'Ben, 1720 : 0')}${OPENED}\n`;
    expect((await matchIn(text)).names).toEqual(['Ann, 1650', 'Ben, 1720']);
  });

  test('IM33 may exchange the columns of the players between games', async () => {
    const next = '\n Game 2\n Ben : 0                        Ann : 1\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n';
    const match = await matchIn(`${file(5, '      Wins 1 point')}${next}`);
    expect(match.games[1]).toMatchObject({ score: [1, 0] });
    expect(gamesOf(match)[1]).toBe('play1 play0 = - open');
    expect(match.notes).toEqual([]);
  });

  test('IM34 may have several matches, each with its own tags', async () => {
    const two = `; [Event "One"]\n${file(5)}\n; [Event "Two"]\n; [Crawford "Off"]\n${file(7).replace('Ann', 'Cid')}`;
    const matches = await matchesIn(two);
    expect(matches.map(({ length, names, facts, rules }) => [length, names[0], facts.event, rules.crawford])).toEqual([
      [5, 'Ann', 'One', true],
      [7, 'Cid', 'Two', false],
    ]);
    const sgf = (name: string, game: number) => `(;GM[6]MI[length:5][game:${game}]PW[${name}]PB[x]\n;W[31hefe])\n`;
    expect((await matchesIn(sgf('a', 0) + sgf('a', 1) + sgf('b', 0))).map(({ games }) => games.length)).toEqual([2, 1]);
  });

  test('IM35 may be in any encoding that its bytes tell', async () => {
    const text = TEXT.replaceAll('Ann', 'Jørgen').replaceAll('Ben', 'Müller');
    const utf16 = (swap: boolean) => {
      const bytes = Buffer.from(text, 'utf16le');
      return swap ? bytes.swap16() : bytes;
    };
    const latin = Buffer.from(text, 'latin1');
    const marked = (mark: number[], bytes: Buffer) => new Uint8Array(Buffer.concat([Buffer.from(mark), bytes]));
    for (const bytes of [
      marked([], Buffer.from(text)),
      marked([0xef, 0xbb, 0xbf], Buffer.from(text)),
      marked([0xff, 0xfe], utf16(false)),
      marked([0xfe, 0xff], utf16(true)),
      marked([], utf16(false)),
      marked([], utf16(true)),
    ]) {
      const match = await matchIn(bytes);
      expect(match.names).toEqual(['Jørgen', 'Müller']);
      expect(match.notes).toEqual([]);
    }
    const assumed = await matchIn(new Uint8Array(latin));
    expect(assumed.names).toEqual(['Jørgen', 'Müller']);
    expect(codesOf(assumed)).toEqual(['encoding-assumed:1']);
  });

  test.each([
    ['ISO-8859-1', 'latin1', 'Jørgen'],
    ['windows-1252', 'latin1', 'Jørgen'],
    ['UTF-8', 'utf8', 'Jørgen'],
    ['utf-8', 'utf8', 'Jørgen'],
    ['no-such-charset', 'utf8', 'Jørgen'],
    // it names another one
    ['UTF-8', 'latin1', 'Jørgen'],
  ] as const)('IM35a of an SGF is the one that it names: %s as %s', async (name, encoding, player) => {
    const text = `(;FF[4]GM[6]CA[${name}]MI[length:5]PW[${player}]PB[Ben]RU[Crawford]\n;W[31hefe])`;
    expect((await matchIn(new Uint8Array(Buffer.from(text, encoding)))).names[0]).toBe('Jørgen');
  });

  test('IM35b has the signs of Windows-1252, whether it names the encoding or not', async () => {
    // what Node's own decoder reads there depends on its version
    const name = Buffer.from([0x4f, 0x92, 0x4e, 0x65, 0x69, 0x6c, 0x20, 0x8a, 0x96, 0x80, 0x9f]);
    const withName = (text: string) => {
      const [before = '', behind = ''] = text.split('?');
      return new Uint8Array(Buffer.concat([Buffer.from(before), name, Buffer.from(behind)]));
    };
    const sgf = (charset: string) => withName(`(;FF[4]GM[6]CA[${charset}]MI[length:5]PW[?]PB[Ben]\n;W[31hefe])`);
    for (const bytes of [withName(TEXT.replace('Ann', '?')), sgf('windows-1252'), sgf('ISO-8859-1')])
      expect((await matchIn(bytes)).names[0]).toBe('O’Neil Š–€Ÿ');
  });

  test('IM36 may be gzipped', async () => {
    const { gzipSync } = await import('node:zlib');
    expect(await matchIn(new Uint8Array(gzipSync(TEXT)))).toEqual(await matchIn(TEXT));
    expect(await refusalOf(new Uint8Array(gzipSync(TEXT)).subarray(0, 60))).toEqual({ code: 'damaged', line: 1 });
    expect(await refusalOf(new Uint8Array(gzipSync('x'.repeat(17_000_000))))).toEqual({ code: 'too-long', line: 1 });
  });
});

const START = '-b----E-C---eE---c-e----B-';

async function positionOf(text: string): Promise<Extract<Imported, { kind: 'position' }>> {
  const read = await readImport(text);
  if (!read.ok || read.kind !== 'position') throw new Error(read.ok ? read.kind : `${read.code}: ${read.message}`);
  return read;
}

describe('an id', () => {
  const XGID = `XGID=${START}:0:0:1:31:0:0:0:7:10`;
  const expected = parseXgid(XGID);

  test.each([
    ['as it is', XGID],
    ['in lower case before the sign', XGID.replace('XGID', 'xgid')],
    ['without its name', XGID.slice(5)],
    ['in a sentence', `Try ${XGID} please.`],
    ['in brackets', `(${XGID})`],
    ['in a link', `https://example.org/?xgid=${XGID.slice(5)}&x=1`],
    ['with percent signs', XGID.replace('=', '%3D').replaceAll(':', '%3A')],
    ['with percent signs in lower case', encodeURIComponent(XGID).replace(/%../g, (hex) => hex.toLowerCase())],
    ['in a link to the study board', `https://example.org/study#${encodeURIComponent(XGID)}`],
    ['with words behind it', `${XGID}=== no double`],
    ['with a colon after its name', XGID.replace('=', ': ')],
    ['with short dashes', XGID.replaceAll('-', '\u2010')],
    [
      'with the dashes of a forum',
      XGID.replace('----', '\u2013\u2013').replace('---', '\u2014').replace('----', '\u2013\u2013'),
    ],
    ['with soft hyphens', XGID.replace('E-C', 'E-\u00adC')],
    ['with spaces after colons', XGID.replaceAll(':', ': ')],
    [
      'in the text of a clipboard',
      `${XGID}\n\nX:Ann   O:Ben\nScore is X:0 O:0 7 pt.(s) match.\n +13-14-15-16-17-18------19-20-21-22-23-24-+\n | X           O    |   | O              X |\n`,
    ],
  ])('IM40 is found: an XGID %s', async (_, text) => {
    const { situation, format, notes } = await positionOf(text);
    expect(format).toBe('xgid');
    expect(expected.ok && situation).toEqual(expected.ok && expected.value);
    expect(notes).toEqual([]);
    expect((await positionOf(`\n  ${text}\n`)).situation).toEqual(situation);
  });

  test('IM41 that names no player on roll is the opponent’s, and says so', async () => {
    const { situation, notes } = await positionOf(`XGID=${START}:0:0:0:61:0:0:0:0:10`);
    expect([situation.onRoll, situation.dice]).toEqual([1, [6, 1]]);
    expect(notes).toMatchObject([{ code: 'turn-assumed' }]);
  });

  test.each([
    // field, owner, cube, assumed
    ['1', '0', 1, false],
    ['0', '0', 1, false],
    ['1', '1', 2, false],
    ['2', '1', 2, true],
    ['4', '-1', 4, true],
    ['8', '1', 8, true],
    ['3', '1', 8, false],
    ['5', '1', 32, false],
  ] as const)(
    'IM42 of nine fields has its cube as a value, as BGBlitz writes it: %s of %s',
    async (field, owner, cube, assumed) => {
      const { situation, notes } = await positionOf(`XGID=${START}:${field}:${owner}:1:31:0:0:0:15`);
      expect(situation.cube.value).toBe(cube);
      expect(notes.map(({ code }) => code)).toEqual(assumed ? ['cube-as-value'] : []);
    },
  );

  test.each([
    [`XGID=${START}:2:-1:1:R:0:0:2:0:10`, 'raccoon', /raccoon/],
    ['XGID=', 'bad-id', /complete/],
    [`XGID=${START.replace('E', 'F')}:0:0:1:31:0:0:0:7:10`, 'bad-id', /impossible/],
    [`XGID=${START}:0:0:1:31:9:0:0:7:10`, 'bad-id', /damaged/],
    ['Position ID: 4HPwATDgc/ABMB', 'bad-id', /damaged/],
    [`OGID=11ccccchhhjjjj:66666888dddddoo:N0N:52:W:IB:20:0:9:0`, 'bad-id', /impossible/],
  ])('IM43 that cannot be read says why: %s', async (text, code, message) => {
    expect(await readImport(text)).toMatchObject({ ok: false, code, message: expect.stringMatching(message) });
  });

  test.each([
    ['4HPwATDgc/ABMA', 'position-id'],
    ['4HPwATDgc/ABMA==', 'position-id'],
    ['4HPwATDgc_ABMA', 'position-id'],
    ['Position ID: 4HPwATDgc/ABMA', 'position-id'],
    ['4HPwATDgc/ABMA:cAkAAAAAAAAA', 'gnu-id'],
    ['4HPwATDgc_ABMA:cAkAAAAAAAAA', 'gnu-id'],
    ['4HPwATDgc/ABMA==:cAkAAAAAAAAA', 'gnu-id'],
    ['GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAA.', 'gnu-id'],
    ['https://example.org/?id=4HPwATDgc%2FABMA%3AcAkAAAAAAAAA', 'gnu-id'],
    [' GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n +13-14-+', 'gnu-id'],
  ] as const)('IM44 of GNU Backgammon is found: %s', async (text, format) => {
    const read = await positionOf(text);
    expect(read.format).toBe(format);
    expect(samePosition(read.situation.position, startPosition())).toBe(true);
  });

  test('IM44a is not seen in words', async () => {
    for (const words of [
      'internationale',
      'Just a sentence of words, nothing more.',
      'https://example.org/abcdefghijklmn',
    ])
      expect(await readImport(words)).toMatchObject({ ok: false, code: 'no-match' });
    expect(parsePositionId('internationale').ok).toBe(false);
  });

  test('IM45 of OpenGammon is found', async () => {
    const { situation, format } = await positionOf('11ccccchhhjjjjj:66666888dddddoo:N0N:52:W:IB:0:0:9:0');
    expect(format).toBe('ogid');
    expect(samePosition(situation.position, startPosition())).toBe(true);
    expect(situation).toMatchObject({ onRoll: 1, dice: [5, 2], length: 9, cube: { value: 1, owner: null } });
    const later = await positionOf('OGID=11ccccchhhjjjjj:66666888dddddoo:N0N::B:R:8:1:9C:12');
    expect(later.situation).toMatchObject({ onRoll: 0, dice: null, score: [8, 1], crawford: true });
  });

  test('IM46 of Snowie is found', async () => {
    const { situation, format } = await positionOf(
      '5;0;0;0;1;gnubg;root;0;1;2;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;\n',
    );
    expect(format).toBe('snowie');
    expect(samePosition(situation.position, startPosition())).toBe(true);
    expect(situation).toMatchObject({
      length: 5,
      score: [1, 2],
      cube: { value: 2, owner: 1 },
      dice: [3, 1],
      onRoll: 0,
    });
  });
});

describe('a format that is only named', () => {
  test.each([
    ['bgammon', 'bgammon-replay 00000025\ni 1700000000 ann ben 5 0 0 1 1 0\n'],
    ['fibs', 'Score is 0-0 in a 5 point match.\nann is X - ben is O\nX: (6 1) 13-7 8-7\n'],
    ['fibs', 'board:You:ann:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0'],
    ['tmg', 'MatchID: 1876398\nPlayer1: 1\n'],
    ['jellyfish-game', `Ann : 0                        Ben : 0\n${OPENED}\n`],
    ['web-page', '<!DOCTYPE html><html><body>A match</body></html>'],
    ['web-page', '\n<div>x</div>'],
    ['record', '{"header":{"format":"bg-record/2"},"events":[]}'],
    ['json', '{"matches": [1, 2]}'],
    ['pdf', '%PDF-1.7\n'],
    ['zip', 'PK\u0003\u0004abc'],
    ['bgblitz', '{"version":"0.00011825","compression":"gzip","encoding":"smile"}\n\u001f\u0008'],
    ['binary', '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0000\u0000\u0000abc'],
  ])('IM47 has a way out: %s', async (foreign, text) => {
    expect(await readImport(bytesOf(text))).toMatchObject({
      ok: false,
      code: 'other-format',
      foreign,
      message: expect.stringMatching(/\.$/),
    });
  });
});
