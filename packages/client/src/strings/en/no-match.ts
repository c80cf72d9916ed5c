/** Texts of the page of a match while it does not show the match. */
export const noMatch = {
  title: 'Match',
  loading: 'Loading the match…',
  failed: 'The match could not be loaded.',
  again: 'Try again',
  missing: 'Match not found',
  missingText: 'It may have been called off before the first roll. Such matches leave no record.',
  unreadable: 'The terms of this match cannot be read',
  unreadableText: 'The server sent terms that this page does not accept, so the page does not take part in this match.',
  otherFormat: 'This version cannot verify the record of this match',
  otherFormatText: (format: string, known: string) =>
    `The record is in the format ${format}. This version knows ${known} only, so it shows nothing of the match and says nothing about it, neither good nor bad. The server still has the record as it was stored.`,
  downloadStored: 'Download the stored record',
  offline: 'No connection. The match will load when you are back online.',
  unprovenText: 'This page shows and signs nothing until the server proves its key. See the notice above.',
  wrongServer: 'This match is waiting for your decision',
  wrongServerText:
    'The server shows a different key from the one your browser knows, so this page neither shows nor signs the match. Trust the new key above, or close this page.',
  banned: 'You are banned here',
  bannedText:
    'In a match in progress you count as away, and you lose it if you are away too long. You can still verify finished matches.',
  superseded: 'This match is open elsewhere',
  supersededText: 'You continued in another tab or on another device. To continue here, press “Use it here” above.',
  yourTurn: (names: string) => `● Your turn · ${names}`,
  home: 'Go to the home page',
} as const;
