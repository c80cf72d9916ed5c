import type { Handler, KnownHandler } from './types.ts';

export const puzzle: Handler<'puzzle'> = async ({ service, pub }, { date }) => {
  const shown = pub === null ? await service.puzzles.show(date) : await service.puzzles.showTo(pub, date);
  return shown.ok ? { type: 'puzzle', streak: 0, yours: null, ...shown.value } : shown;
};

export const days: Handler<'puzzle-days'> = async ({ service, pub }, { month }) => ({
  type: 'puzzle-days',
  month,
  days: await service.puzzles.days(month, pub),
});

export const attempt: KnownHandler<'puzzle-attempt'> = async ({ service }, { date, hops }, pub) => {
  const taken = await service.puzzles.attempt(pub, date, hops);
  if (!taken.ok) return taken;
  const { answer, stats, streak } = taken.value;
  const { rank, loss, best, play } = answer;
  return { type: 'puzzle-result', date, rank, loss, best, yours: play, stats, streak };
};
