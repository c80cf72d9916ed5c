import { readFileSync } from 'node:fs';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { accelerate, rank } from 'bg-engine';
import { type Step, stepsOf, toMat } from 'bg-record';
import { parseMat, stepsOfImport } from 'bg-record/import';
import { type Dice, makeSituation, samePosition, situationOf } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { answer } from '../../src/engine/answer.ts';
import { luckOf } from '../../src/engine/luck.ts';

accelerate();

const money = { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
const records = [...['match-7', 'money-beaver', 'match-3-crawford'].map(vectorRecord), randomRecord(5, money)];

const MONEY = makeSituation();
const DIRECT = { ply: 0, cubeful: false, everyPlay: true } as const;

const ROLLS: Dice[] = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].map((b): Dice => [a, b]));

const playsOf = (steps: readonly Step[]) => steps.filter(({ action }) => action.type === 'play');

/** Returns the luck that other dice would have had in place of the roll that was played. */
function luckWith(steps: readonly Step[], dice: Dice, swapped = false): number {
  const [last] = steps.slice(-1);
  const { before } = last!;
  const turn = swapped && before.turn !== null ? ((1 - before.turn) as 0 | 1) : before.turn;
  const other = { ...last!, before: { ...before, dice, turn, toAct: turn } };
  return luckOf([...steps.slice(0, -1), other]).rolls.at(-1)!.luck;
}

describe('LU1 the mean luck is zero', () => {
  test.each(records.map((record) => [record.header.id, record] as const))('%s: over the 36 rolls', (_, record) => {
    const plays = playsOf(stepsOf(record));
    for (const place of [1, Math.floor(plays.length / 2)]) {
      const steps = plays.slice(place - 1, place + 1);
      if (steps[0]!.before.game !== steps[1]!.before.game) continue;
      const sum = ROLLS.reduce((total, dice) => total + luckWith(steps, dice), 0);
      expect(sum).toBeCloseTo(0, 9);
    }
  });

  test('of a first roll over the 30 that are no doubles, since the larger die also decides who begins', () => {
    const [first] = playsOf(stepsOf(vectorRecord('match-3-crawford')));
    const unequal = ROLLS.filter(([a, b]) => a > b);
    const own = unequal.reduce((total, dice) => total + luckWith([first!], dice), 0);
    const theirs = unequal.reduce((total, dice) => total + luckWith([first!], dice, true), 0);
    // the opponent's luck is the player's misfortune
    expect(own - theirs).toBeCloseTo(0, 9);
    expect(own).toBeGreaterThan(0.1);
  });
});

test('LU2 the luck of a roll agrees with the ranked plays of all rolls', () => {
  const plays = playsOf(stepsOf(vectorRecord('match-7')));
  const { rolls } = luckOf(plays);
  expect(rolls.map(({ n, game, p }) => [n, game, p])).toEqual(
    plays.map(({ n, before: { game, turn } }) => [n, game, turn]),
  );
  const known = new Map(rolls.map(({ n, luck }) => [n, luck]));
  for (const [index, { n, before }] of [...plays.entries()].slice(4, 14)) {
    if (plays[index - 1]?.before.game !== before.game) continue;
    const situation = situationOf(before);
    const worthOf = (dice: Dice) => {
      const at = { ...situation, dice };
      // the search plays for points, whatever the score
      const [best] = rank({ ...MONEY, position: at.position, onRoll: at.onRoll, toAct: at.toAct, dice }, DIRECT);
      // the position that a dance leaves has no play
      const reached = best?.position ?? situation.position;
      const listed = rank(at, { ply: 0, cubeful: true, everyPlay: true });
      return listed.find(({ position }) => samePosition(position, reached))?.equity ?? null;
    };
    const values = ROLLS.map(worthOf);
    if (values.includes(null)) continue;
    const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / 36;
    expect(known.get(n)).toBeCloseTo((worthOf(before.dice!) ?? 0) - mean, 9);
  }
});

describe('LU3 the luck of matches that GNU Backgammon has analysed at 0 plies', () => {
  const theirs: Record<string, [string, number][]> = JSON.parse(
    readFileSync(new URL('../../../../vectors/gnubg/luck.json', import.meta.url), 'utf8'),
  );
  test.each(Object.entries(theirs))('%s', (name, expected) => {
    const read = parseMat(readFileSync(new URL(`../../../../vectors/gnubg/${name}.mat`, import.meta.url), 'utf8'));
    if (!read.ok) throw new Error(read.message);
    const plays = playsOf(stepsOfImport(read.value[0]!));
    const { rolls } = luckOf(plays);
    expect(plays.map(({ before }) => before.dice?.join(''))).toEqual(expected.map(([dice]) => dice));
    const pairs = rolls.map(({ luck }, index) => [luck, expected[index]![1], plays[index]!.before.crawford] as const);
    const sum = (of: (ours: number, gnubg: number) => number) =>
      pairs.reduce((total, [ours, gnubg]) => total + of(ours, gnubg), 0);
    const correlation = sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
    expect(correlation).toBeGreaterThan(0.94);
    // with a dead cube only the nets differ
    for (const [ours, gnubg, crawford] of pairs) if (crawford) expect(Math.abs(ours - gnubg)).toBeLessThan(0.2);
  });
});

test('LU4 a match from a file has the luck of the record that was exported', () => {
  for (const name of ['match-7', 'match-3-crawford']) {
    const record = vectorRecord(name);
    const read = parseMat(toMat(record));
    if (!read.ok) throw new Error(read.message);
    const told = (steps: readonly Step[]) => luckOf(steps).rolls.map(({ n: _, ...one }) => one);
    expect(told(stepsOfImport(read.value[0]!))).toEqual(told(stepsOf(record)));
  }
});

test('LU5 the luck of a match in progress is not told', async () => {
  const record = vectorRecord('match-3-crawford');
  const early = { ...record, events: record.events.slice(0, -1) };
  expect(await answer({ kind: 'luck', of: { kind: 'review', record: early } }, () => undefined)).toEqual({
    ok: false,
    code: 'unfinished',
  });
});
