import { inLanguage } from './chosen.ts';
import { plural } from './forms.ts';

/** Texts of live matches, in the lobby and at the board. */
export const live = {
  verified: (rolls: number) => plural(rolls, { one: '# roll verified', other: '# rolls verified' }),
  clockLeft: (name: string, time: string) => `${name} has ${time} left`,
  halted: 'This match failed verification.',
} as const;

/** Texts of live matches, in the lobby and at the board. */
export const liveTexts = inLanguage('live', live);
