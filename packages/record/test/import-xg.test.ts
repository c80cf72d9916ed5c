import { applyPlay, legalPlays, samePosition, startPosition } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { gamesOf } from '../src/export/games.ts';
import { toSgf } from '../src/export/sgf.ts';
import { stepsOfImport } from '../src/import/import-steps.ts';
import { IMPORT_CODES, type ImportedMatch } from '../src/import/imported.ts';
import { readImport } from '../src/import/read.ts';
import { parseSgf } from '../src/import/sgf.ts';
import { parseXg } from '../src/import/xg.ts';
import type { MatchRecord } from '../src/types.ts';
import { moneyRules, openTable, playOn } from './support/table.ts';
import { validNames, validRecord } from './support/vectors.ts';
import { cubeEntry, gameEndEntry, gameEntry, matchEntry, moveEntry, xgFile, xgRecordsOf } from './support/xg.ts';

async function matchIn(bytes: Uint8Array): Promise<ImportedMatch> {
  const read = await parseXg(bytes);
  if (!read.ok) throw new Error(`${read.code}: ${read.message}`);
  const [match] = read.value;
  if (!match) throw new Error('no match');
  return match;
}

/** The decisions but resignations, and but the takes of beavers, with the positions that they reach. */
function told({ games }: ImportedMatch): string[] {
  return games.flatMap(({ decisions, score, crawford }) =>
    decisions
      .filter(({ kind, situation }) => kind !== 'resign' && !(kind === 'take' && situation.toAct === situation.onRoll))
      .map(({ player, kind, situation, hops }) => {
        const { position, dice, cube } = situation;
        const after = kind === 'play' && dice ? applyPlay(position, player, dice, hops) : null;
        return JSON.stringify([
          score,
          crawford,
          player,
          kind,
          dice?.toSorted(),
          cube,
          after?.ok ? after.value : position,
        ]);
      }),
  );
}

const written = (record: MatchRecord) => {
  const { length, rules, players } = record.header;
  const options = {
    names: [players[0].name, players[1].name] as const,
    length,
    crawford: rules.crawford,
    jacoby: rules.jacoby,
    beaver: rules.beavers,
    cubeLimit: rules.cube ? 10 : 0,
  };
  return xgFile(xgRecordsOf(options, gamesOf(record)));
};

/** Compares a match in .xg with the same match in SGF. */
async function agrees(record: MatchRecord): Promise<void> {
  const match = await matchIn(written(record));
  const sgf = parseSgf(toSgf(record));
  const [other] = sgf.ok ? sgf.value : [];
  if (!other) throw new Error('no SGF');
  expect(told(match)).toEqual(told(other));
  expect(match.games.map(({ result }) => result)).toEqual(other.games.map(({ result }) => result));
  expect(match.length).toBe(record.header.length);
  expect(() => stepsOfImport(match)).not.toThrow();
}

const START = startPosition();
const [PLAY] = legalPlays(START, 0, [3, 1]);
const after = PLAY?.position ?? START;
const OPENED = [
  gameEntry({ score: [0, 0], crawford: false, position: START }),
  cubeEntry({ player: 0, position: START, doubled: false }),
  moveEntry({ player: 0, dice: [3, 1], before: START, after }),
];
const OPTIONS = { names: ['Ann', 'Bén'] as const, length: 5 };
const file = (...records: readonly Buffer[]) => xgFile([matchEntry(OPTIONS), ...records]);

describe('a match of eXtreme Gammon', () => {
  test.each(validNames)('IM50 is read like the same match in SGF: %s', (name) => agrees(validRecord(name)));

  test.each([31, 32, 33, 34])('IM50a of random plays is, too (seed %i)', async (seed) => {
    const changes = seed % 2 === 0 ? { length: 5 } : { length: 0, rated: false, rules: moneyRules };
    const { ledger, keys } = await playOn(await openTable(seed, changes));
    await agrees(await closeRecord(ledger, keys.server));
  });

  test('IM51 has names, event, day and rules', async () => {
    const options = { ...OPTIONS, names: ['Jørgen Ж', 'Bén'] as const, event: 'Open', days: 45_256 };
    const { names, facts, rules, length } = await matchIn(xgFile([matchEntry(options), ...OPENED]));
    expect([names, facts, length]).toEqual([['Jørgen Ж', 'Bén'], { event: 'Open', date: '2023-11-26' }, 5]);
    expect(rules).toEqual({ cube: true, crawford: true, jacoby: false, beavers: false });
    const money = await matchIn(xgFile([matchEntry({ ...OPTIONS, length: 0, jacoby: true, beaver: true }), ...OPENED]));
    expect(money).toMatchObject({ length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } });
    const cubeless = await matchIn(xgFile([matchEntry({ ...OPTIONS, cubeLimit: 0 }), ...OPENED]));
    expect(cubeless.rules.cube).toBe(false);
  });

  test.each([
    [{ variation: 1 }, 'variation'],
    [{ variation: 2 }, 'variation'],
    [{ cubeLimit: 2, length: 7 }, 'cube-limit'],
    [{ length: -1 }, 'bad-header'],
  ])('IM52 with rules of another game is refused: %j', async (changes, code) => {
    expect(await parseXg(xgFile([matchEntry({ ...OPTIONS, ...changes }), ...OPENED]))).toMatchObject({
      ok: false,
      code,
      unit: 'byte',
    });
  });

  test('IM53 goes on behind an illegal play, from the position that the file states', async () => {
    const reached = { ...after, points: after.points.map((n, at) => (at === 0 ? -1 : at === 9 ? -1 : n)) };
    const next = legalPlays(reached, 0, [2, 1])[0];
    const match = await matchIn(
      file(
        ...OPENED,
        moveEntry({ player: 1, dice: [6, 5], before: after, after: reached }),
        moveEntry({ player: 0, dice: [2, 1], before: reached, after: next?.position ?? reached }),
        gameEndEntry(0, 1, 101),
      ),
    );
    expect(match.games[0]?.decisions.map(({ kind, player }) => `${kind}${player}`)).toEqual([
      'play0',
      'illegal1',
      'play0',
      'resign1',
    ]);
    expect(match.notes.map(({ code }) => code)).toEqual(['illegal-kept']);
    expect(stepsOfImport(match).map(({ action }) => action.type)).toEqual([
      'play',
      'roll',
      'dice',
      'play',
      'resign',
      'accept',
    ]);
  });

  test('IM53a is read up to a position that was set up, although the next play would be legal without it', async () => {
    const edited = { ...after, points: after.points.map((n, at) => (at === 5 ? n - 1 : at === 6 ? n + 1 : n)) };
    const play = legalPlays(edited, 1, [6, 5])[0];
    const turn = moveEntry({ player: 1, dice: [6, 5], before: edited, after: play?.position ?? edited });
    const match = await matchIn(file(...OPENED, turn));
    expect(match.games[0]?.decisions).toHaveLength(1);
    expect(match.notes.map(({ code }) => code)).toEqual(['set-up']);
  });

  test('IM54 begins with a position that was set up, and with automatic doubles', async () => {
    const race = { ...START, points: START.points.map((n, at) => (at === 23 ? 0 : at === 4 ? 2 : n)) };
    const play = legalPlays(race, 1, [6, 1])[0];
    const options = { ...OPTIONS, length: 0 };
    const match = await matchIn(
      xgFile([
        matchEntry(options),
        gameEntry({ score: [0, 0], crawford: false, position: race, automaticDoubles: 2 }),
        moveEntry({ player: 1, dice: [6, 1], before: race, after: play?.position ?? race }),
      ]),
    );
    expect(match.games[0]?.decisions[0]?.situation).toMatchObject({
      position: race,
      cube: { value: 4, owner: null },
      onRoll: 1,
    });
    expect(match.notes.map(({ code }) => code)).toEqual(['automatic-double', 'set-up-read']);
  });

  test('IM55 keeps the analysis of the file as its own', async () => {
    const plays = legalPlays(START, 0, [3, 1]);
    const analysed = moveEntry({
      player: 0,
      dice: [3, 1],
      before: START,
      after,
      loss: -0.125,
      plays: plays.slice(0, 3).map(({ position }, n) => ({ position, equity: [-0.5, 0.25, 0][n] ?? 0 })),
    });
    const double = cubeEntry({
      player: 1,
      position: after,
      doubled: true,
      answer: 1,
      loss: -0.75,
      equities: [0.125, -0.5, 1],
    });
    const match = await matchIn(file(OPENED[0] as Buffer, analysed, double));
    const [play, doubled, taken] = match.games[0]?.decisions ?? [];
    expect(play?.stated).toMatchObject({ by: 'eXtreme Gammon', loss: 0.125, cube: null });
    expect(play?.stated?.plays.map(({ equity }) => equity)).toEqual([0.25, 0, -0.5]);
    expect(samePosition(play?.stated?.plays[0]?.position ?? START, plays[1]?.position ?? START)).toBe(true);
    expect(doubled?.stated).toEqual({
      by: 'eXtreme Gammon',
      loss: 0.75,
      plays: [],
      cube: { noDouble: 0.125, doubleTake: -0.5, doublePass: 1 },
    });
    expect(taken?.kind).toBe('take');
    const steps = stepsOfImport(match).map(({ action, stated }) => [action.type, stated?.loss]);
    expect(steps).toEqual([
      ['play', 0.125],
      ['double', 0.75],
      ['take', 0.75],
    ]);
    expect((await matchIn(file(...OPENED))).games[0]?.decisions[0]?.stated).toBeUndefined();
  });

  test('IM55b ranks plays by the depth of their analysis first: a shallow look at a play does not make it the best', async () => {
    const levels = [0, 1_002, 2, 100, 1_001];
    const plays = legalPlays(START, 0, [3, 1]).slice(0, levels.length);
    const analysed = moveEntry({
      player: 0,
      dice: [3, 1],
      before: START,
      after,
      loss: -0.125,
      plays: plays.map(({ position }, n) => ({ position, equity: 0.5 - n / 8, level: levels[n] ?? 0 })),
    });
    const match = await matchIn(file(OPENED[0] as Buffer, analysed));
    const stated = match.games[0]?.decisions[0]?.stated;
    expect(stated?.plays.map(({ equity }) => equity)).toEqual([0.125, 0.375, 0, 0.25, 0.5]);
  });

  test('IM55d leaves out what it states of a roll whose player could not double', async () => {
    const [taken] = legalPlays(after, 1, [6, 5]);
    const reached = taken?.position ?? after;
    const doubled = cubeEntry({
      player: 1,
      position: after,
      doubled: true,
      answer: 1,
      loss: 0,
      equities: [0.25, 0.75, 1],
    });
    const first = moveEntry({ player: 1, dice: [6, 5], before: after, after: reached });
    const reply = legalPlays(reached, 0, [2, 1])[0]?.position ?? after;
    const second = moveEntry({ player: 0, dice: [2, 1], before: reached, after: reply });
    const without = cubeEntry({ player: 1, position: reply, doubled: false, loss: -0.5, equities: [0.25, 0.75, 1] });
    const end = legalPlays(reply, 1, [4, 3])[0]?.position ?? after;
    const third = moveEntry({ player: 1, dice: [4, 3], before: reply, after: end });
    const match = await matchIn(file(...OPENED, doubled, first, second, without, third));
    const rolled = stepsOfImport(match).filter(({ action }) => action.type === 'roll');
    expect(rolled.map(({ stated }) => stated)).toEqual([undefined, undefined, undefined]);
  });

  test('IM55c keeps the judgement of a roll that was no double with the play after it, and only there', async () => {
    const roll = cubeEntry({ player: 1, position: after, doubled: false, loss: -0.5, equities: [0.25, 0.75, 1] });
    const [reply] = legalPlays(after, 1, [6, 5]);
    const reached = reply?.position ?? after;
    const turns = [
      moveEntry({ player: 1, dice: [6, 5], before: after, after: reached }),
      cubeEntry({ player: 0, position: reached, doubled: false }),
      moveEntry({
        player: 0,
        dice: [2, 1],
        before: reached,
        after: legalPlays(reached, 0, [2, 1])[0]?.position ?? after,
      }),
    ];
    const match = await matchIn(file(...OPENED, roll, ...turns));
    const rolled = stepsOfImport(match).map(({ action, stated }) => [action.type, stated?.loss]);
    expect(rolled.filter(([type]) => type === 'roll')).toEqual([
      ['roll', 0.5],
      ['roll', undefined],
    ]);
    expect(rolled.filter(([type]) => type === 'play').map(([, loss]) => loss)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('IM56 may have a picture, other parts, and no compression', async () => {
    const records = [matchEntry(OPTIONS), ...OPENED];
    const plain = await matchIn(xgFile(records));
    expect(await matchIn(xgFile(records, { isPacked: false }))).toEqual(plain);
    expect(await matchIn(xgFile(records, { thumbnail: 5_000 }))).toEqual(plain);
    expect(await readImport(xgFile(records))).toMatchObject({ ok: true, kind: 'matches', format: 'xg' });
  });
});

describe('a bad file of eXtreme Gammon', () => {
  test('IM57 is refused', async () => {
    const whole = file(...OPENED);
    const refused = async (bytes: Uint8Array, code: string) =>
      expect(await readImport(bytes)).toMatchObject({ ok: false, code, unit: 'byte' });
    await refused(whole.subarray(0, 3_000), 'damaged');
    await refused(whole.subarray(0, 30), 'damaged');
    await refused(whole.subarray(0, -1), 'damaged');
    expect(await readImport(xgFile([]))).toMatchObject({ ok: false, code: 'no-match' });
    expect(await readImport(xgFile(OPENED))).toMatchObject({ ok: false, code: 'no-match' });
    expect(await readImport(new Uint8Array(16_000_001).fill(0x52))).toMatchObject({ ok: false, code: 'too-long' });
    const bomb = xgFile(new Array(26_000).fill(Buffer.alloc(2_560)));
    expect(bomb.length).toBeLessThan(500_000);
    await refused(bomb, 'too-long');
  });

  test('IM58 is read or refused, and never throws, wherever it is damaged', async () => {
    const record = validRecord('match-7');
    const whole = written(record);
    const damage = [fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0, 0, 5)] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(...damage), { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = new Uint8Array(whole);
        for (const [where, value, gone] of changes) {
          // most of the header is empty
          const at = 8_232 + (where % (bytes.length - 8_232));
          bytes[at] = value;
          if (gone) bytes.copyWithin(at, at + gone);
        }
        const read = await parseXg(bytes);
        if (read.ok) for (const match of read.value) stepsOfImport(match);
        else expect(IMPORT_CODES).toContain(read.code);
      }),
      { numRuns: 300 },
    );
  });

  test('IM58a is, too, with damaged records that are packed rightly', async () => {
    const records = xgRecordsOf(OPTIONS, gamesOf(validRecord('match-7')));
    const all = Buffer.concat(records);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(2_559), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const damaged = Buffer.from(all);
          for (const [which, at, value] of changes)
            damaged[(which % records.length) * 2_560 + (at < 1_280 ? at % 128 : at)] = value;
          const read = await parseXg(xgFile([damaged]));
          if (read.ok) for (const match of read.value) stepsOfImport(match);
          else expect(IMPORT_CODES).toContain(read.code);
        },
      ),
      { numRuns: 200 },
    );
  });
});
