import type { Catalogue } from './catalogue.ts';
import * as forms from './forms.ts';
import { LANGUAGES, language } from './language.ts';

/**
 * English texts are bundled with their pages. Another language is a separate chunk that is loaded before anything is
 * drawn: modules that use a text wait for this one. If it cannot be loaded, the page is in English.
 */
async function fetchCatalogue(): Promise<Catalogue | null> {
  if (language === 'en') return null;
  // A catalogue may not import modules that wait for this one, so it gets the forms as an argument.
  const found = await import('./de/index.ts').catch(() => null);
  return found?.german(forms) ?? null;
}

const catalogue = await fetchCatalogue();

/** The language of the texts. */
export const spoken = LANGUAGES[catalogue ? language : 'en'];
export const spokenTag = catalogue ? language : 'en';

/** Returns a page's texts in the chosen language. */
export function inLanguage<Place extends keyof Catalogue>(place: Place, english: Catalogue[Place]): Catalogue[Place] {
  return catalogue?.[place] ?? english;
}
