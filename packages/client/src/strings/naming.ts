import { inLanguage } from './chosen.ts';
import { naming } from './en/naming.ts';

/** Texts of the dialog for the player's name. */
export const namingTexts = inLanguage('naming', naming);
