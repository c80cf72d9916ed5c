import { inLanguage } from './chosen.ts';
import { cards } from './en/cards.ts';

/** Texts of the cards. */
export const cardTexts = inLanguage('cards', cards);
