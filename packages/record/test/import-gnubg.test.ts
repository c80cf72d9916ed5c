import { readFileSync } from 'node:fs';
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
import { GnubgAnalysis } from '../src/import/gnubg-analysis.ts';
import type { ImportedGame, ImportedMatch, StatedAnalysis } from '../src/import/imported.ts';
import { readImport } from '../src/import/read.ts';
import { analysedByGnubg, hasGnubg, playedByGnubg, rolledOutByGnubg } from './support/gnubg.ts';

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

/** The losses that a file states for each player: of checker plays, and of decisions about the cube. */
function lossesOf({ decisions }: ImportedGame): { plays: [number, number]; cube: [number, number] } {
  const plays: [number, number] = [0, 0];
  const cube: [number, number] = [0, 0];
  for (const { player, kind, stated, rolling } of decisions) {
    (kind === 'play' ? plays : cube)[player] += stated?.loss ?? 0;
    cube[player] += rolling?.loss ?? 0;
  }
  return { plays, cube };
}

describe.runIf(hasGnubg)('a match that GNU Backgammon analysed', () => {
  const sources = (hasGnubg ? ['m03-3pt', 'm07-5pt'] : []).map((name) => {
    const mat = readFileSync(new URL(`../../../vectors/gnubg/${name}.mat`, import.meta.url), 'utf8');
    return [name, analysedByGnubg(mat)] as const;
  });

  test.each(sources)('IM63 has the losses whose sums the program prints: %s', async (_name, { sgf, texts }) => {
    const match = await matchIn(texts.join('\n'), 'gnubg-text');
    expect(match.games).toHaveLength(texts.length);
    for (const [n, text] of texts.entries()) {
      const printed = [...text.matchAll(/^Error total EMG \(MWC\) +(-?\d+\.\d+) .*?\) +(-?\d+\.\d+) /gm)];
      const [plays, cube] = printed.map(([, one, other]) => [-Number(one), -Number(other)]);
      const found = lossesOf(match.games[n] as ImportedGame);
      // each loss is rounded to a thousandth
      for (const player of [0, 1]) {
        expect(found.plays[player]).toBeCloseTo(plays?.[player] ?? Number.NaN, 1.7);
        expect(found.cube[player]).toBeCloseTo(cube?.[player] ?? Number.NaN, 1.7);
      }
    }
    const plain = await matchIn(sgf, 'sgf');
    const stated = (games: readonly ImportedGame[]) =>
      games.flatMap(({ decisions }) =>
        decisions.flatMap(({ kind, stated: found }) => (kind === 'play' ? [found] : [])),
      );
    const [ofSgf, ofText] = [stated(plain.games), stated(match.games)];
    expect(ofSgf.map((one) => one?.plays.length)).toEqual(ofText.map((one) => one?.plays.length));
    expect(ofSgf.filter((one) => one).length).toBeGreaterThan(40);
    for (const [n, one] of ofSgf.entries()) {
      if (!one) continue;
      expect(one.loss).toBeCloseTo(ofText[n]?.loss ?? 0, 2.6);
      expect(one.plays[0]?.equity).toBeCloseTo(ofText[n]?.plays[0]?.equity ?? 0, 2.6);
    }
  });

  test('IM64 gives the equities of the cube to the doubler, also in the opponent’s answer', async () => {
    let answers = 0;
    for (const [, { texts }] of sources) {
      const { games } = await matchIn(texts.join('\n'), 'gnubg-text');
      for (const { decisions } of games)
        for (const [n, { kind, stated }] of decisions.entries())
          if (kind === 'take' || kind === 'pass') {
            expect(stated?.cube).toEqual(decisions[n - 1]?.stated?.cube);
            expect(stated?.cube?.doublePass).toBe(1);
            answers++;
          }
    }
    expect(answers).toBeGreaterThan(2);
  });
});

describe.runIf(hasGnubg)('money games that GNU Backgammon analysed and rolled out', () => {
  const SEED = 77;

  test(`IM66 state the same in SGF as in text, plays and cube, evaluated and rolled out (seed ${SEED})`, async () => {
    const { sgf, texts } = rolledOutByGnubg(SEED);
    const plays = (sgf.match(/\[[a-z]* X ver 3 Score /g) ?? []).length;
    const cubes = (sgf.match(/DA\[X ver 3 Eq /g) ?? []).length;
    expect([plays, cubes]).toEqual([10, 5]);
    const decisionsIn = ({ games }: ImportedMatch) =>
      games.flatMap(({ decisions }) => decisions.filter(({ kind }) => kind !== 'resign'));
    const inSgf = decisionsIn(await matchIn(sgf, 'sgf'));
    const inText = decisionsIn(await matchIn(texts.join('\n'), 'gnubg-text'));
    expect(inSgf.map(({ kind }) => kind)).toEqual(inText.map(({ kind }) => kind));
    const numbers = (one: StatedAnalysis | undefined) =>
      one && [one.loss, ...one.plays.map(({ equity }) => equity), ...(one.cube ? Object.values(one.cube) : [])];
    let cubesRead = 0;
    for (const [n, { stated, rolling, kind }] of inSgf.entries()) {
      const other = inText[n];
      for (const [one, same] of [
        [stated, other?.stated],
        [rolling, other?.rolling],
      ]) {
        const [found, expected] = [numbers(one), numbers(same)];
        expect(found?.length, `${n} ${kind}`).toBe(expected?.length);
        for (const [at, value] of (found ?? []).entries()) expect(value).toBeCloseTo(expected?.[at] ?? 0, 2.6);
        if (one?.cube) cubesRead++;
      }
    }
    expect(cubesRead).toBeGreaterThan(60);
  });
});

describe('the cube in SGF', () => {
  const E = 'E ver 3 0C 1 0.000000 1 0.6 0.2 0.01 0.1 0.02 0.4 0.52 0.6 0.2 0.01 0.1 0.02 0.4 0.57';
  const output = (value: number) => `Output 0.6 0.2 1e-05 0.1 0.02 0.4 ${value} StdDev 1 1 1 1 1 1 2.5e-07`;
  const X = `X ver 3 Eq Trials 36 NoDouble ${output(0.52)} DoubleTake ${output(0.57)} SK 0 RC 1 1 0`;
  const cube = { noDouble: 0.52, doubleTake: 0.57, doublePass: 1 };
  const game = async (value: string, answer: string, length = 0) => {
    const text = `(;GM[6]MI[length:${length}];W[31hefe];B[42lpln]DA[${value}];W[double]DA[${value}];B[${answer}]DA[${value}])`;
    return (await matchIn(text, 'sgf')).games[0]?.decisions ?? [];
  };

  test.each([E, X])('IM67 is that of the roll, the double and the answer in a money game: %s', async (value) => {
    for (const [answer, loss] of [
      ['take', 0],
      ['drop', 0.43],
    ] as const) {
      const [, play, double, last] = await game(value, answer);
      expect([play?.rolling?.cube, double?.stated?.cube, last?.stated?.cube]).toEqual([cube, cube, cube]);
      expect(play?.rolling?.loss).toBeCloseTo(0.05);
      expect(play?.stated).toBeUndefined();
      expect(double?.stated?.loss).toBe(0);
      expect(last?.stated?.loss).toBeCloseTo(loss);
    }
  });

  test.each([
    ['in a match', E, 7],
    ['in a match', X, 7],
    ['without the cube', E.replace('0C', '0'), 0],
    ['without the cube', X.replace('RC 1', 'RC 0'), 0],
    ['of another version', E.replace('ver 3', 'ver 4'), 0],
    ['with a number too many', `${E} 0.1`, 0],
    ['with a number too few', X.replace(' 0.52', ''), 0],
    ['with a word', E.replace('0.57', 'nan'), 0],
  ])('IM67a is left out %s: %s', async (_, value, length) => {
    for (const { stated, rolling } of await game(value, 'take', length))
      expect([stated, rolling]).toEqual([undefined, undefined]);
  });
});

test('IM65 a list of candidates is bounded, and percentages are no equities', () => {
  const analysis = new GnubgAnalysis();
  for (let line = 0; line < 10_000; line++)
    analysis.take('*    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.100');
  analysis.take('1. No double           +0.063'.padEnd(1_000));
  analysis.take('2. Double, pass        100.00%  (+40.7%)');
  const { stated, rolling } = analysis.ofPlay({
    position: startPosition(),
    player: 0,
    dice: [3, 1],
    hops: [
      [8, 5],
      [6, 5],
    ],
  });
  expect(stated?.plays).toHaveLength(5);
  expect(rolling).toBeUndefined();
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

  test('IM60a of a session, whose score has no words behind it, is read as money games', async () => {
    const situation = makeSituation({ position: start, onRoll: 0, dice: [4, 2], length: 0 });
    const [positionId, matchId] = makeGnuId(situation).split(':');
    const text = `The score (after 0 games) is: Ann 0, Ben 0\n\nMove number 1:  Ann to play 42\n\n GNU Backgammon  Position ID: ${positionId}\n                 Match ID   : ${matchId}\n\n* Ann moves 8/4 6/4\n`;
    const match = await matchIn(text, 'gnubg-text');
    expect([match.length, match.names]).toEqual([0, ['Ann', 'Ben']]);
    expect(match.games[0]?.decisions).toHaveLength(1);
  });

  const eval2 = (rank: string, play: string, equity: string, plies = 2) =>
    `${rank}. Cubeful ${plies}-ply    ${play.padEnd(28)} Eq.: ${equity}\n`;

  test('IM96 names the best play that the program ranked first, not one that a shallow look rates higher', async () => {
    const plays =
      eval2('*    1', '8/4 6/4', '-0.174') +
      eval2('     2', '24/20 13/11', '-0.190 (-0.016)') +
      eval2('     3', '24/18', '-0.173 (+0.001)', 0);
    const { games } = await matchIn(`${HEAD}${turn(1, 0, [4, 2], start, '8/4 6/4')}\n${plays}`, 'gnubg-text');
    const stated = games[0]?.decisions[0]?.stated;
    expect(stated?.loss).toBe(0);
    expect(stated?.plays.map(({ equity }) => equity)).toEqual([-0.174, -0.19, -0.173]);
  });

  test.each(['24/20 13/11', '1/2'])(
    'IM99 states nothing if the play that it marks was not made: %s',
    async (marked) => {
      const plays = eval2('*    1', marked, '+0.250') + eval2('     2', '8/4 6/4', '+0.125 (-0.125)');
      const text = `${HEAD}${turn(1, 0, [4, 2], start, '8/4 6/4')}\n${plays}`;
      const sgf =
        '(;GM[6]MI[length:3]PW[a]PB[b];W[42hdfd]A[0][xtmk E ver 3 0.5 0.1 0.0 0.1 0.0 0.25 0C 0 1 0 1][hdfd E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 0C 0 1 0 1])';
      for (const [file, format] of [
        [text, 'gnubg-text'],
        [sgf, 'sgf'],
      ] as const) {
        const [play] = (await matchIn(file, format)).games[0]?.decisions ?? [];
        expect(play?.kind).toBe('play');
        expect(play?.stated).toBeUndefined();
      }
      const right = (await matchIn(sgf.replace('A[0]', 'A[1]'), 'sgf')).games[0]?.decisions[0];
      expect(right?.stated?.loss).toBeCloseTo(0.15);
    },
  );

  test('IM97 does not read analyses and results out of comments', async () => {
    const comment = `\nAnnotation:\nI found\n1. Double, take  +0.9\n2. Double, pass  +1.0\n3. No double  -0.1\n${eval2('*    1', '24/18', '+0.900')}Ben wins 3 points\n`;
    const plays = eval2('     1', '24/20 13/11', '+0.250') + eval2('*    2', '8/4 6/4', '+0.125 (-0.125)');
    const first = `${turn(1, 0, [4, 2], start, '8/4 6/4')}\n${plays}${comment}`;
    const read = applyPlay(
      start,
      0,
      [4, 2],
      [
        [8, 4],
        [6, 4],
      ],
    );
    if (!read.ok) throw new Error(read.message);
    const text = HEAD + first + turn(2, 1, [6, 5], read.value, '24/13') + comment;
    const [game] = (await matchIn(`${text}\nAnn wins 2 points\n`, 'gnubg-text')).games;
    expect(game?.decisions.map(({ kind }) => kind)).toEqual(['play', 'play', 'resign']);
    expect(game?.decisions[0]).toMatchObject({ stated: { loss: 0.125 } });
    expect(game?.decisions[0]?.rolling).toBeUndefined();
    expect(game?.decisions[1]?.stated).toBeUndefined();
    expect(game?.result).toMatchObject({ winner: 0, points: 2 });
  });
});
