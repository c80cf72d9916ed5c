import type { Catalogue } from './catalogue.ts';
import * as forms from './forms.ts';
import { LANGUAGES, language } from './language.ts';

/**
 * English comes with the places themselves. Another language is one part of its own, fetched before anything is drawn: modules
 * that name a text wait for this one. Where it cannot be fetched the page speaks English rather than nothing.
 */
async function fetchCatalogue(): Promise<Catalogue | null> {
  if (language === 'en') return null;
  // A catalogue may not import what this module waits for, so it is given the forms.
  const found = await import('./de/index.ts').catch(() => null);
  return found?.german(forms) ?? null;
}

const catalogue = await fetchCatalogue();

/** The language that the texts are in. */
export const spoken = LANGUAGES[catalogue ? language : 'en'];
export const spokenTag = catalogue ? language : 'en';

/** A place's texts in the language of this page. */
export function inLanguage<Place extends keyof Catalogue>(place: Place, english: Catalogue[Place]): Catalogue[Place] {
  return catalogue?.[place] ?? english;
}
