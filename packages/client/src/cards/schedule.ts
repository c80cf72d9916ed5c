import { type CardInput, createEmptyCard, type Grade as FsrsGrade, fsrs, Rating, State } from 'ts-fsrs';
import type { Schedule } from './card.ts';

/** How well a player has answered, in the words of FSRS. */
export const GRADES = ['again', 'hard', 'good', 'easy'] as const;
export type Grade = (typeof GRADES)[number];

const RATINGS: Readonly<Record<Grade, FsrsGrade>> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};

/** FSRS adds a day for each better grade: a year is the longest time. */
const LONGEST_DAYS = 363;

/**
 * Cards come back after whole days, because a position that is shown again after minutes is recognised and not solved. Without chance: the same answers give the same days.
 */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: LONGEST_DAYS });

/** The losses from which an answer is not right. A card is kept for an error of at least `AGAIN`, so the same error fails. */
const HARD = 0.02;
const AGAIN = 0.04;

/** Returns the grade of an answer that loses this much. Only the player knows whether an answer was easy. */
export function gradeOf(loss: number): Grade {
  if (loss >= AGAIN) return 'again';
  return loss >= HARD ? 'hard' : 'good';
}

/** Returns the schedule after an answer. An answer in the future, by a clock that was wrong then, counts as given now. */
export function afterAnswer(schedule: Schedule | null, grade: Grade, now: number): Schedule {
  const { card } = scheduler.next(toFsrs(schedule, now), now, RATINGS[grade]);
  const { due, stability, difficulty, scheduled_days: scheduledDays, reps: answers, lapses } = card;
  return { due: due.getTime(), lastAnswer: now, stability, difficulty, scheduledDays, answers, lapses };
}

function toFsrs(schedule: Schedule | null, now: number): CardInput {
  if (schedule === null) return createEmptyCard(now);
  const { due, lastAnswer, stability, difficulty, scheduledDays, answers, lapses } = schedule;
  return {
    due,
    stability,
    difficulty,
    elapsed_days: 0,
    scheduled_days: scheduledDays,
    learning_steps: 0,
    reps: answers,
    lapses,
    state: State.Review,
    last_review: Math.min(lastAnswer, now),
  };
}
