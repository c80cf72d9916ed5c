import { inLanguage } from './chosen.ts';
import { volunteers } from './en/volunteers.ts';

/** Texts of the page for volunteers. */
export const volunteersTexts = inLanguage('volunteers', volunteers);
