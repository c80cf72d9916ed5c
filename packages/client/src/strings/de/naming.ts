import type { Words } from '../chosen.ts';
import type { naming } from '../naming.ts';

/** Texts of the dialog for the player's name. */
export const texts: Words<typeof naming> = {
  title: 'Dein Name',
  hint: 'Höchstens 24 Zeichen. Deine Gegner sehen ihn.',
  save: 'Speichern',
  saved: 'Dein Name ist gespeichert.',
  page: 'Deine Seite',
  noAccount: 'Du spielst als Gast. Dein Schlüssel liegt nur in diesem Browser.',
};
