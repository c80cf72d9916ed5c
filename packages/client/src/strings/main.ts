import { inLanguage } from './chosen.ts';
import { main } from './en/main.ts';

/** The words of the frame, of home and of the small pages. */
export const texts = inLanguage('main', main);
