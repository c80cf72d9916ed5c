import { inLanguage } from './chosen.ts';
import { notices } from './en/notices.ts';

/** Texts of notices about the connection that few people ever see. */
export const noticeTexts = inLanguage('notices', notices);
