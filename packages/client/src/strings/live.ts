import { inLanguage } from './chosen.ts';
import { live } from './en/live.ts';

/** Texts of the board of a live match on the home page. */
export const liveTexts = inLanguage('live', live);
