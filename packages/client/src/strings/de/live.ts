import type { Words } from '../chosen.ts';
import { plural } from '../forms.ts';
import type { live } from '../live.ts';

/** Texts of live matches, in the lobby and at the board. */
export const texts: Words<typeof live> = {
  verified: (rolls) => plural(rolls, { one: '# Wurf geprüft', other: '# Würfe geprüft' }),
  clockLeft: (name, time) => `${name}: noch ${time}`,
  halted: 'Dieses Match hat die Prüfung nicht bestanden.',
};
