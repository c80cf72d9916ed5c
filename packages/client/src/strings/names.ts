import { inLanguage } from './chosen.ts';
import { names } from './en/names.ts';

/** What stands for a player who has no name that can be seen. */
export const namelessTexts = inLanguage('names', names);
