import type { Catalogue } from '../catalogue.ts';
import { plural } from '../forms.ts';

/** Texts of the board of a live match on the home page. */
export const live: Catalogue['live'] = {
  verified: (rolls) => plural(rolls, { one: '# Wurf geprüft', other: '# Würfe geprüft' }),
  halted: 'Dieses Match hat die Prüfung nicht bestanden.',
};
