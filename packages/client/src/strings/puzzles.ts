import { inLanguage } from './chosen.ts';
import { number, plural, signed } from './forms.ts';

/** Texts of the puzzles by theme. */
export const puzzles = {
  title: 'Puzzles by theme',
  lead: 'Positions with one best choice, on which two engines agree.',
  playing: 'The puzzles are paused while you play against a person.',
  theme: 'Theme',
  all: 'All themes',
  themes: {
    opening: 'Opening',
    blitz: 'Blitz',
    prime: 'Prime against prime',
    holding: 'Holding game',
    'back-game': 'Back game',
    hit: 'Hit or not',
    'contact-bear-off': 'Bear-off against contact',
    race: 'Race',
    'bear-off': 'Bear-off',
    double: 'Double or not',
    take: 'Take or pass',
  },
  optionOf: (theme: string, answered: number, all: number) => `${theme} (${number(answered)} of ${number(all)})`,
  isTheme: (theme: string) => `Theme: ${theme}`,
  rating: (rating: string) => `Your rating: ${rating}`,
  ratingChange: (rating: string, change: number) => `Your rating: ${rating} (${signed(change)})`,
  puzzleRating: (rating: string) => `This puzzle: ${rating}`,
  noChange: 'Only the first answer to a puzzle changes your rating.',
  comesBack: 'This puzzle comes back later.',
  measure: 'Losses below 0.02 count as right. Rollouts and GNU Backgammon, 2-ply, have the same best choice.',
  next: 'Next puzzle',
  done: 'You’ve answered all of these puzzles.',
  missed: (count: number) =>
    plural(count, {
      one: 'The one you missed comes back after a few other puzzles, or tomorrow.',
      other: 'The # you missed come back after a few other puzzles, or tomorrow.',
    }),
  again: 'Go through them again',
  progress: 'Your progress',
  answered: 'Answered',
  right: 'Right at the last try',
  of: (count: number, all: number) => `${number(count)} of ${number(all)}`,
  kept: 'Your rating and your answers stay in this browser.',
  notKept: 'Your browser isn’t saving data for this site, so your progress lasts until you close the page.',
  reset: 'Reset',
  resetText: 'This deletes your rating and your answers in this browser. You can’t undo it.',
} as const;

/** Texts of the puzzles by theme. */
export const puzzleSetTexts = inLanguage('puzzles', puzzles);
