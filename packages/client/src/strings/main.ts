import { inLanguage } from './chosen.ts';
import { main } from './en/main.ts';

/** Texts of the page frame, the home page and the small pages. */
export const texts = inLanguage('main', main);
