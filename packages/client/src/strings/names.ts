import { inLanguage } from './chosen.ts';

/** The names shown for a player without a visible name and for the service's bots. */
export const names = {
  nobody: (start: string) => `Guest ${start}`,
  bots: {
    beginner: 'Anchor bot, beginner',
    intermediate: 'Anchor bot, intermediate',
    advanced: 'Anchor bot, advanced',
    expert: 'Anchor bot, expert',
  },
} as const;

/** The names shown for a player without a visible name and for the service's bots. */
export const namelessTexts = inLanguage('names', names);
