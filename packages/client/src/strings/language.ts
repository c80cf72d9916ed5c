/** The languages that the page speaks: each by its own name, with the tag for numbers and dates and the way it is written. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', dir: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', dir: 'ltr' },
} as const;

export type Language = keyof typeof LANGUAGES;

const NAME = 'anchor.language';

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** The person's own choice; else the first of the browser's languages that there is; else English. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.split('-')[0]!.toLowerCase()).find(isLanguage) ?? 'en';
}

/** What was chosen on this device, or null for the browser's own language. */
export function chosenLanguage(): Language | null {
  try {
    const chosen = localStorage.getItem(NAME);
    return chosen !== null && isLanguage(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** Remembers a choice, which holds from the next load on. False where the browser keeps nothing for this page. */
export function chooseLanguage(language: Language | null): boolean {
  try {
    if (language === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, language);
    return true;
  } catch {
    return false;
  }
}

/** The language of this load of the page. */
export const language = languageFor(chosenLanguage(), globalThis.navigator?.languages ?? []);
