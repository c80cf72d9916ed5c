import type { Ledger } from './ledger.ts';
import type { Header } from './types.ts';

/** What the reader of a right record should know: no fault, but something that the record does not prove. */
export interface Note {
  readonly code: 'service-custody' | 'time-ran-out' | 'time-left';
  readonly message: string;
}

/** The notes on a match that ended. */
export function notesOn(ledger: Ledger): Note[] {
  return [...custodyNotes(ledger.header), ...timeNotes(ledger.state.timeRanOut)];
}

function custodyNotes({ players }: Header): Note[] {
  return players.flatMap(({ custody, bot }, seat) => {
    if (custody === 'own') return [];
    const who = bot ? `Player ${seat} is a bot` : `Player ${seat} has an account`;
    const message = `${who} whose key the service keeps: for this hand the server and the player count as one party.`;
    return [{ code: 'service-custody' as const, message }];
  });
}

function timeNotes(timeRanOut: boolean | null): Note[] {
  if (timeRanOut === null) return [];
  if (timeRanOut)
    return [{ code: 'time-ran-out', message: 'By the times in the record the loser had used up his time.' }];
  return [{ code: 'time-left', message: 'By the times in the record the loser of the match still had time left.' }];
}
