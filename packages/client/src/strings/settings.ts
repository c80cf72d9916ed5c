import { inLanguage } from './chosen.ts';
import { settings } from './en/settings.ts';

/** Texts of the settings. */
export const settingsTexts = inLanguage('settings', settings);
