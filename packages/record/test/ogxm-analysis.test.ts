import { applyPlay, legalPlays, type Player, type Situation, samePosition } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { toOgxm } from '../src/export/ogxm.ts';
import { stepsOfImport } from '../src/import/import-steps.ts';
import type { ImportedDecision, ImportedMatch, StatedAnalysis } from '../src/import/imported.ts';
import { parseOgxm } from '../src/import/ogxm.ts';
import type { Header, MatchRecord } from '../src/types.ts';
import {
  analysisSections,
  bytesOfMatch,
  type OgxmAnalysis,
  readOgxmFile,
  stepOf,
  withSections,
} from './support/ogxm.ts';
import { moneyRules, openTable, playOn } from './support/table.ts';
import { validRecord } from './support/vectors.ts';

function matchIn(bytes: Uint8Array): ImportedMatch {
  const read = parseOgxm(bytes);
  if (!read.ok) throw new Error(`${read.code}: ${read.message}`);
  const [match] = read.value;
  if (!match) throw new Error('no match');
  return match;
}

interface Asked {
  readonly action: number;
  readonly decision: ImportedDecision;
  readonly isFirst: boolean;
}

async function randomMatch(seed: number, changes: Partial<Header>): Promise<MatchRecord> {
  const { ledger, keys } = await playOn(await openTable(seed, changes));
  return closeRecord(ledger, keys.server);
}

/** Matches of random plays, by their seeds. */
const RECORDS: Readonly<Record<string, MatchRecord>> = {
  'seed 5': await randomMatch(5, { length: 7 }),
  'seed 6': await randomMatch(6, { length: 5 }),
  'seed 7': await randomMatch(7, { length: 0, rated: false, rules: moneyRules }),
};
const LONG = 'seed 5';
const MONEY = 'seed 7';

/** A match as a file, and its decisions by the index of their action in the file. */
function fileOf(name: string): { file: Uint8Array; asked: Asked[] } {
  const file = toOgxm(RECORDS[name] ?? validRecord(name));
  const places = readOgxmFile(file).games.flatMap(({ plies }) => plies.map(({ place }) => place));
  const asked = matchIn(file).games.flatMap(({ decisions }) =>
    decisions
      .filter(({ kind, situation }) => kind !== 'resign' && !(kind === 'take' && situation.toAct === situation.onRoll))
      .map((decision) => ({
        action: places.indexOf(decision.line),
        decision,
        isFirst: decision === decisions[0],
      })),
  );
  expect(asked.every(({ action }) => action >= 0)).toBe(true);
  return { file, asked };
}

/** A table of chances to win a match, for player 0. It is not that of any program. */
function chance(score: readonly number[], length: number, isAfterCrawford: boolean): number {
  const [mine, other] = [length - (score[0] ?? 0), length - (score[1] ?? 0)];
  if (mine <= 0) return 1;
  if (other <= 0) return 0;
  return (other + (isAfterCrawford ? 0.5 : 0.75)) / (mine + other + 1.5);
}

/** Returns the chance of a player after a game in which the winner gets the value of the cube. */
function chanceAfter(situation: Situation, winner: Player, player: Player): number {
  const score = situation.score.map((points, n) => points + (n === winner ? situation.cube.value : 0));
  const ofFirst = chance(score, situation.length, situation.crawford || situation.postCrawford);
  return player === 0 ? ofFirst : 1 - ofFirst;
}

/** Turns an equity of a player into the unit of the file. */
function inUnit(equity: number, situation: Situation, player: Player, unit: number): number {
  if (unit !== 2) return equity;
  const won = chanceAfter(situation, player, player);
  const lost = chanceAfter(situation, player === 0 ? 1 : 0, player);
  return lost + ((equity + 1) / 2) * (won - lost);
}

const equityAt = (n: number) => 0.2 - n * 0.055;
const CUBE = { noDouble: 0.5, doubleTake: 0.625, doublePass: 1 };

/** An analysis of all plays, with the one made among the plays, and of all decisions about the cube. */
function analysisOf(asked: readonly Asked[], playUnit: number, cubeUnit = playUnit): OgxmAnalysis {
  const plays = asked.flatMap(({ action, decision: { kind, situation, player, hops } }) => {
    const { position, dice } = situation;
    if (kind !== 'play' || !dice) return [];
    const made = applyPlay(position, player, dice, hops);
    if (!made.ok) throw new Error('an illegal play');
    const legal = legalPlays(position, player, dice);
    const all = legal.length === 0 ? [{ hops, position: made.value }] : legal.slice(0, 7);
    if (!all.some((one) => samePosition(one.position, made.value))) all[6] = { hops, position: made.value };
    const list = all.map((one, n) => ({
      steps: one.hops.map((hop) => stepOf(player, hop)),
      value: inUnit(equityAt(n), situation, player, playUnit),
      made: samePosition(one.position, made.value),
    }));
    return [{ action, plays: list }];
  });
  const cubes = asked.flatMap(({ action, decision: { kind, situation }, isFirst }) => {
    if (isFirst || kind === 'beaver' || situation.crawford) return [];
    const { noDouble, doubleTake, doublePass } = CUBE;
    const own = (equity: number) => inUnit(equity, situation, situation.onRoll, cubeUnit);
    return [{ action, values: [own(noDouble), own(doubleTake), own(doublePass)] as const }];
  });
  return { unit: playUnit, plays, cubes };
}

const read = (name: string, change: (analysis: OgxmAnalysis, asked: readonly Asked[]) => OgxmAnalysis[], unit = 1) => {
  const { file, asked } = fileOf(name);
  const analyses = change(analysisOf(asked, unit), asked);
  return matchIn(withSections(file, analyses.flatMap(analysisSections)));
};

const statedIn = ({ games }: ImportedMatch) => games.flatMap(({ decisions }) => decisions);
const count = (match: ImportedMatch) => ({
  plays: statedIn(match).filter(({ stated }) => stated && stated.plays.length > 0).length,
  cubes: statedIn(match).filter(({ stated }) => stated?.cube).length,
  rolls: statedIn(match).filter(({ rolling }) => rolling).length,
});

/** Expects what `analysisOf` wrote. */
function expectEquities(decision: ImportedDecision): void {
  const { kind, situation, player, hops, stated, rolling } = decision;
  const cube = kind === 'play' ? rolling : stated;
  if (cube) {
    for (const choice of ['noDouble', 'doubleTake', 'doublePass'] as const)
      expect(cube.cube?.[choice]).toBeCloseTo(CUBE[choice], 3);
    const losses = { play: 0.125, double: 0, take: 0, pass: 0.375 } as const;
    expect(cube.loss).toBeCloseTo(losses[kind as keyof typeof losses], 3);
  }
  const { dice, position } = situation;
  if (kind !== 'play' || !stated || !dice) return;
  const legal = legalPlays(position, player, dice);
  expect(stated.plays.length).toBe(Math.min(Math.max(legal.length, 1), 5));
  for (const [n, play] of stated.plays.entries()) {
    expect(play.equity).toBeCloseTo(equityAt(n), 3);
    if (legal[n] && n < 5) expect(samePosition(play.position, legal[n].position)).toBe(true);
  }
  const made = applyPlay(position, player, dice, hops);
  const rank = legal.slice(0, 6).findIndex((one) => made.ok && samePosition(one.position, made.value));
  const expected = legal.length === 0 ? 0 : rank < 0 ? 6 : rank;
  expect(stated.loss).toBeCloseTo(equityAt(0) - equityAt(expected), 3);
}

describe('an analysis in an OGXM file', () => {
  test.each([MONEY, 'money-beaver'])('IM100 of money games is read as it stands: %s', (name) => {
    const match = read(name, (analysis) => [{ ...analysis, name: 'A model' }]);
    const { plays, cubes, rolls } = count(match);
    expect([plays, cubes > 0, rolls > 0]).toEqual([
      statedIn(match).filter(({ kind }) => kind === 'play').length,
      true,
      true,
    ]);
    for (const one of statedIn(match)) expectEquities(one);
    expect(statedIn(match)[0]?.stated?.by).toBe('A model');
    expect(() => stepsOfImport(match)).not.toThrow();
  });

  test.each([LONG, 'seed 6', 'match-7', 'match-3-crawford'])(
    'IM101 in chances to win the match becomes equities where the passes of the file tell the scale: %s',
    (name) => {
      const match = read(name, (analysis) => [analysis], 2);
      for (const one of statedIn(match)) expectEquities(one);
      expect(count(match).plays).toBeGreaterThan(0);
    },
  );

  test('IM101a has answers to doubles, and none where a chance after the game is not known', () => {
    const { cubes } = count(read(LONG, (analysis) => [analysis], 2));
    expect(cubes).toBeGreaterThan(1);
    const without = read(LONG, ({ cubes: _, ...analysis }) => [analysis], 2);
    // a game that ends the match for either player needs no table
    for (const { stated, situation } of statedIn(without)) {
      if (!stated) continue;
      const { score, cube, length } = situation;
      expect(score.every((points) => points + cube.value >= length)).toBe(true);
    }
    expect(count(without).rolls).toBe(0);
  });

  test('IM102 of a match may have equities of plays and chances of the cube, although it states only the first', () => {
    const { file, asked } = fileOf(LONG);
    const both = matchIn(withSections(file, analysisSections(analysisOf(asked, 1, 2))));
    for (const one of statedIn(both)) expectEquities(one);
    expect(count(both).plays).toBe(asked.filter(({ decision }) => decision.kind === 'play').length);
    expect(count(both).rolls).toBeGreaterThan(10);
  });

  const shifted = (analysis: OgxmAnalysis, by: number): OgxmAnalysis => ({
    ...analysis,
    plays: (analysis.plays ?? []).map((one) => ({
      ...one,
      plays: one.plays.map((play) => ({ ...play, value: play.value + by })),
    })),
  });

  test.each([
    ['states no unit', MONEY, 1, ({ unit: _, ...rest }: OgxmAnalysis) => rest],
    ['is without the cube', MONEY, 1, (one: OgxmAnalysis) => ({ ...one, unit: 0 })],
    ['has an unknown unit', MONEY, 1, (one: OgxmAnalysis) => ({ ...one, unit: 9 })],
    ['states chances in a money game', MONEY, 1, (one: OgxmAnalysis) => ({ ...one, unit: 2 })],
    ['says chances and has negative ones', LONG, 2, (one: OgxmAnalysis) => ({ ...shifted(one, -1), cubes: [] })],
    ['says equities that could be chances', LONG, 1, (one: OgxmAnalysis) => ({ ...shifted(one, 0.3), cubes: [] })],
  ] as const)('IM103 is left out if it %s', (_, name, unit, change) => {
    expect(count(read(name, (analysis) => [change(analysis)], unit))).toEqual({ plays: 0, cubes: 0, rolls: 0 });
  });

  test('IM100a says nothing of a double before the first roll, and of the take of a beaver, which is no action of the file', () => {
    const early = read(MONEY, (_, asked) => [
      {
        unit: 1,
        cubes: asked.filter(({ isFirst }) => isFirst).map(({ action }) => ({ action, values: [0.5, 0.625, 1] })),
      },
    ]);
    expect(count(early)).toEqual({ plays: 0, cubes: 0, rolls: 0 });
    // 31: 8/5 6/5, a double, a beaver, and a resignation of the cube as it is after the take
    const plies = [2, 3 * 32 + 17, 1 * 32 + 19, 64 + 21, 32, 64 + 27];
    const file = bytesOfMatch({ length: 0, winner: 0, points: 4, plies });
    const cubes = [1, 2, 3].map((action) => ({ action, values: [0.5, 0.625, 1] as const }));
    const match = matchIn(withSections(file, analysisSections({ unit: 1, cubes })));
    expect(statedIn(match).map(({ kind, stated }) => [kind, stated !== undefined])).toEqual([
      ['play', false],
      ['double', true],
      ['beaver', false],
      ['take', false],
      ['resign', false],
    ]);
  });

  test.each([
    [0.6, 0.6, 2],
    [0.51, 0.51, 0],
    [0.3, 0.3, 0],
    [1, 0.6, 0],
  ])('IM102a needs scores that differ enough for equities: passes worth %d and %d', (first, second, rolls) => {
    // 31 of White, 42 of Black, and 31 again
    const plies = [2, 3 * 32 + 17, 1 * 32 + 19, 64 + 8, 4 * 32 + 8, 2 * 32 + 6, 2, 3 * 32 + 17, 1 * 32 + 19];
    const file = bytesOfMatch({ length: 25, plies });
    const judged = (action: number, pass: number) => ({ action, values: [pass - 0.02, pass - 0.01, pass] as const });
    const cubes = [judged(1, second), judged(2, first)];
    const match = matchIn(withSections(file, analysisSections({ unit: 2, cubes })));
    expect(count(match)).toEqual({ plays: 0, cubes: 0, rolls });
  });

  test('IM103a leaves out a judgement of the cube in another unit, or of another side', () => {
    const other = read(MONEY, ({ cubes = [], ...rest }) => [
      { ...rest, cubes: cubes.map((one) => ({ ...one, unit: 0 })) },
    ]);
    expect(count(other)).toMatchObject({ cubes: 0, rolls: 0 });
    const turned = read(MONEY, ({ cubes = [], ...rest }) => [
      { ...rest, cubes: cubes.map(({ action, values: [a, b, c] }) => ({ action, values: [-a, -b, -c] as const })) },
    ]);
    expect(count(turned)).toMatchObject({ cubes: 0, rolls: 0 });
    const points = read(MONEY, ({ cubes = [], ...rest }) => [
      {
        ...rest,
        cubes: cubes.map(({ action, values: [a, b, c] }) => ({ action, values: [2 * a, 2 * b, 2 * c] as const })),
      },
    ]);
    expect(count(points)).toMatchObject({ cubes: 0, rolls: 0 });
  });

  test('IM103b leaves out chances at scores for which the file states two', () => {
    const changed = (by: number) =>
      read(
        LONG,
        ({ cubes = [], ...rest }, asked) => {
          // of the rolls of each game, the last of each player has another chance after a pass
          const last = new Set(
            [0, 1].flatMap((player) =>
              asked.flatMap((one, n) => {
                const later = asked.slice(n + 1).filter((other) => other.decision.player === player);
                const { score } = one.decision.situation;
                const isLast = one.decision.player === player && later[0]?.decision.situation.score !== score;
                return isLast ? [one.action] : [];
              }),
            ),
          );
          const values = ({ action, values: [a, b, c] }: (typeof cubes)[number]) =>
            [a, b, last.has(action) ? c - by : c] as const;
          return [{ ...rest, cubes: cubes.map((one) => ({ ...one, values: values(one) })) }];
        },
        2,
      );
    expect(count(changed(0.000_1)).plays).toBe(count(changed(0)).plays);
    expect(count(changed(0.002)).plays).toBeLessThan(count(changed(0)).plays);
  });

  test('IM103c does not let answers from the other side spoil the scale, and leaves them out', () => {
    const right = read(LONG, (analysis) => [analysis], 2);
    const turned = read(
      LONG,
      ({ cubes = [], ...rest }, asked) => {
        const kinds = new Map(asked.map(({ action, decision }) => [action, decision.kind]));
        const isAnswer = (action: number) => ['take', 'pass'].includes(kinds.get(action) ?? '');
        const mirrored = cubes.map(({ action, values: [a, b, c] }) =>
          isAnswer(action)
            ? { action, values: [1 - a, 1 - b, 1 - c] as const }
            : { action, values: [a, b, c] as const },
        );
        return [{ ...rest, cubes: mirrored }];
      },
      2,
    );
    expect(count(turned)).toMatchObject({ plays: count(right).plays, rolls: count(right).rolls });
    expect(count(turned).cubes).toBeLessThan(count(right).cubes);
  });

  test('IM103d leaves out decisions about the cube that could be equities or chances', () => {
    const plies = [2, 3 * 32 + 17, 1 * 32 + 19, 64 + 8, 4 * 32 + 8, 2 * 32 + 6];
    // behind the Crawford game
    const file = bytesOfMatch({ length: 2, score: [1, 1], plies });
    const cubes = [{ action: 1, values: [0.5, 0.625, 1] as const }];
    const rolls = (unit: number) => count(matchIn(withSections(file, analysisSections({ unit, cubes })))).rolls;
    expect([rolls(1), rolls(2)]).toEqual([0, 1]);
  });

  test('IM104 is left out for a play that was not made, or with plays that are not legal', () => {
    const plays = (
      change: (list: NonNullable<OgxmAnalysis['plays']>[number]) => NonNullable<OgxmAnalysis['plays']>[number],
    ) => count(read(LONG, ({ plays: all = [], ...rest }) => [{ ...rest, plays: all.map(change) }]));
    const total = plays((one) => one).plays;
    expect(total).toBeGreaterThan(30);
    const another = plays((one) => ({
      ...one,
      plays: one.plays.map((play, n) => ({
        ...play,
        made: one.plays.length > 1 && n === one.plays.findIndex(({ made }) => !made),
      })),
    }));
    expect(another.plays).toBeLessThan(total / 3);
    const illegal = plays((one) => ({
      ...one,
      plays: one.plays.map((play) => ({ ...play, steps: [1 * 32 + 25, 1 * 32] })),
    }));
    expect(illegal.plays).toBe(0);
    const oneIllegal = plays((one) => ({
      ...one,
      plays: one.plays.map((play, n) => (n === 1 && !play.made ? { ...play, steps: [1 * 32 + 25, 1 * 32] } : play)),
    }));
    expect(oneIllegal.plays).toBeLessThan(total / 2);
    // one action on, each judgement is of another roll
    const late = plays((one) => ({ ...one, action: one.action + 1 }));
    expect(late.plays).toBeLessThan(total / 5);
    const beyond = plays((one) => ({ ...one, action: one.action + 10_000 }));
    expect(beyond.plays).toBe(0);
  });

  test('IM104a takes the loss from the file only if the play made is none of its plays', () => {
    const unmarked = (loss?: number) =>
      statedIn(
        read(LONG, ({ plays = [], ...rest }) => [
          {
            ...rest,
            plays: plays.map((one) => ({
              action: one.action,
              ...(loss !== undefined && { loss }),
              plays: one.plays
                .filter(({ made }, n) => n < 5 && (one.plays.length === 1 || !made))
                .map(({ steps, value }) => ({ steps, value })),
            })),
          },
        ]),
      ).flatMap(({ stated }) => (stated ? [stated.loss] : []));
    const losses = unmarked(0.375);
    expect(losses.filter((loss) => loss === 0.375).length).toBeGreaterThan(30);
    expect(losses.every((loss) => loss === 0.375 || loss === 0)).toBe(true);
    expect(unmarked().every((loss) => loss === 0)).toBe(true);
  });

  test.each([
    [{ plays: 2, cube: 2 }, { plays: 3, cube: 3 }, 1],
    [{ plays: 3, cube: 3 }, { plays: 2, cube: 2 }, 0],
    [{ plays: 3, cube: 3 }, { plays: 3, cube: 3 }, 0],
    [{ plays: 9, cube: 9 }, { rollout: true }, 1],
    [{ plays: 9, cube: 9 }, { name: 'rollout' }, 1],
    [{ plays: 9, cube: 9 }, { name: 'truncated2' }, 1],
    [{ name: 'truncated2' }, { name: 'rollout' }, 1],
    [{ name: '2ply' }, { name: '4ply' }, 1],
    [{}, { plays: 1, cube: 1 }, 1],
    [{ plays: 1 }, { plays: 2 }, 1],
  ] as const)('IM105 counts where it is the deepest: %j and %j', (one, other, deepest) => {
    const match = read(MONEY, (analysis) => [
      { ...analysis, level: one, name: 'first' },
      { ...analysis, level: other, name: 'second' },
    ]);
    const all = statedIn(match).flatMap(({ stated, rolling }) =>
      [stated, rolling].filter((said) => said !== undefined),
    );
    expect(new Set(all.map(({ by }) => by))).toEqual(new Set([['first', 'second'][deepest]]));
  });

  test('IM105a may have judgements of their own depth, and another for one that cannot be used', () => {
    const match = read(MONEY, ({ plays = [], cubes = [], ...rest }) => [
      {
        ...rest,
        plays,
        // a judgement may state the unit of the analysis once more
        cubes: cubes.map((one) => ({ ...one, unit: 1, level: { cube: 5 } })),
        level: { plays: 2, cube: 2 },
        name: 'first',
      },
      { ...rest, plays: [], cubes, level: { plays: 9, cube: 4 }, name: 'between' },
      {
        ...rest,
        level: { rollout: true },
        name: 'second',
        plays: plays.map((one, n) => ({ ...one, ...(n % 2 === 0 && { level: { noRollout: true, plays: 1 } }) })),
        cubes: cubes.map(({ action }) => ({ action, values: [0, 0, 0.5] as const })),
      },
    ]);
    const stated = statedIn(match).filter(({ kind }) => kind === 'play');
    expect(stated.map(({ stated: said }) => said?.by)).toEqual(
      stated.map((_, n) => (n % 2 === 0 ? 'first' : 'second')),
    );
    expect(stated.flatMap(({ rolling }) => (rolling ? [rolling.by] : [])).every((by) => by === 'first')).toBe(true);
    expect(count(match).rolls).toBeGreaterThan(0);
  });

  test('IM105b may judge a decision twice, and the deeper judgement counts, or else the first', () => {
    const depths = (first: number, second: number) => {
      const match = read(MONEY, ({ plays = [] }) => [
        {
          unit: 1,
          plays: [
            ...plays.map((one) => ({ ...one, level: { plays: first } })),
            ...shifted({ plays }, 2).plays!.map((one) => ({ ...one, level: { plays: second } })),
          ],
        },
      ]);
      return statedIn(match).find(({ stated }) => stated)?.stated?.plays[0]?.equity;
    };
    expect([depths(2, 3), depths(3, 2), depths(2, 2)]).toEqual([2.2, 0.2, 0.2]);
  });

  test('IM105c has up to 500 plays', () => {
    const long = (length: number) =>
      read(MONEY, ({ plays = [], ...rest }) => [
        {
          ...rest,
          plays: plays
            .slice(0, 1)
            .map((one) => ({ ...one, plays: Array.from({ length }, (_, n) => one.plays[n % one.plays.length]!) })),
          cubes: [],
        },
      ]);
    expect([count(long(500)).plays, count(long(501)).plays]).toEqual([1, 0]);
  });

  test.each([
    [{ producer: 1 }, 'eXtreme Gammon'],
    [{ producer: 1, name: 'xg' }, 'eXtreme Gammon'],
    [{ producer: 3 }, 'BGBlitz'],
    [{ producer: 0 }, 'HedgeHog'],
    [{ producer: 0, name: 'Spike 3' }, 'Spike 3'],
    [{ model: 'gv-bgsage/2' }, 'gv-bgsage/2'],
    [{ producer: 0, model: 'ea7ae02e-7c4a-8759-861b-eec0502be9b7' }, 'HedgeHog'],
    [{ producer: 2, name: ' a\u202e\nb ' }, 'a b'],
    [{ name: '😀'.repeat(100) }, '😀'.repeat(60)],
    [{ producer: 99 }, null],
    [{}, null],
  ] as const)('IM106 names its program: %j', (about, by) => {
    const match = read('money-beaver', (analysis) => [{ ...analysis, ...about }]);
    expect(statedIn(match)[0]?.stated?.by).toBe(by);
  });

  test('IM107 that is damaged is left out, and the match is read all the same', () => {
    const { file, asked } = fileOf('match-3-crawford');
    const sections = analysisSections({ ...analysisOf(asked, 2), name: 'A model', level: { plays: 2 } });
    const bare = (match: ImportedMatch) =>
      match.games.map(({ decisions, ...game }) => ({
        ...game,
        decisions: decisions.map(({ stated: _, rolling: __, ...decision }) => decision),
      }));
    const plain = matchIn(file);
    const change = fc.tuple(fc.nat(1), fc.nat(), fc.nat(255), fc.nat(3));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const damaged = sections.map(({ name, content }) => ({ name, content: [...content] }));
        for (const [which, where, value, gone] of changes) {
          const content = damaged[which]?.content ?? [];
          content.splice(where % content.length, gone, value);
        }
        const match = matchIn(withSections(file, damaged));
        expect(bare(match)).toEqual(bare(plain));
        for (const { stated } of statedIn(match)) expect(isSound(stated)).toBe(true);
        stepsOfImport(match);
      }),
      { numRuns: 400 },
    );
    const empty = { name: 'DECS', content: [] };
    for (const cut of [[sections[0]], [sections[1]], [sections[1], sections[0]], [sections[0], empty, sections[1]]])
      expect(
        count(
          matchIn(
            withSections(
              file,
              cut.flatMap((one) => (one ? [one] : [])),
            ),
          ),
        ),
      ).toEqual({
        plays: 0,
        cubes: 0,
        rolls: 0,
      });
  });

  test('IM108 is read in one pass, whatever it is full of', () => {
    const { file } = fileOf('match-7');
    const [about] = analysisSections({ unit: 1 });
    // records of an unknown kind, of plays without any, of a list that is too long, and of one that never ends
    for (const record of [
      [3, 0, 1, 9],
      [3, 0, 1, 0],
      [5, 1, 1, 0, 255, 127],
      [7, 1, 1, 0, 255, 255, 255, 15],
    ]) {
      const content = new Array(2_000_000).fill(0).map((_, n) => record[n % record.length] ?? 0);
      const long = content.slice(0, content.length - (content.length % record.length));
      const match = matchIn(withSections(file, [about!, { name: 'DECS', content: long }]));
      expect(count(match)).toEqual({ plays: 0, cubes: 0, rolls: 0 });
    }
  });
});

function isSound(stated: StatedAnalysis | undefined): boolean {
  if (!stated) return true;
  const { loss, plays, cube } = stated;
  const numbers = [loss, ...plays.map(({ equity }) => equity), ...(cube ? Object.values(cube) : [])];
  return loss >= 0 && numbers.every(Number.isFinite);
}
