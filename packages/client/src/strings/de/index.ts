import type { Catalogue, Forms } from '../catalogue.ts';

/** Every text of the page in German. Nothing but types may be imported from outside this folder. */
export const german = (_forms: Forms): Partial<Catalogue> => ({});
