import { inLanguage } from './chosen.ts';
import { seal } from './en/seal.ts';

/** Texts of the proof of a roll. */
export const sealTexts = inLanguage('seal', seal);
