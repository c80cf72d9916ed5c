import { applyPlay, type Dice, fromOwnView, makeSituation, parsePlay, startPosition, swapPlayers } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { THEMES, type Theme, themeOf } from '../../src/cards/themes.ts';

/** Checkers by place, each side in its own numbering; 25 is the bar. */
type Side = Readonly<Record<number, number>>;

function positionOf(own: Side, other: Side) {
  const view = new Array<number>(26).fill(0);
  for (const [place, count] of Object.entries(own)) view[Number(place)] = count;
  for (const [place, count] of Object.entries(other)) {
    if (view[25 - Number(place)] !== 0) throw new Error(`both sides are on ${place} of the other one`);
    view[25 - Number(place)] = -count;
  }
  return fromOwnView(view, 0);
}

const themed = (own: Side, other: Side, dice: Dice = [3, 1]) =>
  themeOf(makeSituation({ position: positionOf(own, other), dice }));

/** A side that has escaped and stands at home and on its mid point. */
const ESCAPED: Side = { 13: 2, 8: 3, 6: 4, 5: 2, 4: 2, 3: 2 };
const HOME: Side = { 6: 4, 5: 4, 4: 3, 3: 4 };

describe('the theme of a decision', () => {
  // each with a position next to it that has another theme
  test.each<[Theme, Side, Side, Theme | null, Side, Side]>([
    ['bear-off', HOME, HOME, 'race', { ...HOME, 6: 3, 7: 1 }, HOME],
    ['race', { ...HOME, 6: 3, 11: 1 }, ESCAPED, 'hit', { ...HOME, 6: 3, 13: 1 }, { ...ESCAPED, 13: 1, 15: 1 }],
    ['contact-bear-off', HOME, { ...HOME, 6: 3, 25: 1 }, 'bear-off', HOME, { ...HOME, 6: 3, 17: 1 }],
    [
      'back-game',
      { 24: 2, 22: 3, 13: 3, 8: 3, 6: 4 },
      { 11: 3, 8: 3, 7: 2, 6: 4, 5: 3 },
      null,
      { 24: 5, 13: 3, 8: 3, 6: 4 },
      { 11: 3, 8: 3, 7: 2, 6: 4, 5: 3 },
    ],
    [
      'back-game',
      { 24: 2, 22: 3, 13: 3, 8: 3, 6: 4 },
      { 11: 3, 8: 3, 7: 2, 6: 4, 5: 3 },
      null,
      { 24: 2, 22: 2, 5: 3, 4: 4, 2: 4 },
      { 12: 3, 9: 3, 8: 3, 6: 3, 10: 3 },
    ],
    [
      'prime',
      { 24: 2, 8: 3, 7: 2, 6: 3, 5: 3, 13: 2 },
      { 24: 2, 8: 2, 7: 3, 6: 3, 5: 3, 13: 2 },
      null,
      { 24: 2, 8: 3, 7: 2, 6: 3, 13: 5 },
      { 24: 2, 8: 2, 7: 3, 6: 3, 5: 3, 13: 2 },
    ],
    [
      'blitz',
      { 24: 1, 13: 3, 8: 4, 6: 3, 5: 2, 4: 1, 3: 1 },
      { 25: 1, 24: 1, 13: 5, 8: 3, 6: 5 },
      'hit',
      { 24: 1, 13: 3, 8: 4, 6: 3, 5: 2, 4: 1, 3: 1 },
      { 24: 1, 23: 1, 13: 5, 8: 3, 6: 5 },
    ],
    [
      'holding',
      { 20: 2, 13: 3, 8: 3, 6: 4, 4: 3 },
      { 13: 2, 8: 3, 6: 5, 4: 3, 3: 2 },
      null,
      { 24: 2, 13: 3, 8: 3, 6: 4, 4: 3 },
      { 13: 2, 8: 3, 6: 5, 4: 3, 3: 2 },
    ],
  ])('PT1 is %s, and no longer so when a few checkers move', (theme, own, other, next, own2, other2) => {
    expect(themed(own, other)).toBe(theme);
    expect(themed(own2, other2)).toBe(next);
  });

  test('PT2 is opening for the first rolls, and not once a player has moved four checkers', () => {
    let position = startPosition();
    const themes: (Theme | null)[] = [];
    for (const [dice, text] of [
      [[3, 1], '8/5 6/5'],
      [[6, 4], '24/14'],
      [[4, 2], '8/4 6/4'],
      [[6, 5], '14/3'],
    ] as const) {
      themes.push(themeOf(makeSituation({ position, dice })));
      const read = parsePlay(text, { position, player: 0, dice });
      const made = read.ok ? applyPlay(position, 0, dice, read.value) : read;
      if (!made.ok) throw new Error(`${text}: ${made.message}`);
      position = swapPlayers(made.value);
    }
    expect(themes).toEqual(['opening', 'opening', 'opening', null]);
  });

  test('PT3 is double before the roll and take for the answer, whatever the position', () => {
    for (const position of [startPosition(), positionOf(HOME, HOME)]) {
      expect(themeOf(makeSituation({ position }))).toBe('double');
      expect(themeOf(makeSituation({ position, onRoll: 1, doubled: true }))).toBe('take');
    }
    expect(new Set(THEMES).size).toBe(11);
  });
});
