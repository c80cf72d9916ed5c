import type { Company } from './company.ts';

export interface Place {
  /** For the picture's file. */
  readonly name: string;
  readonly path: string;
  /** As tall as the window by itself: a taller picture would make it taller still. */
  readonly fitted?: boolean;
  /** A button to press first, and what is there when that is done. */
  readonly press?: { readonly button: string; readonly shows: string };
}

/** Every place of the page on a server where this company has played. */
export function placesOf({ people, matches }: Company): Place[] {
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
