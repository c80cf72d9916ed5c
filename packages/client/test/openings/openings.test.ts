import { seededRandom } from '@anchor/testkit/random';
import { legalPlays } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  forgetProgress,
  GAP,
  mostMissed,
  nextSpot,
  type Progress,
  readProgress,
  storeAnswer,
  totals,
} from '../../src/pages/openings/progress.ts';
import { MODES, SPOTS, situationOfSpot } from '../../src/pages/openings/spots.ts';

const { openings, replies } = SPOTS;
const SEED = 7;

/** The storage of a device. One that keeps nothing has it until the page closes. */
function device(keeps = true, text: string | null = null) {
  let kept = text;
  return {
    read: () => kept,
    write: (_: string, next: string | null) => {
      kept = next;
      return keeps;
    },
  };
}

describe('the spots of the trainer', () => {
  test('OQ1 are the 15 opening rolls and the 21 replies to each, and all of them can be played', () => {
    expect([openings.length, replies.length]).toEqual([15, 315]);
    expect(new Set(MODES.flatMap((mode) => SPOTS[mode].map(({ id }) => id))).size).toBe(330);
    for (const spot of [...openings, ...replies]) {
      const { position, dice, length, cube } = situationOfSpot(spot);
      expect({ length, cube }).toEqual({ length: 0, cube: { value: 1, owner: null } });
      if (spot.opened === null) expect(dice[0]).not.toBe(dice[1]);
      expect(legalPlays(position, 0, dice).length, spot.id).toBeGreaterThan(1);
    }
  });
});

describe('the progress', () => {
  const ask = (progress: Progress, random = () => 0) => nextSpot(openings, progress, random).id;

  test(`OQ3 asks every spot before any that was right comes again (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    let progress: Progress = {};
    const order: string[] = [];
    for (let n = 0; n < 2 * openings.length; n++) {
      const { id } = nextSpot(openings, progress, random);
      order.push(id);
      progress = afterAnswer(progress, id, true);
    }
    const [first, second] = [order.slice(0, 15), order.slice(15)];
    expect(new Set(first).size).toBe(15);
    expect(second).toEqual(first);
    expect(first).not.toEqual(openings.map(({ id }) => id));
    expect(totals(progress)).toEqual({ tries: 30, asked: 15, right: 15 });
  });

  test('OQ4 brings a missed spot back after a few others, the most missed first', () => {
    let progress = afterAnswer({}, '64', false);
    for (const other of ['21', '32', '41'].slice(0, GAP)) {
      expect(ask(progress)).not.toBe('64');
      progress = afterAnswer(progress, other, true);
    }
    expect(ask(progress)).toBe('64');
    for (const id of ['64', '31', '64', '42', '43', '51']) progress = afterAnswer(progress, id, id === '42');
    expect(ask(progress)).toBe('64');
    progress = afterAnswer(progress, '64', true);
    expect(ask(progress)).toBe('31');
    expect(mostMissed(openings, progress).map(({ spot, misses, tries }) => [spot.id, misses, tries])).toEqual([
      ['64', 3, 4],
      ['31', 1, 1],
      ['43', 1, 1],
      ['51', 1, 1],
    ]);
    // not before others came in between
    expect(ask(afterAnswer(progress, '31', false))).not.toBe('31');
  });

  test('OQ5 is kept by mode, without what another program has stored there', () => {
    const storage = device();
    expect(storeAnswer(storage, 'openings', '31', false)).toBe(true);
    expect(storeAnswer(storage, 'replies', '31-66', true)).toBe(true);
    expect(storeAnswer(storage, 'openings', '31', true)).toBe(true);
    expect(readProgress(storage, 'openings')).toEqual({ 31: { tries: 2, misses: 1, isWrong: false, at: 1 } });
    expect(Object.keys(readProgress(storage, 'replies'))).toEqual(['31-66']);
    forgetProgress(storage, 'openings');
    expect(readProgress(storage, 'openings')).toEqual({});
    expect(Object.keys(readProgress(storage, 'replies'))).toEqual(['31-66']);
    expect(storeAnswer(device(false), 'openings', '31', true)).toBe(false);
    const one = { tries: 1, misses: 0, isWrong: false, at: 0 };
    for (const text of [
      '',
      '[]',
      '{"31":{"tries":-1}}',
      'null',
      '{"31":{"tries":1e99,"misses":0,"isWrong":false,"at":0}}',
    ])
      expect(readProgress(device(true, text), 'openings')).toEqual({});
    const strange = JSON.stringify({ 31: one, 77: one, constructor: one });
    expect(readProgress(device(true, strange), 'openings')).toEqual({ 31: one });
  });
});
