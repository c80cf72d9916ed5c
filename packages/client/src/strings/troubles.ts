import type { RequestCode } from 'bg-session';
import { inLanguage } from './chosen.ts';
import { plainText } from './name-text.ts';

/** Error texts of refused requests, by code. The codes come from the server and the connection. */
export const troubles = {
  'bad-frame': 'Something doesn’t match between this page and the server. Reload the page.',
  'unknown-type': 'The server doesn’t know what this page asked for. Reload the page.',
  'identify-first': 'This page isn’t signed in with your key yet. Try again in a moment.',
  'already-identified': 'This page is already signed in with your key.',
  'bad-proof': 'The server didn’t accept the proof of your key.',
  'wrong-origin': 'This server doesn’t expect to be reached at this address. Its operator has to set PUBLIC_URL.',
  'bad-deletion': 'The server didn’t accept the signature on your request.',
  'bad-key': 'The server doesn’t accept this key.',
  banned: 'The operator has banned this key or this address.',
  busy: 'You’re in another match. Finish it first.',
  'not-found': 'It’s no longer there.',
  'not-now': 'You can only leave before the first roll. Resign instead.',
  'not-your-seat': 'This seat belongs to another key, or you continued in another tab or on another device.',
  away: 'The other player isn’t online right now.',
  'not-free': 'The other player can’t start a match right now.',
  'outside-range': 'This player is looking for a different rating range.',
  'own-offer': 'This is your own offer. Someone else has to accept it.',
  'bad-terms': 'A match can’t have these settings.',
  'cool-down': 'You cancelled too many matches. Try again later.',
  'too-many': 'Too many requests. Wait a moment.',
  'bad-name': 'This name has no visible characters. Choose another.',
  'name-taken': 'This name, or one like it, is taken. Choose another, or sign in if the account is yours.',
  'bad-country': 'This isn’t a country we know.',
  'bad-jwk': 'The server doesn’t accept this key for an account.',
  'has-account': 'This key already has an account.',
  'no-account': 'The key in this browser has no account.',
  'link-expired': 'This link has expired or was already used. Request a new one.',
  'other-key': 'This link belongs to the key of another browser. Open it there.',
  'bad-code': 'That’s not the code in our latest email, or it has expired.',
  'too-many-codes': 'Too many tries. Use the link in the email, or try again in 30 minutes.',
  'mail-off': 'This server sends no email.',
  'not-stored-yet': 'Choose a name or finish a match first.',
  'too-many-watchers': 'Too many people in your network are watching this match already.',
  'not-a-person': 'Your opponent is a bot.',
  'list-full': 'Your list is full. Remove a player from it first.',
  'unknown-push-service': 'This server doesn’t support your browser’s push service.',
  'too-many-mails': 'Too many emails to this address or for this key. Try again in an hour.',
  'no-puzzle': 'There’s no puzzle for this day.',
  'puzzle-closed': 'Only today’s puzzle can be answered.',
  'illegal-play': 'That’s not a legal play.',
  'already-tried': 'You’ve already answered this puzzle.',
  'puzzle-failed': 'Today’s puzzle couldn’t be created.',
  'lobby-away': 'Other players can’t be reached right now. Try again in a few seconds.',
  'shutting-down': 'The server is about to restart. Matches continue afterwards.',
  'database-unavailable': 'The server can’t use its database right now. Try again in a few seconds.',
  internal: 'Something went wrong on the server.',
  offline: 'No connection to the server.',
  'connection-lost': 'The connection was lost.',
  timeout: 'The server didn’t answer.',
  'not-understood': 'This page doesn’t understand the server’s answer. Reload it.',
  unproven: 'The server hasn’t signed its greeting with the key that it shows, so this page won’t sign anything.',
  'no-storage': 'Your browser isn’t saving data for this site, so it can’t keep a key.',
  'log-halted': 'This server’s public log contradicts itself, so you can’t start a match here.',
} as const;

/** A failure of the protocol, of the server or of the verifier. */
export interface Trouble {
  readonly code: string;
  readonly message?: string;
}

const sentences: Readonly<Record<RequestCode, string>> = inLanguage('troubles', troubles);
const byCode = new Map<string, string>(Object.entries(sentences));

/** The reference by which the operator's log names the connection, at the end of an `internal` message. */
const reference = / \([0-9a-f]{12}\)$/;

/**
 * Returns the error text of a refused request in the language of the page. For unknown codes, returns the sender's message. A reference
 * for the operator is kept.
 */
export function troubleText({ code, message = '' }: Trouble): string {
  const known = byCode.get(code);
  if (known === undefined) return plainText(message);
  return code === 'internal' ? known + (reference.exec(message)?.[0] ?? '') : known;
}
