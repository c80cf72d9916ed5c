import { inLanguage } from './chosen.ts';
import { account } from './en/account.ts';

/** Texts of the account's pages. */
export const accountTexts = inLanguage('account', account);
