import { inLanguage } from './chosen.ts';
import { fetching } from './en/fetching.ts';

/** What a page says while it has nothing to show yet, and why. */
export const fetchingTexts = inLanguage('fetching', fetching);
