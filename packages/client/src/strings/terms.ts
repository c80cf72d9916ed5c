import { inLanguage } from './chosen.ts';
import { number } from './forms.ts';

/** Texts of the forms in which a player chooses the terms of a match. */
export const terms = {
  length: 'Length',
  money:
    'Money: game after game with the cube, the Jacoby rule and beavers. If you quit a game, you lose the cube value. After a double it counts twice if you haven’t borne off, and three times if you also have a checker on the bar or in your opponent’s home board.',
  clock: 'Clock',
  clockHints: {
    none: 'Take your time. You can close this page and come back: the bot waits for 30 days.',
    fast: '8 seconds per turn, plus a reserve of 1 minute per point (3 minutes in a money game).',
    normal: '12 seconds per turn, plus a reserve of 2 minutes per point (6 minutes in a money game).',
    slow: '15 seconds per turn, plus a reserve of 3 minutes per point (9 minutes in a money game).',
    days1: 'Correspondence: up to 1 day per move, plus 7 days off. You don’t both have to be online.',
    days2: 'Correspondence: up to 2 days per move, plus 7 days off. You don’t both have to be online.',
    days3: 'Correspondence: up to 3 days per move, plus 7 days off. You don’t both have to be online.',
    days7: 'Correspondence: up to 7 days per move, plus 7 days off. You don’t both have to be online.',
  },
  /** `minutes` is such as "5 minutes". */
  awayLoses: (minutes: string) =>
    `Away for more than ${minutes}: your opponent may claim the win. Your clock keeps running.`,
  minutes: (count: number) => `${number(count, Number.isInteger(count) ? 0 : 1)} ${count === 1 ? 'minute' : 'minutes'}`,
  ratedHint: 'Counts towards both ratings.',
};

export const termsTexts = inLanguage('terms', terms);
