import { inLanguage } from './chosen.ts';
import { keys } from './en/keys.ts';

/** Texts of the page of the player's key. */
export const keyTexts = inLanguage('keys', keys);
