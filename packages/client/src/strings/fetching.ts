import { inLanguage } from './chosen.ts';

/** Texts that a page shows while it loads its data, and when loading fails. */
export const fetching = {
  loading: 'Loading…',
  offline: 'No connection to the server. This page will load when you’re back online.',
  failed: 'The server sent an answer this page doesn’t understand.',
  busy: 'Too many requests from your address. Wait a minute and try again.',
  again: 'Try again',
  older: 'The latest figures couldn’t be loaded. These are older.',
} as const;

/** Texts that a page shows while it loads its data, and when loading fails. */
export const fetchingTexts = inLanguage('fetching', fetching);
