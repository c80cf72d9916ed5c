import { expect, test } from 'vitest';
import { endText, scoreText } from '../../src/pages/player/match-text.ts';

const match = { won: true, own: 0, other: 0, length: 5, money: null } as const;

test('PF13 a match that was not played out shows how it ended instead of a score that shows no winner', () => {
  const left = { ...match, reason: 'abandonment' } as const;
  expect([scoreText(left), endText(left)]).toEqual(['', 'opponent left']);
  const late = { ...match, reason: 'time', won: false, own: 3, other: 1 } as const;
  expect([scoreText(late), endText(late)]).toEqual(['', 'ran out of time at 3–1']);
  const played = { ...match, reason: 'points', own: 5, other: 2 } as const;
  expect([scoreText(played), endText(played)]).toEqual(['5–2', '']);
});
