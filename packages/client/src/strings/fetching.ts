import { inLanguage } from './chosen.ts';
import { fetching } from './en/fetching.ts';

/** Texts that a page shows while it loads its data, and when loading fails. */
export const fetchingTexts = inLanguage('fetching', fetching);
