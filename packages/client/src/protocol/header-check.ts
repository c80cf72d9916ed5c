import { clockNameOf, type Header } from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import { type CodedFailure, coded } from './failure.ts';
import type { Ask } from './match-requests.ts';

/** Ways in which a header can differ from the request. */
export type HeaderCode =
  | 'not-asked'
  | 'other-server'
  | 'own-key-missing'
  | 'other-opponent'
  | 'other-length'
  | 'other-rules'
  | 'other-clock'
  | 'rated-unasked';

export interface HeaderContext {
  readonly seat: Player;
  /** The player's own public key. */
  readonly pub: string;
  /** The server's key, shown by `hello` and pinned for this origin. */
  readonly server: string;
}

/** The least time for an answer that the page accepts in a match without a clock. */
const LEAST_MOVE_MS = 86_400_000;
/** The page tells the player if a shorter absence loses the match. */
const SHORT_ABSENCE_MS = 30_000;

/**
 * The ask that a header fits. `unrated` is true if the ask was for a rated match and the header is not; the page tells
 * the player.
 */
export type Agreed = { readonly ok: true; readonly ask: Ask; readonly unrated: boolean } | CodedFailure<HeaderCode>;

/**
 * Checks if a header is what the player requested, before the `commit` that signs it. If no ask fits, returns the first
 * fault of the closest one.
 */
export function checkAgreed(header: Header, context: HeaderContext, asks: readonly Ask[]): Agreed {
  const failure = partyFailure(header, context);
  if (failure) return failure;
  const faults = asks.map((ask) => ({ ask, code: askFault(header, context, ask) }));
  const fitting = faults.filter(({ code }) => code === null);
  // An exact fit is preferred to an ask for a rated match.
  const best = fitting.find(({ ask }) => ask.rated === header.rated) ?? fitting[0];
  if (best) return { ok: true, ask: best.ask, unrated: best.ask.rated && !header.rated };
  return coded(faults.at(-1)?.code ?? 'not-asked');
}

/** Returns null if the header names this server and has this key at its seat. */
export function partyFailure(header: Header, { seat, pub, server }: HeaderContext): CodedFailure<HeaderCode> | null {
  if (header.server !== server) return coded('other-server');
  return header.players[seat].pub === pub ? null : coded('own-key-missing');
}

function askFault(header: Header, { seat }: HeaderContext, ask: Ask): HeaderCode | null {
  if (!isExpected(header.players[opponent(seat)], ask.opponent)) return 'other-opponent';
  if (header.length !== ask.length) return 'other-length';
  if (!sameRules(header, ask)) return 'other-rules';
  if (!sameClock(header, ask)) return 'other-clock';
  return header.rated && !ask.rated ? 'rated-unasked' : null;
}

function isExpected(player: Header['players'][number], wanted: Ask['opponent']): boolean {
  if (wanted === 'bot') return player.bot;
  return wanted === 'anyone' ? !player.bot : player.pub === wanted.pub;
}

function sameRules({ rules }: Header, ask: Ask): boolean {
  const { cube, crawford, jacoby, beavers } = ask.rules;
  const same = [rules.cube === cube, rules.crawford === crawford, rules.jacoby === jacoby, rules.beavers === beavers];
  return same.every(Boolean);
}

/** Returns the time that an announced absence may take if it is short enough to warn the player, or null. */
export function shortAbsence({ absenceMs }: Header): number | null {
  return absenceMs < SHORT_ABSENCE_MS ? absenceMs : null;
}

function sameClock(header: Header, ask: Ask): boolean {
  const { moveMs } = header;
  return (moveMs === null || moveMs >= LEAST_MOVE_MS) && clockNameOf(header) === ask.clock;
}
