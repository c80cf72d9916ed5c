import { inLanguage } from './chosen.ts';
import { push } from './en/push.ts';

/** Texts of the settings about messages that arrive while no page is open. */
export const pushTexts = inLanguage('push', push);
