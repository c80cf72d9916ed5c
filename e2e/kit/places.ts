import { type PageName, pages, samplePaths } from '@anchor/wire';
import type { Population } from './population.ts';

export interface Place {
  /** The name of the picture file. */
  readonly name: string;
  readonly path: string;
  /** True if the page is always as tall as the window: a taller window for the picture would make the page taller too. */
  readonly fitted?: boolean;
  /** A button to press first, and an element that appears when the press has taken effect. */
  readonly press?: { readonly button: string; readonly shows: string };
}

const details: Partial<Record<PageName, Pick<Place, 'fitted' | 'press'>>> = {
  match: { fitted: true },
  player: { press: { button: 'Count the dice', shows: '.dice-facts' } },
};

/** Pages that a player opens by a link from a friend or a mail. A population has no such links. */
const BY_LINK: readonly PageName[] = ['invitation', 'claim-account', 'confirm-account', 'stop-mails'];

/** Documents of the operator, which are not in the table of pages. */
const legal: readonly Place[] = [
  { name: 'privacy', path: '/privacy.html' },
  { name: 'terms', path: '/terms.html' },
];

/** Returns every page of a server with this population, with and without an optional parameter that has a value. */
export function placesOf({ people, matches }: Population): Place[] {
  const match = matches.at(-1) ?? '';
  const values: Readonly<Record<string, string>> = { id: match, match, pub: people[0]?.key.pub ?? '' };
  const names = (Object.keys(pages) as PageName[]).filter((name) => !BY_LINK.includes(name));
  return names.flatMap((name) => pathsOf(name, values)).concat(legal);
}

/** The places of a page: each of its addresses, without an optional parameter and, if it has a value, with it. */
function pathsOf(page: PageName, values: Readonly<Record<string, string>>): Place[] {
  const addresses: readonly string[] = pages[page];
  const paths = addresses.flatMap((address) => {
    const last = /:(\w+)\?$/.exec(address)?.[1];
    const shorter = address.slice(0, address.lastIndexOf('/'));
    const shown = last === undefined ? [address] : last in values ? [shorter, address] : [shorter];
    return samplePaths(address, values).flatMap((path, index) => {
      const of = shown[index];
      return of === undefined ? [] : [{ path, words: of.split(/[/:?]+/).filter(Boolean) }];
    });
  });
  return paths.map(({ path, words }, index) => ({
    name: index === 0 ? page : words.join('-'),
    path,
    ...details[page],
  }));
}
