import { plural } from '../forms.ts';

/** Texts of the question about an opponent that the server has found, and of pairings that came to nothing. */
export const found = {
  title: 'Opponent found',
  tabTitle: '● Opponent found',
  message: (opponent: string) => `${opponent} is ready to play.`,
  accept: 'Play',
  notNow: 'Not now',
  starting: (seconds: number) => `Going to the board in ${seconds} s`,
  beginsIn: (seconds: number) =>
    plural(seconds, { one: 'The match begins in # second.', other: 'The match begins in # seconds.' }),
  answer: (seconds: number) => `${seconds} s left to answer`,
  awaiting: 'Waiting for your opponent…',
  botFirst: 'You are in a match. To play, resign it first.',
  resignAndPlay: 'Resign and play',
  missed: {
    other: {
      declined: 'Your opponent declined. Still looking.',
      'no-answer': 'Your opponent did not answer. Still looking.',
      gone: 'Your opponent has left. Still looking.',
    },
    own: {
      declined: 'You declined, so the search has ended.',
      'no-answer': 'You did not answer in time, so the search has ended.',
      gone: 'The match could not begin, so the search has ended.',
    },
  },
} as const;
