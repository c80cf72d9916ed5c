import { inLanguage } from './chosen.ts';
import { study } from './en/study.ts';

/** Texts of the study board. */
export const studyTexts = inLanguage('study', study);
