import type { Catalogue } from '../catalogue.ts';

export const names: Catalogue['names'] = {
  nobody: (start) => `Gast ${start}`,
  bots: {
    beginner: 'Anchor-Bot, Anfänger',
    intermediate: 'Anchor-Bot, Mittelstufe',
    advanced: 'Anchor-Bot, Fortgeschritten',
    expert: 'Anchor-Bot, Experte',
  },
};
