import { inLanguage } from '../strings/chosen.ts';
import { seal } from '../strings/en/seal.ts';

/** Texts of the proof of a roll. */
export const sealTexts = inLanguage('seal', seal);
