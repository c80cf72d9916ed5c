import { outcome } from '../export/outcome.ts';
import type { NotVerified, Verified } from '../verify.ts';

/** Like `NotVerified`, for faults of the text as well. */
export type Fault = Pick<NotVerified, 'event' | 'message'> & { readonly code: string };

export function faultSentence({ event, code, message }: Fault): string {
  const place = event === null ? '' : ` at event ${event}`;
  return `not valid${place} (${code}): ${/[.!?]$/.test(message) ? message : `${message}.`}`;
}

/** What a right record says, in a sentence, and what it does not prove. */
export function validSentence(result: Verified, length: number): string {
  return `valid: ${story(result, length)}${result.notes.map(({ message }) => ` ${message}`).join('')}`;
}

function story({ players, result, games, rolls, events }: Verified, length: number): string {
  const counts = `${count(games, 'game')}, ${count(rolls, 'roll')}, ${count(events, 'event')}`;
  return `${outcome(players, result)} ${length === 0 ? 'in a money game' : `in a match to ${length}`}; ${counts}.`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
