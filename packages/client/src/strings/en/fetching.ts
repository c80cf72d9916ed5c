/** What a page says while it has nothing to show yet, and why. */
export const fetching = {
  loading: 'Fetching…',
  offline: 'No connection to the server. This page fills itself as soon as there is one.',
  failed: 'The server gave no answer that this page understands.',
  busy: 'Too many requests from your address just now. Wait a minute and try again.',
  again: 'Try again',
  older: 'The newest figures could not be fetched. These are from before.',
} as const;
