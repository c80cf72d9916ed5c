import type { english } from './en/index.ts';

/** The type of a catalogue in another language: that of the English catalogue, with any text. */
type Words<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Said
    ? (...args: Args) => Words<Said>
    : { readonly [Name in keyof T]: Words<T[Name]> };

/** All texts of the page in one language, by page. */
export type Catalogue = Words<typeof english>;
