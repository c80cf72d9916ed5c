import type { Catalogue } from './catalogue.ts';
import { LANGUAGES, language } from './language.ts';

/** Null for English, whose texts are bundled with their pages. */
let catalogue: Catalogue | null = null;

/** The language of the texts. */
export let spoken: (typeof LANGUAGES)[keyof typeof LANGUAGES] = LANGUAGES.en;
export let spokenTag: keyof typeof LANGUAGES = 'en';

/**
 * Loads the texts in the chosen language. The page must be imported after this promise is resolved. If the texts cannot
 * be loaded, the page is in English.
 */
export async function fetchTexts(): Promise<void> {
  if (language === 'en') return;
  const found = await import('./de/index.ts').catch(() => null);
  if (!found) return;
  catalogue = found.german;
  spoken = LANGUAGES[language];
  spokenTag = language;
}

/** Returns a page's texts in the chosen language. */
export function inLanguage<Place extends keyof Catalogue>(place: Place, english: Catalogue[Place]): Catalogue[Place] {
  return catalogue?.[place] ?? english;
}
