import { inLanguage } from './chosen.ts';
import { log } from './en/log.ts';

/** Texts about the public log. They are loaded with the pages that show it. */
export const logTexts = inLanguage('log', log);
