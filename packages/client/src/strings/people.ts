import { inLanguage } from './chosen.ts';

/** Texts about followed and blocked players. */
export const people = {
  here: 'Online',
  away: 'Offline',
  follow: 'Follow',
  followTitle: (name: string) => `Follow ${name}`,
  followText: 'Players you follow appear on your home page, with who is online. They won’t know.',
  unfollow: 'Unfollow',
  unfollowTitle: (name: string) => `Unfollow ${name}`,
  block: 'Block',
  blockTitle: (name: string) => `Block ${name}`,
  unblock: 'Unblock',
  unblockTitle: (name: string) => `Unblock ${name}`,
  blocked: 'Blocked',
  nowBlocked: (name: string) => `${name} is blocked and won’t know.`,
  blockedTitle: 'Blocked players',
  blockedText:
    'You won’t be paired with a blocked player, you can’t challenge each other, and you won’t see each other’s phrases and emoji. A match in progress goes on. Blocked players aren’t notified, and like anyone they can still watch your matches.',
  noBlocked: 'You haven’t blocked anyone.',
  country: 'Country',
  countryShown: 'Next to your name',
  noCountry: 'No country',
  countryHint: 'Optional. Others see it next to your name. Nobody checks it.',
  loading: 'Loading the list…',
  complaint: {
    open: 'Report player',
    title: (name: string) => `Report ${name}`,
    about: 'What’s wrong?',
    kinds: { name: 'Offensive name', stalling: 'Stalling', engine: 'Engine use' },
    hints: {
      name: 'The name is insulting, or pretends to be someone else.',
      stalling: 'The player lets the clock run instead of playing on or resigning.',
      engine: 'The plays look like those of a program. The operator compares the whole match with one.',
    },
    text: (name: string) => `Your report goes to the operator with this match. ${name} won’t know.`,
    send: 'Send report',
    sent: 'Your report has been sent.',
    tooMany: 'You have sent as many reports as a day allows. Try again tomorrow.',
  },
};

/** Texts about the players whom one follows or blocks. */
export const peopleTexts = inLanguage('people', people);
