import { inLanguage } from './chosen.ts';
import { verify } from './en/verify.ts';

/** Texts of the verify page. They are separate because the page is loaded on demand. */
export const verifyTexts = inLanguage('verify', verify);
