import { readJson, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';
import { type Mode, SPOTS, type Spot } from './spots.ts';

const count = z.int().check(z.gte(0));

/** The reader's answers to one spot. */
const answers = z.object({
  tries: count,
  misses: count,
  /** True if the last answer was wrong. */
  isWrong: z.boolean(),
  /** The number of answers in this mode before the last one. */
  at: count,
});
export type Answers = z.infer<typeof answers>;

/** The answers by the id of the spot. */
export type Progress = Readonly<Record<string, Answers>>;

const NAME = 'anchor.openings';
const stored = z.record(z.string(), answers);

/** A spot that was missed comes back after so many others. */
export const GAP = 3;

/** Returns the stored answers. Those to spots that do not exist are left out. */
export function readProgress(storage: Pick<TextStorage, 'read'>, mode: Mode): Progress {
  const found = readJson(stored, storage.read(NAME)) ?? {};
  return Object.fromEntries(
    SPOTS[mode].flatMap(({ id }) => {
      const known = Object.hasOwn(found, id) ? found[id] : undefined;
      return known ? [[id, known]] : [];
    }),
  );
}

/** Stores an answer, beside those that other tabs have stored. Returns false if this browser keeps nothing. */
export function storeAnswer(storage: TextStorage, mode: Mode, id: string, isRight: boolean): boolean {
  const [own, other] = [
    readProgress(storage, mode),
    readProgress(storage, mode === 'openings' ? 'replies' : 'openings'),
  ];
  return storage.write(NAME, JSON.stringify({ ...other, ...afterAnswer(own, id, isRight) }));
}

/** Forgets the answers of a mode. Returns false if this browser keeps nothing. */
export function forgetProgress(storage: TextStorage, mode: Mode): boolean {
  return storage.write(NAME, JSON.stringify(readProgress(storage, mode === 'openings' ? 'replies' : 'openings')));
}

export function afterAnswer(progress: Progress, id: string, isRight: boolean): Progress {
  const { tries, misses } = progress[id] ?? { tries: 0, misses: 0 };
  const next = { tries: tries + 1, misses: misses + (isRight ? 0 : 1), isWrong: !isRight, at: totals(progress).tries };
  return { ...progress, [id]: next };
}

/**
 * Returns the spot to ask next: of those whose last answer was wrong, once a few others came in between, the one that was missed most;
 * then any that was never asked; then the one whose last answer is the oldest.
 *
 * @param random returns a number from 0 to 1, without 1
 */
export function nextSpot(spots: readonly Spot[], progress: Progress, random: () => number): Spot {
  const { tries } = totals(progress);
  const known = spots.flatMap((spot) => {
    const found = progress[spot.id];
    return found ? [{ spot, ...found }] : [];
  });
  const due = known.filter(({ isWrong, at }) => isWrong && tries - at > GAP);
  const [missed] = due.sort((a, b) => b.misses - a.misses || a.at - b.at);
  if (missed) return missed.spot;
  const fresh = spots.filter(({ id }) => !progress[id]);
  const [oldest] = known.sort((a, b) => a.at - b.at);
  const found = fresh[Math.floor(random() * fresh.length)] ?? oldest?.spot;
  if (!found) throw new TypeError('there are no spots');
  return found;
}

/** Returns the spots that were missed, the most missed first. */
export function mostMissed(spots: readonly Spot[], progress: Progress): (Answers & { readonly spot: Spot })[] {
  const missed = spots.flatMap((spot) => {
    const found = progress[spot.id];
    return found && found.misses > 0 ? [{ spot, ...found }] : [];
  });
  return missed.sort((a, b) => b.misses - a.misses || b.misses / b.tries - a.misses / a.tries);
}

/** Returns the numbers of all answers, of the spots that were asked, and of those whose last answer was right. */
export function totals(progress: Progress): { readonly tries: number; readonly asked: number; readonly right: number } {
  const all = Object.values(progress);
  return {
    tries: all.reduce((sum, { tries }) => sum + tries, 0),
    asked: all.length,
    right: all.filter(({ isWrong }) => !isWrong).length,
  };
}
