import type { Catalogue } from '../catalogue.ts';

export const names: Catalogue['names'] = {
  nobody: (start) => `Gast ${start}`,
  bots: {
    beginner: 'Anchor-Bot, Anfänger',
    intermediate: 'Anchor-Bot, Fortgeschritten',
    advanced: 'Anchor-Bot, Stark',
    expert: 'Anchor-Bot, Experte',
  },
};
