import { inLanguage } from './chosen.ts';
import { plural } from './forms.ts';

/** Texts of the question about an opponent that the server has found, and of pairings that came to nothing. */
export const found = {
  title: 'Opponent found',
  tabTitle: '● Opponent found',
  message: (opponent: string) => `${opponent} is ready to play.`,
  accept: 'Play',
  notNow: 'Not now',
  starting: (seconds: number) => `Starting in ${seconds} s`,
  beginsIn: (seconds: number) =>
    plural(seconds, { one: 'The match starts in # second.', other: 'The match starts in # seconds.' }),
  answer: (seconds: number) => `${seconds} s left to answer`,
  awaiting: 'Waiting for your opponent…',
  botFirst: 'You’re in a match. Resign it first to play.',
  resignAndPlay: 'Resign and play',
  missed: {
    other: {
      declined: 'Your opponent declined. Still looking.',
      'no-answer': 'Your opponent didn’t answer. Still looking.',
      gone: 'Your opponent left. Still looking.',
    },
    own: {
      declined: 'You declined, so the search has ended.',
      'no-answer': 'You didn’t answer in time, so the search has ended.',
      gone: 'The match couldn’t start, so the search has ended.',
    },
  },
} as const;

/** Texts of the question about an opponent that the server has found, and of pairings that came to nothing. */
export const foundTexts = inLanguage('found', found);
