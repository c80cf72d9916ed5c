import type { Words } from '../chosen.ts';
import type { names } from '../names.ts';

export const texts: Words<typeof names> = {
  nobody: (start) => `Gast ${start}`,
  bots: {
    beginner: 'Anchor-Bot, Anfänger',
    intermediate: 'Anchor-Bot, Fortgeschritten',
    advanced: 'Anchor-Bot, Stark',
    expert: 'Anchor-Bot, Experte',
  },
};
