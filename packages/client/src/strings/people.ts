import { inLanguage } from './chosen.ts';
import { people } from './en/people.ts';

/** Texts about the players whom one follows or blocks. */
export const peopleTexts = inLanguage('people', people);
