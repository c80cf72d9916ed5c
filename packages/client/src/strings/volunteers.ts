import { inLanguage } from './chosen.ts';
import { volunteers } from './en/volunteers.ts';

/** The words of the page for volunteers. */
export const volunteersTexts = inLanguage('volunteers', volunteers);
