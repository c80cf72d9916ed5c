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

/** Returns every kind of page of a server with this population. */
export function placesOf({ people, matches }: Population): Place[] {
  const [first] = people;
  const match = matches.at(-1) ?? '';
  return [
    { name: 'home', path: '/' },
    { name: 'match', path: `/match/${match}`, fitted: true },
    { name: 'review', path: `/review/${match}` },
    { name: 'verify', path: '/verify' },
    { name: 'verified', path: `/verify/${match}` },
    { name: 'puzzle', path: '/puzzle' },
    { name: 'leaderboard', path: '/leaderboard' },
    {
      name: 'player',
      path: `/player/${first?.key.pub ?? ''}`,
      press: { button: 'Count the dice', shows: '.dice-facts' },
    },
    { name: 'fairness', path: '/fairness' },
    { name: 'volunteers', path: '/volunteers' },
    { name: 'settings', path: '/settings' },
    { name: 'keys', path: '/keys' },
    { name: 'account', path: '/account' },
    { name: 'privacy', path: '/privacy.html' },
    { name: 'terms', path: '/terms.html' },
  ];
}
