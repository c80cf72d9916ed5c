import { inLanguage } from './chosen.ts';
import { lesson } from './en/lesson.ts';

/** Texts of the guided first game. */
export const lessonTexts = inLanguage('lesson', lesson);
