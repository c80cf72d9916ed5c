/** The languages of the page, each with its own name, the locale for numbers and dates, and the writing direction. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', dir: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', dir: 'ltr' },
} as const;

type Language = keyof typeof LANGUAGES;

const NAME = 'anchor.language';

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** Returns the user's choice, or the first of the browser's languages that is available, or English. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.replace(/-.*/, '').toLowerCase()).find(isLanguage) ?? 'en';
}

/** Returns the language chosen on this device, or null for the browser's language. */
export function chosenLanguage(): Language | null {
  try {
    const chosen = localStorage.getItem(NAME);
    return chosen !== null && isLanguage(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** Stores a choice for the next load. Returns false if the browser stores nothing for this page. */
export function chooseLanguage(language: Language | null): boolean {
  try {
    if (language === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, language);
    return true;
  } catch {
    return false;
  }
}

/** The language of this page load. */
export const language = languageFor(chosenLanguage(), globalThis.navigator?.languages ?? []);
