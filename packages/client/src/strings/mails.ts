import { inLanguage } from './chosen.ts';
import { mails } from './en/mails.ts';

/** Texts of the page that stops mails. */
export const mailTexts = inLanguage('mails', mails);
