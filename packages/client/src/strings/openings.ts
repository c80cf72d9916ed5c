import { inLanguage } from './chosen.ts';
import { number, plural } from './forms.ts';

/** Texts of the trainer for openings and replies. */
export const openings = {
  title: 'Openings',
  lead: 'Practise the 15 opening rolls and the 21 replies to each.',
  playing: 'The openings are paused while you play against a person.',
  mode: 'Practise',
  modes: { openings: 'Openings', replies: 'Replies' },
  money: 'Money game, cube in the middle',
  opened: (a: number, b: number, play: string) => `The opponent opened with ${a}-${b}: ${play}`,
  task: (a: number, b: number) => `You rolled ${a}-${b}. Find the best play.`,
  help: 'Move the checkers, then confirm.',
  next: 'Next position',
  searched: '2-ply',
  by: (engine: string, games: number) =>
    `Judged by rollouts of ${number(games)} games with ${engine}; plays marked 2-ply by a search two rolls ahead.`,
  source: 'In points, without later turns of the cube. Losses below 0.02 count as right.',
  progress: (asked: number, all: number, right: number) =>
    `Asked: ${number(asked)} of ${number(all)} · right at the last try: ${number(right)}`,
  missed: 'Missed most',
  roll: (a: number, b: number) => `${a}-${b}`,
  reply: (a: number, b: number, c: number, d: number) => `${a}-${b} after ${c}-${d}`,
  missedOf: (misses: number, tries: number) =>
    plural(tries, { one: `${number(misses)} of # try`, other: `${number(misses)} of # tries` }),
  practise: (spot: string) => `Practise ${spot}`,
  forget: 'Start over',
  notKept: 'Your browser isn’t saving data for this site, so your progress lasts until you close the page.',
} as const;

/** Texts of the trainer for openings and replies. */
export const openingTexts = inLanguage('openings', openings);
