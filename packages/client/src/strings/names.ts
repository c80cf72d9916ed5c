import { inLanguage } from './chosen.ts';
import { names } from './en/names.ts';

/** The names shown for a player without a visible name and for the service's bots. */
export const namelessTexts = inLanguage('names', names);
