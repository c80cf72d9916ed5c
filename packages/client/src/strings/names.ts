import { inLanguage } from './chosen.ts';
import { names } from './en/names.ts';

/** The name shown for a player without a visible name. */
export const namelessTexts = inLanguage('names', names);
