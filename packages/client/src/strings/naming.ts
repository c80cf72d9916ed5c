import { inLanguage } from './chosen.ts';

/** Texts of the dialog for the player's name. */
export const naming = {
  title: 'Your name',
  hint: 'Up to 24 characters. Your opponents will see it.',
  save: 'Save',
  saved: 'Your name is saved.',
  page: 'Your page',
  noAccount: 'You’re playing as a guest. Your key is stored only in this browser.',
} as const;

/** Texts of the dialog for the player's name. */
export const namingTexts = inLanguage('naming', naming);
