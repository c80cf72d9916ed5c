import { LANGUAGES, language } from './language.ts';

/** The type of texts in another language: that of the English ones, with any words. */
export type Words<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Said
    ? (...args: Args) => Words<Said>
    : { readonly [Name in keyof T]: Words<T[Name]> };

/** The texts by path. Null for English, whose texts are bundled with their pages. */
let translated: Readonly<Record<string, unknown>> | null = null;

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
  translated = found.german;
  spoken = LANGUAGES[language];
  spokenTag = language;
}

/** Returns the texts of a file in the chosen language. The compiler and a test demand that each language has them all. */
export function inLanguage<Texts>(file: string, english: Texts): Words<Texts> {
  return (translated?.[`./${file}.ts`] ?? english) as Words<Texts>;
}
