import { makeSituation } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { type Card, parseCard, type Schedule } from '../../src/cards/card.ts';
import { dueCards, nextDue } from '../../src/cards/due.ts';
import { afterAnswer, GRADES, gradeOf } from '../../src/cards/schedule.ts';

const DAY = 86_400_000;
const NOW = new Date(2026, 10, 24, 12).getTime();

const situation = makeSituation({ dice: [3, 1] });
const card = (schedule: Schedule | null, id = 'one'): Card => ({
  id,
  situation,
  mistake: { type: 'play', hops: [[24, 23]] },
  loss: 0.1,
  engineId: 'test-1',
  ply: 1,
  from: null,
  added: NOW - DAY,
  schedule,
});
const daysUntil = ({ due, lastAnswer }: Schedule) => Math.round((due - lastAnswer) / DAY);

test('BC5 the loss gives the grade: an error fails, an inaccuracy barely passes, and easy is for the player to say', () => {
  expect([0, 0.0199, 0.02, 0.0399, 0.04, 0.5].map(gradeOf)).toEqual(['good', 'good', 'hard', 'hard', 'again', 'again']);
});

describe('BC6 the schedule', () => {
  test('brings a failed card back on the next day, and the better the answer, the later', () => {
    const first = GRADES.map((grade) => daysUntil(afterAnswer(null, grade, NOW)));
    expect(first[0]).toBe(1);
    expect(first).toEqual(first.toSorted((a, b) => a - b));
    expect(first[3]).toBeGreaterThan(first[2]!);
  });

  test('grows with each right answer on the day, up to a year, and falls after a wrong one', () => {
    let schedule = afterAnswer(null, 'good', NOW);
    const days = [daysUntil(schedule)];
    for (let n = 0; n < 12; n++) {
      schedule = afterAnswer(schedule, 'good', schedule.due);
      days.push(daysUntil(schedule));
    }
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(days.at(-1)).toBeGreaterThan(360);
    for (const grade of GRADES) expect(daysUntil(afterAnswer(schedule, grade, schedule.due))).toBeLessThanOrEqual(365);
    expect(schedule).toMatchObject({ answers: 13, lapses: 0 });
    const failed = afterAnswer(schedule, 'again', schedule.due);
    expect(failed).toMatchObject({ answers: 14, lapses: 1 });
    expect(daysUntil(failed)).toBeLessThan(60);
    expect(failed.difficulty).toBeGreaterThan(schedule.difficulty);
  });

  test('is the same for the same answers, and survives the store', () => {
    const one = afterAnswer(afterAnswer(null, 'hard', NOW), 'good', NOW + 3 * DAY);
    expect(afterAnswer(afterAnswer(null, 'hard', NOW), 'good', NOW + 3 * DAY)).toEqual(one);
    expect(parseCard(structuredClone(card(one)))?.schedule).toEqual(one);
  });

  test('holds whatever the clock says', () => {
    const future = afterAnswer(null, 'good', NOW + 5000 * DAY);
    const later = afterAnswer(future, 'good', NOW);
    for (const figure of Object.values(later)) expect(Number.isFinite(figure)).toBe(true);
    expect(later.lastAnswer).toBe(NOW);
    expect(later.due).toBeLessThanOrEqual(NOW + 366 * DAY);
    expect(parseCard(card(later))).not.toBeNull();
  });
});

describe('BC7 due', () => {
  test('are new cards and those whose day has come, the one that waits longest first', () => {
    const at = (due: number): Schedule => ({ ...afterAnswer(null, 'good', NOW - 9 * DAY), due });
    const evening = new Date(2026, 10, 24, 23, 59).getTime();
    const tomorrow = new Date(2026, 10, 25).getTime();
    const cards = [
      card(at(tomorrow), 'tomorrow'),
      card(at(evening), 'this evening'),
      card(null, 'new'),
      card(at(NOW - 3 * DAY), 'late'),
    ];
    expect(dueCards(cards, NOW).map(({ id }) => id)).toEqual(['late', 'new', 'this evening']);
    expect(nextDue([card(at(tomorrow + DAY)), card(at(tomorrow)), card(null)])).toBe(tomorrow);
    expect(nextDue([card(null)])).toBeNull();
  });

  test('is a card that a wrong clock has put far into the future', () => {
    const wrong = card(afterAnswer(null, 'good', NOW + 5000 * DAY));
    expect(dueCards([wrong], NOW)).toEqual([wrong]);
  });
});
