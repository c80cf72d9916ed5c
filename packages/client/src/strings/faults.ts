import type { GuardCode, HeaderCode, KeyTextCode, LogFaultCode } from 'bg-session';
import { inLanguage } from './chosen.ts';
import { type Trouble, troubles, troubleText } from './troubles.ts';

/** Texts of what this page finds wrong in a match, in its terms, in the public log or in a key, by code. Pages of matches load them. */
export const faults = {
  'history-shorter': 'The server shows a history of this match without moves that this device has already signed.',
  'history-differs': 'The server shows a different history of this match from the one this device signed.',
  'marked-otherwise': 'This device has already signed something else at this point of the match.',
  'other-header': 'The server shows different terms for this match than before.',
  forked: 'The server shows two different histories of this match.',
  'wrong-end': 'The server announces an end that doesn’t follow from the moves.',
  'only-roll': 'You’ve already rolled here. Only the same roll can be sent again.',
  'bad-receipt': 'The server sent a receipt that its key hasn’t signed.',
  'receipt-differs': 'The server has signed a different history of this match from the one it shows.',
  'dated-back': 'The server dated an event before a time when it signed that the event didn’t exist yet.',
  'gap-denied': 'The server claims it was down at a time when it signed a receipt.',
  'forfeit-unannounced': 'The server ended the match for absence without announcing that the player was absent.',
  'forfeit-early': 'The server ended the match before the player’s time had run out.',
  'forfeit-unclaimed': 'The server ended the match for absence although the opponent hadn’t claimed it.',
  'event-denied': 'The server has signed that it didn’t accept your event, although the rules accept it there.',
  'event-missing': 'The server has signed that your event is stored, but it’s missing from the history of the match.',
  'event-voided': 'The server declared your event void, although the rules accept it there.',
  'aborted-late': 'The server cancelled the match after the first roll, when that’s no longer allowed.',
  'aborted-unsigned': 'The server cancelled the match with a statement that its key hasn’t signed.',
  'aborted-differs': 'The server cancelled a different history of this match from the one it showed.',
  'aborted-roll': 'The match was cancelled after you had signed a roll.',
  'log-forked': 'The server’s public log shows two lists of results that contradict each other.',
  'entry-differs': 'This match’s entry in the server’s public log differs from the record.',
  overcharged: 'The server’s clock has charged you at least 30 seconds more than this device measured.',
  displaced: 'Other events got in ahead of your decision at least three times, so it had to be signed again each time.',
  refunded:
    'The server marked gaps of more than 60 seconds in which no clock ran, although this page was connected all along.',
  silent: 'The server doesn’t answer about what you signed.',
  'too-many-voids': 'The server has refused too many of your events in this match.',
  replaced: 'You continued on another device.',
  'not-asked': 'This device didn’t ask for this match. If you started it elsewhere, continue there.',
  'other-server': 'The match names a different server key from the one this page trusts.',
  'own-key-missing': 'The match doesn’t have your key at your seat.',
  'other-opponent': 'The match is against a different opponent than agreed.',
  'other-length': 'The match has a different length than agreed.',
  'other-rules': 'The match has different rules than agreed.',
  'other-clock': 'The match has a different clock than agreed.',
  'no-clock': 'The match has no clock, so an opponent who does nothing could hold you up forever.',
  'other-dice': 'The match reveals its dice in advance, which wasn’t agreed.',
  'other-first-chain': 'The match has a commitment to dice that this browser didn’t make.',
  'other-absence': 'The time for which a player may be away isn’t the one that was agreed, or is less than 2 minutes.',
  'other-session': 'The game doesn’t continue the session as it stands.',
  'rated-unasked': 'The match is rated, but you asked for an unrated one.',
  'page-fault': 'Something went wrong on this page. Reload it to continue the match.',
  'key-form': 'This isn’t an exported Anchor key.',
  'key-mismatch': 'A character of this key is wrong: its two halves don’t match.',
} as const;

/** Refusals of an event by the server that no rule of the record gives. */
type RefusalCode = 'too-many-voids' | 'replaced';
type FaultCode = GuardCode | HeaderCode | KeyTextCode | LogFaultCode | RefusalCode | 'page-fault';

const sentences: Readonly<Record<FaultCode, string>> = inLanguage('faults', faults);
const byCode = new Map<string, string>(Object.entries(sentences));
const englishByCode = new Map<string, string>(Object.entries({ ...troubles, ...faults }));

/** Returns the text of a fault in the language of the page. For other codes, returns that of a refused request. */
export function faultText(trouble: Trouble): string {
  return byCode.get(trouble.code) ?? troubleText(trouble);
}

/** Returns the sender's own text, or the English text of the code. It is for files that others read. */
export function englishFaultText({ code, message }: Trouble): string {
  return message ?? englishByCode.get(code) ?? '';
}
