import type { english } from './en/index.ts';

/** Everything that another language has to say: the English catalogue with its texts left open. */
type Words<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Said
    ? (...args: Args) => Words<Said>
    : { readonly [Name in keyof T]: Words<T[Name]> };

/** All texts of the page in one language, place by place. */
export type Catalogue = Words<typeof english>;

/** How the language writes numbers, times and plurals. */
export type Forms = typeof import('./forms.ts');
