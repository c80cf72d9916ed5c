import { isAside } from './event.ts';
import { endsByFullness } from './full-record.ts';
import type { Ledger } from './ledger.ts';
import { COMMIT_ORDER, needsClaim } from './ledger-state.ts';
import type { Header } from './types.ts';
import { quoted } from './visible.ts';

/**
 * A fact about a valid record that its reader should know. It is not a fault; the record just does not prove
 * something.
 */
export interface Note {
  readonly code:
    | 'service-custody'
    | 'dice-in-advance'
    | 'time-ran-out'
    | 'time-left'
    | 'absence-not-announced'
    | 'absence-too-short'
    | 'not-claimed'
    | 'record-full'
    | 'claim-ignored'
    | 'refunds'
    | 'late'
    | 'quick-asides'
    | 'no-view'
    | 'views-unchecked'
    | 'log-forked';
  readonly message: string;
  /** The player whom the note is about. Null if it is about the whole record, the loser or the server. */
  readonly seat: 0 | 1 | null;
  /**
   * The numbers in the message, for readers who word it in another language. `absence-too-short`: seconds that passed since the
   * announcement or the last `resume` after it,
   * seconds of the header. `refunds`: number of gaps, seconds in total. `late`: number of events, seconds. `quick-asides`: number of asides.
   * `views-unchecked`: smallest and largest number of entries. `log-forked`: number of entries. Empty for the other
   * codes.
   */
  readonly figures: readonly number[];
}

/** Returns a note without figures. */
function plainNote(code: Note['code'], message: string, seat: Note['seat'] = null): Note {
  return { code, message, seat, figures: [] };
}

/** An event is late if it took this much longer to reach the server than the player's fastest event. */
const LATE_MS = 5_000;

/** Returns the notes on a finished match. */
export function notesOn(ledger: Ledger): Note[] {
  return [
    ...custodyNotes(ledger.header),
    ...advanceNotes(ledger.header),
    ...forfeitNotes(ledger),
    ...claimNotes(ledger),
    ...refundNotes(ledger),
    ...lateNotes(ledger, 0),
    ...lateNotes(ledger, 1),
    ...displacingNotes(ledger),
    ...viewNotes(ledger),
  ];
}

function custodyNotes({ players }: Header): Note[] {
  return ([0, 1] as const).flatMap((seat) => {
    const { custody, bot } = players[seat];
    if (custody === 'own') return [];
    const who = bot ? `Player ${seat} is a bot` : `Player ${seat} has an account`;
    const message = `${who} whose key the service keeps: for the dice, the server and this player count as one party.`;
    return [plainNote('service-custody', message, seat)];
  });
}

/** The label of a match with dice in advance, wherever a program of this repository lists or describes one in English. */
export const TRUSTED_DICE = 'dice trusted to the service';

function advanceNotes({ dice, players }: Header): Note[] {
  if (dice !== 'advance') return [];
  const alone = players.every(({ custody }) => custody === 'own')
    ? 'Neither could foresee it alone'
    : 'For a player whose key the service keeps, the server could do so alone';
  const message = `D${TRUSTED_DICE.slice(1)}: the opponent revealed in advance for most rolls, so a player and the server together could foresee some rolls before a decision on the cube, and the server could ignore a roll on arrival. ${alone}, and no party could choose a roll.`;
  return [plainNote('dice-in-advance', message)];
}

function forfeitNotes(ledger: Ledger): Note[] {
  const { forfeit } = ledger.state;
  if (!forfeit) return [];
  const { absenceMs } = ledger.header;
  const { reason, timeRanOut, absentMs, isClaimed } = forfeit;
  if (reason === 'time') {
    if (timeRanOut) return [plainNote('time-ran-out', "By the times in the record the loser's time had run out.")];
    return [plainNote('time-left', 'By the times in the record the loser of the match still had time left.')];
  }
  const isLongEnough = absentMs !== null && absenceMs !== null && absentMs >= absenceMs;
  if (isLongEnough && (isClaimed || !needsClaim(ledger.header))) return [];
  if (endsByFullness(ledger, ledger.length - 1))
    return [plainNote('record-full', 'The record was full, so the player who had to act lost.')];
  if (absentMs === null)
    return [
      plainNote('absence-not-announced', 'The loser lost by absence, but the server did not announce the absence.'),
    ];
  if (isLongEnough)
    return [plainNote('not-claimed', 'The loser lost by absence, but the opponent had not claimed the match.')];
  // Without a limit of absence no absence is ever announced.
  if (absenceMs === null) return [];
  const figures = [absentMs / 1000, absenceMs / 1000];
  const seconds = `${figures[0]} s after the announcement or the last gap, not after the ${figures[1]} s of the header`;
  return [{ code: 'absence-too-short', message: `The loser lost by absence ${seconds}.`, seat: null, figures }];
}

function claimNotes({ state }: Ledger): Note[] {
  return ([0, 1] as const).flatMap((seat) => {
    if (!state.claimIgnored[seat]) return [];
    const message = `Player ${seat} had claimed the match because of an absence, and the server did not end it when the claim was due.`;
    return [plainNote('claim-ignored', message, seat)];
  });
}

function refundNotes({ state: { refunds } }: Ledger): Note[] {
  const { count, sumMs } = refunds;
  if (count === 0) return [];
  const gaps = count === 1 ? 'one gap' : `${count} gaps`;
  return [
    {
      code: 'refunds',
      message: `The server marked ${gaps} with a total of ${sumMs / 1000} s, not charged to any player.`,
      seat: null,
      figures: [count, sumMs / 1000],
    },
  ];
}

/** Counts the events of a seat that took long to reach the server, comparing the player's clock with the server's. */
function lateNotes({ events }: Ledger, seat: 0 | 1): Note[] {
  const delays: number[] = [];
  for (const { p, at, sent, type } of events) {
    if (p === seat && sent !== undefined && !isAside(type)) delays.push(at - sent);
  }
  const fastest = delays.reduce((least, delay) => Math.min(least, delay), Number.POSITIVE_INFINITY);
  const late = delays.filter((delay) => delay - fastest > LATE_MS).length;
  if (late === 0) return [];
  const count = late === 1 ? 'One event' : `${late} events`;
  const message = `${count} of player ${seat} took over ${LATE_MS / 1000} s longer to reach the server than the player's fastest, by the player's own clock.`;
  return [{ code: 'late', message, seat, figures: [late, LATE_MS / 1000] }];
}

/** The server should leave the player to act 2 s after an aside of another party, so that no decision is displaced again and again. */
function displacingNotes({ state }: Ledger): Note[] {
  return ([0, 1] as const).flatMap((seat) => {
    const count = state.displacing.longest[seat];
    if (count === 0) return [];
    const message = `While player ${seat} had to act, the server stored ${count} asides of other parties in quick succession, more than one every 2 s. They can keep a decision out.`;
    return [{ code: 'quick-asides' as const, message, seat, figures: [count] }];
  });
}

/**
 * Compares the views that the parties had of the log. Views of one size need nothing else. Larger and smaller ones are
 * compared with the tiles of the log, which a record does not contain.
 */
function viewNotes({ header, events }: Ledger): Note[] {
  if (!header.log) return [];
  const log = quoted(header.log.origin);
  const commits = events.filter((event) => event.type === 'commit');
  // A bot is a part of the server, whose view the server states.
  const seeing = COMMIT_ORDER.filter((party) => party === null || !header.players[party].bot);
  const blind = seeing.filter((party) => commits.every(({ p, view }) => p !== party || !view));
  const none = blind.map((party) => {
    const who = party === null ? 'The server' : `Player ${party}`;
    return plainNote('no-view', `${who} stated no checkpoint of the public log ${log}.`, party);
  });
  const views = commits.flatMap(({ view }) => (view ? [view] : []));
  const forked = views.find(({ size, root }) => views.some((other) => other.size === size && other.root !== root));
  if (forked) {
    const message = `The log signed two trees of ${forked.size} entries with different roots: the parties of this match were shown different logs.`;
    return [...none, { code: 'log-forked', message, seat: null, figures: [forked.size] }];
  }
  const sizes = views.map(({ size }) => size);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (least >= most) return none;
  const message = `The checkpoints that the parties stated have ${least} to ${most} entries. Only the tiles of the log show that they fit together.`;
  return [...none, { code: 'views-unchecked', message, seat: null, figures: [least, most] }];
}
