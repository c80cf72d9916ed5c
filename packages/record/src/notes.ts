import { isAside } from './event.ts';
import type { Ledger } from './ledger.ts';
import type { Header } from './types.ts';

/** A fact about a right record that its reader should know: no fault, but something that the record does not prove. */
export interface Note {
  readonly code:
    | 'service-custody'
    | 'time-ran-out'
    | 'time-left'
    | 'absence-not-announced'
    | 'absence-too-short'
    | 'refunds'
    | 'late';
  readonly message: string;
}

/** An event counts as late when it took so much longer from its player to the server than that player's fastest. */
const LATE_MS = 5_000;

/** The notes on a match that ended. */
export function notesOn(ledger: Ledger): Note[] {
  return [
    ...custodyNotes(ledger.header),
    ...forfeitNotes(ledger),
    ...refundNotes(ledger),
    ...lateNotes(ledger, 0),
    ...lateNotes(ledger, 1),
  ];
}

function custodyNotes({ players }: Header): Note[] {
  return players.flatMap(({ custody, bot }, seat) => {
    if (custody === 'own') return [];
    const who = bot ? `Player ${seat} is a bot` : `Player ${seat} has an account`;
    const message = `${who} whose key the service keeps: for this hand the server and the player count as one party.`;
    return [{ code: 'service-custody' as const, message }];
  });
}

function forfeitNotes({ header: { absenceMs }, state: { forfeit } }: Ledger): Note[] {
  if (!forfeit) return [];
  const { reason, timeRanOut, absentMs } = forfeit;
  if (reason === 'time') {
    if (timeRanOut)
      return [{ code: 'time-ran-out', message: 'By the times in the record the loser had used up his time.' }];
    return [{ code: 'time-left', message: 'By the times in the record the loser of the match still had time left.' }];
  }
  if (absentMs === null)
    return [
      { code: 'absence-not-announced', message: 'The server did not announce the absence that the loser lost by.' },
    ];
  if (absentMs >= absenceMs) return [];
  const seconds = `${absentMs / 1000} s after it was announced, not the ${absenceMs / 1000} s of the header`;
  return [{ code: 'absence-too-short', message: `The absence that the loser lost by ended ${seconds}.` }];
}

function refundNotes({ state: { refunds } }: Ledger): Note[] {
  const { count, sumMs } = refunds;
  if (count === 0) return [];
  const gaps = count === 1 ? 'one gap' : `${count} gaps`;
  return [{ code: 'refunds', message: `The server marked ${gaps} of ${sumMs / 1000} s in all, charged to no player.` }];
}

/** Counts a seat's events that took long from the player to the server, by the player's own clock against the server's. */
function lateNotes({ events }: Ledger, seat: 0 | 1): Note[] {
  const delays: number[] = [];
  for (const { p, at, sent, type } of events) {
    if (p === seat && sent !== undefined && !isAside(type)) delays.push(at - sent);
  }
  const fastest = delays.reduce((least, delay) => Math.min(least, delay), Number.POSITIVE_INFINITY);
  const late = delays.filter((delay) => delay - fastest > LATE_MS).length;
  if (late === 0) return [];
  const count = late === 1 ? 'One event' : `${late} events`;
  const message = `${count} of player ${seat} took over ${LATE_MS / 1000} s longer than the fastest from the player to the server, by the player's own clock.`;
  return [{ code: 'late', message }];
}
