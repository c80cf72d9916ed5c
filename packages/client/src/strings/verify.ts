import { inLanguage } from './chosen.ts';
import { verify } from './en/verify.ts';

/** The texts of the verify page, apart from the others because the page is loaded only when it is asked for. */
export const verifyTexts = inLanguage('verify', verify);
