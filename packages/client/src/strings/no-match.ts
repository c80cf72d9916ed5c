import { inLanguage } from './chosen.ts';

/** Texts of the page of a match while it does not show the match. */
export const noMatch = {
  title: 'Match',
  loading: 'Loading the match…',
  failed: 'The match couldn’t be loaded.',
  again: 'Try again',
  missing: 'Match not found',
  missingText: 'It may have been cancelled before the first roll. Cancelled matches leave no record.',
  unreadable: 'The terms of this match can’t be read',
  unreadableText: 'The server sent terms that this page doesn’t accept, so you can’t play this match here.',
  otherFormat: 'This version can’t verify this match',
  otherFormatText: (format: string, known: string) =>
    `The record is in the format ${format}, and this version knows only ${known}. You can still download the record as it was stored.`,
  downloadStored: 'Download the stored record',
  offline: 'No connection. The match will load when you’re back online.',
  unprovenText: 'The match appears once the server has proved its key. See the notice above.',
  wrongServer: 'This match is waiting for your decision',
  wrongServerText:
    'The server shows a different key from the one your browser knows. Trust the new key above, or close this page.',
  banned: 'You’re banned',
  bannedText:
    'In a match in progress you count as away: your clock keeps running, and your opponent may claim the win. You can still verify finished matches.',
  superseded: 'This match is open elsewhere',
  supersededText: 'You continued in another tab or on another device. To continue here, press “Use it here” above.',
  yourTurn: (names: string) => `● Your turn · ${names}`,
  home: 'Go to the home page',
} as const;

/** Texts of the page of a match while it does not show the match. */
export const noMatchTexts = inLanguage('no-match', noMatch);
