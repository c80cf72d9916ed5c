import { inLanguage } from './chosen.ts';
import { hints } from './en/hints.ts';

/** The words of the engine’s help beside a running match. */
export const hintTexts = inLanguage('hints', hints);
