/** Texts that a page shows while it loads its data, and when loading fails. */
export const fetching = {
  loading: 'Loading…',
  offline: 'No connection to the server. This page will load when you are back online.',
  failed: 'The server sent an answer that this page does not understand.',
  busy: 'Too many requests from your address. Wait a minute and try again.',
  again: 'Try again',
  older: 'The latest figures could not be loaded. These are older.',
} as const;
