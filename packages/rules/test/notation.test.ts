import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePlay } from '../src/notation.ts';
import { type PlayTextFault, parsePlay } from '../src/play-text.ts';
import { applyPlay, legalPlays } from '../src/plays.ts';
import { samePosition, startPosition } from '../src/position.ts';
import type { Dice, Hop, Player, Position } from '../src/types.ts';
import { positionOf } from './match-steps.ts';
import { seenBy } from './support/views.ts';

interface Row {
  readonly points: readonly number[];
  readonly dice: Dice;
  /** Every play as GNU Backgammon writes it. Null if there are too many. */
  readonly plays: readonly string[] | null;
}

const file = new URL('../../../vectors/gnubg/plays.jsonl.gz', import.meta.url);
const rows: Row[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Player 1's blots are on player 0's 18- and 5-points. */
const blots = positionOf({ 24: 2, 13: 5, 8: 3, 6: 5 }, { 7: 1, 20: 1, 13: 5, 8: 3, 5: 5 });
const onBar = positionOf({ 25: 2, 13: 5, 8: 3, 6: 5 }, { 24: 2, 13: 5, 8: 3, 6: 5 });
const start = startPosition();

/** Hops as in a match file: numbers only. */
function hopsOf(text: string): Hop[] {
  return [...text.matchAll(/(\d+)\/(\d+)/g)].map(([, from, to]) => [Number(from), Number(to)]);
}

describe('makePlay', () => {
  const cases: [text: string, hops: string, before: Position | null][] = [
    ['dance', '', null],
    ['8/5 6/5', '8/5 6/5', null],
    ['8/5 6/5', '6/5 8/5', null],
    ['24/13', '24/18 18/13', null],
    ['24/13', '24/19 19/13', blots],
    ['24/18*/13', '24/18 18/13', blots],
    ['6/5*(2)', '6/5 6/5', blots],
    ['8/5* 6/5', '8/5 6/5', blots],
    ['13/10(2) 8/5*(2)', '13/10 13/10 8/5 8/5', blots],
    ['bar/24 bar/22', '25/22 25/24', onBar],
    ['6/off 4/off', '6/0 4/0', null],
    ['6/off(4)', '6/0 6/0 6/0 6/0', null],
  ];
  test.each(cases)('%s', (text, hops, position) => {
    expect(makePlay(hopsOf(hops), position ? { position, player: 0 } : undefined)).toBe(text);
  });

  test('hits are found for either player', () => {
    const turned = positionOf({ 7: 1, 20: 1, 13: 5, 8: 3, 5: 5 }, { 24: 2, 13: 5, 8: 3, 6: 5 });
    expect(makePlay([[24, 18]], { position: turned, player: 1 })).toBe('24/18*');
  });
});

describe('parsePlay', () => {
  const plain: [text: string, hops: string][] = [
    ['13/8 6/5*', '13/8 6/5'],
    ['  BAR/23   6/OFF ', '25/23 6/0'],
    ['8/5(2)', '8/5 8/5'],
    ['8/5* (2)', '8/5 8/5'],
    ['24/13', '24/13'],
    ['24/18*/13', '24/18 18/13'],
    ['25/20* 1/0', '25/20 1/0'],
    ['dance', ''],
    ['No Move', ''],
    ['', ''],
  ];
  test.each(plain)('as written: %s', (text, hops) => {
    expect(parsePlay(text)).toEqual({ ok: true, value: hopsOf(hops) });
  });

  const read: [text: string, position: Position, dice: Dice, hops: string][] = [
    ['24/13', start, [6, 5], '24/18 18/13'],
    ['6/5 8/5', start, [3, 1], '6/5 8/5'],
    ['24/18*/13', blots, [5, 6], '24/18 18/13'],
    ['24/13', blots, [6, 5], '24/19 19/13'],
    ['8/5 6/5', blots, [3, 1], '8/5 6/5'],
    ['13/11 bar/24', { ...onBar, bar: [1, 0], off: [1, 0] }, [2, 1], '25/24 13/11'],
    ['13/7(2)', start, [3, 3], '13/10 10/7 13/10 10/7'],
    ['6/off', positionOf({ 6: 1 }, { 1: 2 }), [6, 5], '6/1 1/0'],
    ['', positionOf({ 25: 1 }, { 1: 3, 2: 3, 3: 3, 4: 3, 5: 3 }), [1, 2], ''],
  ];
  test.each(read)('in a position: %s', (text, position, dice, hops) => {
    const result = parsePlay(text, { position, player: 0, dice });
    if (!result.ok) throw new Error(result.code);
    const meant = applyPlay(position, 0, dice, hopsOf(hops));
    expect(applyPlay(position, 0, dice, result.value)).toEqual(meant);
    expect(meant.ok).toBe(true);
  });

  const faults: [PlayTextFault, string, Position][] = [
    ['bad-notation', 'hello', start],
    ['bad-notation', '13/8 6/', start],
    ['bad-notation', '8/13', start],
    ['bad-notation', '26/20', start],
    ['bad-notation', '8/8', start],
    ['bad-notation', '0/off', start],
    ['bad-notation', '6/5(5)', start],
    ['bad-notation', '8/5(3) 6/5(2)', start],
    ['bad-notation', '1'.repeat(1000), start],
    ['illegal-play', '13/8 13/8', start],
    ['illegal-play', '24/18', start],
    ['illegal-play', '24/13 6/5', start],
    ['illegal-play', 'dance', start],
    ['illegal-play', '24/18/14', start],
    ['ambiguous-play', '24/13*', positionOf({ 24: 2, 13: 5, 8: 3, 6: 5 }, { 7: 1, 6: 1, 20: 13 })],
  ];
  test.each(faults)('%s: %s', (code, text, position) => {
    expect(parsePlay(text, { position, player: 0, dice: [6, 5] })).toMatchObject({ ok: false, code });
  });

  test('any text gives a result without an exception', () => {
    const alphabet = fc.constantFrom(...'0123456789/*() barof\t,-');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: alphabet })), (text) => {
        const results = [parsePlay(text), parsePlay(text, { position: blots, player: 0, dice: [6, 5] })];
        expect(results.every(({ ok }) => typeof ok === 'boolean')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

const listed = rows.flatMap((row) => (row.plays ? [{ ...row, plays: row.plays }] : []));

function comesBack(position: Position, player: Player, dice: Dice): boolean {
  return legalPlays(position, player, dice).every((play) => {
    const back = parsePlay(makePlay(play.hops, { position, player }), { position, player, dice });
    const applied = back.ok ? applyPlay(position, player, dice, back.value) : back;
    return applied.ok && samePosition(applied.value, play.position);
  });
}

describe.each([0, 1] as const)('the positions of the oracle, player %i on roll', (player) => {
  test('every play survives a round trip with its hits', () => {
    const wrong = rows.filter((row) => !comesBack(seenBy(row.points, player), player, row.dice));
    expect(wrong).toEqual([]);
  });

  test('GNU Backgammon’s own notation is parsed as distinct legal plays', () => {
    const wrong = listed.filter(({ points, dice, plays }) => {
      const position = seenBy(points, player);
      const read = plays.map((text) => parsePlay(text, { position, player, dice }));
      const reached = read.map((hops) => (hops.ok ? applyPlay(position, player, dice, hops.value) : hops));
      return (
        reached.some(({ ok }) => !ok) || new Set(reached.map((after) => JSON.stringify(after))).size !== plays.length
      );
    });
    expect(wrong).toEqual([]);
    expect(listed.length).toBeGreaterThan(500);
  });
});
