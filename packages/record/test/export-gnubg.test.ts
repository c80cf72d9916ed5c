import { describe, expect, it } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { toMat } from '../src/export/mat.ts';
import { toSgf } from '../src/export/sgf.ts';
import { GNUBG, hasGnubg, throughGnubg } from './support/gnubg.ts';
import { readSgf } from './support/sgf.ts';
import { moneyRules, openTable, playOn } from './support/table.ts';
import { type ToldGame, toldByRecord, toldBySgf } from './support/told.ts';
import { validNames, validRecord } from './support/vectors.ts';

if (!hasGnubg)
  console.warn(`\n*** GNU Backgammon is not at ${GNUBG}: the exports are NOT checked against it here. ***\n`);

it('has GNU Backgammon wherever nothing may go unchecked', () => {
  expect(hasGnubg || process.env.CI !== 'true', `${GNUBG} is missing`).toBe(true);
});

/** Resignations that GNU Backgammon 1.07.001 reads rightly, and writes in a way that nobody reads rightly. */
const MISWRITTEN_BY_GNUBG = [
  'money-jacoby-doubled',
  'money-jacoby-beavered',
  'money-beaver-resigned',
  'match-7',
  'resign-declined',
  'opening-tie',
];

/** A roll that was resigned on is not in the .mat file where it could be played in one way only. */
const withoutRolls = (game: ToldGame): ToldGame => ({
  ...game,
  moves: game.moves.filter(({ type }) => type !== 'roll'),
});

describe.runIf(hasGnubg)('GNU Backgammon', () => {
  it.each(validNames)('reads %s from .mat and from SGF as the record tells it, and again from its own .mat', (name) => {
    const record = validRecord(name);
    const told = toldByRecord(record);
    const mat = throughGnubg({ format: 'mat', text: toMat(record) });
    const sgf = throughGnubg({ format: 'sgf', text: toSgf(record) });
    expect(readSgf(mat.sgf).map(toldBySgf)).toEqual(told);
    if (!MISWRITTEN_BY_GNUBG.includes(name)) expect(readSgf(mat.again).map(toldBySgf)).toEqual(told);
    expect(readSgf(sgf.sgf).map(toldBySgf)).toEqual(told);
    expect(`${mat.log}${sgf.log}`).not.toMatch(/warning|unrecognised|illegal|error/i);
  });

  const kinds = { 'a match to 5': { length: 5 }, 'a money game': { length: 0, rated: false, rules: moneyRules } };
  it.each(Object.entries(kinds).flatMap(([kind, changes]) => [11, 12, 18].map((seed) => ({ kind, seed, changes }))))(
    'reads $kind played at random, seed $seed',
    async ({ seed, changes }) => {
      const { ledger, keys } = await playOn(await openTable(seed, changes));
      const record = await closeRecord(ledger, keys.server);
      const told = toldByRecord(record);
      const fromMat = readSgf(throughGnubg({ format: 'mat', text: toMat(record) }).sgf).map(toldBySgf);
      expect(fromMat.map(withoutRolls)).toEqual(told.map(withoutRolls));
      expect(readSgf(throughGnubg({ format: 'sgf', text: toSgf(record) }).sgf).map(toldBySgf)).toEqual(told);
    },
  );
});
