import { inLanguage } from './chosen.ts';
import { review } from './en/review.ts';

/** Texts of the review. */
export const reviewTexts = inLanguage('review', review);
