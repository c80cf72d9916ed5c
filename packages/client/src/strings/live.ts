import { inLanguage } from './chosen.ts';
import { plural } from './forms.ts';

/** Texts of the board of a live match on the home page. */
export const live = {
  verified: (rolls: number) => plural(rolls, { one: '# roll verified', other: '# rolls verified' }),
  clockLeft: (name: string, time: string) => `${name} has ${time} left`,
  halted: 'This match failed verification.',
} as const;

/** Texts of the board of a live match on the home page. */
export const liveTexts = inLanguage('live', live);
