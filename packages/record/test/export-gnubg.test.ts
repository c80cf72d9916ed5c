import { describe, expect, it } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { toMat } from '../src/export/mat.ts';
import { toSgf } from '../src/export/sgf.ts';
import type { MatchRecord } from '../src/types.ts';
import { GNUBG, hasGnubg, throughGnubg } from './support/gnubg.ts';
import { readSgf } from './support/sgf.ts';
import { moneyRules, openTable, playOn } from './support/table.ts';
import { type ToldGame, toldByRecord, toldBySgf } from './support/told.ts';
import { validNames, validRecord } from './support/vectors.ts';

if (!hasGnubg)
  console.warn(`\n*** GNU Backgammon is not at ${GNUBG}: the exports are NOT checked against it here. ***\n`);

it('finds GNU Backgammon on CI', () => {
  expect(hasGnubg || process.env.CI !== 'true', `${GNUBG} is missing`).toBe(true);
});

/** Resignations that GNU Backgammon 1.07.001 reads correctly but writes in a form that no program reads correctly. */
const MISWRITTEN_BY_GNUBG = [
  'money-jacoby-doubled',
  'money-jacoby-beavered',
  'money-beaver-resigned',
  'match-7',
  'resign-declined',
  'resign-other',
  'resign-after-play',
  'absent-early',
  'opening-tie',
];

/** A roll before a resignation is missing from the .mat file if it has only one legal play. */
const withoutRolls = (game: ToldGame): ToldGame => ({
  ...game,
  moves: game.moves.filter(({ type }) => type !== 'roll'),
});

const endsAtBeaver = ({ result, moves }: ToldGame) =>
  result === '' && moves.at(-1)?.type === 'double' && moves.at(-2)?.type === 'double';

/** GNU Backgammon 1.07.001 adds a take to an unfinished game that ends with a beaver. */
const withTakenBeaver = (game: ToldGame): ToldGame =>
  endsAtBeaver(game)
    ? { ...game, moves: [...game.moves, { type: 'take', player: game.moves.at(-2)?.player === 0 ? 0 : 1 }] }
    : game;

const misleadsNextFile = ({ events }: MatchRecord, told: readonly ToldGame[]) =>
  events.some(({ type }, n) => type === 'pass' && events[n - 1]?.type === 'beaver') || told.some(endsAtBeaver);

describe.runIf(hasGnubg)('GNU Backgammon', () => {
  it.each(validNames)('reads %s from .mat and SGF like the record, and again from its own .mat', (name) => {
    const record = validRecord(name);
    const told = toldByRecord(record);
    const again = MISWRITTEN_BY_GNUBG.includes(name) ? [] : [{ format: 'mat', text: null } as const];
    const { answers, log } = throughGnubg(
      [{ format: 'mat', text: toMat(record) }, ...again, { format: 'sgf', text: toSgf(record) }],
      misleadsNextFile(record, told),
    );
    const expected = told.map(withTakenBeaver);
    expect(answers.map(({ sgf }) => readSgf(sgf).map(toldBySgf))).toEqual(answers.map(() => expected));
    expect(log).not.toMatch(/warning|unrecognised|illegal|error/i);
  });

  const kinds = { 'a match to 5': { length: 5 }, 'a money game': { length: 0, rated: false, rules: moneyRules } };
  it.each(Object.entries(kinds).flatMap(([kind, changes]) => [11, 12, 18].map((seed) => ({ kind, seed, changes }))))(
    'reads $kind played at random, seed $seed',
    async ({ seed, changes }) => {
      const { ledger, keys } = await playOn(await openTable(seed, changes));
      const record = await closeRecord(ledger, keys.server);
      const told = toldByRecord(record);
      const { answers } = throughGnubg(
        [
          { format: 'mat', text: toMat(record) },
          { format: 'sgf', text: toSgf(record) },
        ],
        misleadsNextFile(record, told),
      );
      const [fromMat, fromSgf] = answers.map(({ sgf }) => readSgf(sgf).map(toldBySgf));
      expect(fromMat?.map(withoutRolls)).toEqual(told.map(withoutRolls));
      expect(fromSgf).toEqual(told);
    },
  );
});
