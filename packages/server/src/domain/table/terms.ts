import type { ClockName, WantedTerms } from '@anchor/wire';
import {
  clockNameOf,
  clockPreset,
  daysPreset,
  type FirstChain,
  FORMAT,
  type Header,
  type HeaderLog,
  type HeaderPlayer,
  type HeaderSession,
  HOLIDAY_DAYS,
  PROTOCOL,
  rulesFor,
} from 'bg-record';
import type { Result, Rules } from 'bg-rules';
import { refuse } from '../refusal.ts';

/** The complete terms of a match. */
export interface Terms {
  readonly length: number;
  readonly rated: boolean;
  readonly clock: ClockName;
  readonly rules: Rules;
}

/** How long a bot waits for one answer in a match without a clock, in milliseconds: the longest time that the format allows. */
const BOT_WAITS_MS = 30 * 24 * 3_600_000;

/** Links in each party's hash chain: more rolls than all but the very longest matches need. */
export const CHAIN = 1024;

/** Completes wanted terms. Refuses it (`bad-terms`) when a rule does not fit the kind of match. Money games are never rated. */
export function termsOf({ length, rated, clock, rules }: WantedTerms): Result<Terms, 'bad-terms'> {
  const money = length === 0;
  const resolved = rulesFor(length, rules);
  if (money && resolved.crawford) return badTerms('The Crawford rule belongs to matches.');
  if (!money && (resolved.jacoby || resolved.beavers)) return badTerms('Jacoby and beavers belong to money games.');
  return { ok: true, value: { length, rated: rated && !money, clock, rules: resolved } };
}

/** The terms of a finished match, for a rematch. */
export function termsOfHeader(header: Header): Terms {
  const { length, rated, rules } = header;
  return { length, rated, rules, clock: clockNameOf(header) ?? 'none' };
}

interface HeaderParts {
  readonly id: string;
  readonly created: number;
  readonly server: string;
  readonly players: readonly [HeaderPlayer, HeaderPlayer];
  readonly terms: Terms;
  /** Time that a player announced as absent has to act, in milliseconds. */
  readonly absenceMs: number;
  /** The public log whose views the parties state. Null without a log, and for players whose programs do not know views. */
  readonly log: HeaderLog | null;
  /** The session that a money game continues. Null for every other match. */
  readonly session: HeaderSession | null;
  /** The first commitment of player 1, made before player 0 was known. Null for a player who commits later. */
  readonly firstChain: FirstChain | null;
}

export function makeHeader(parts: HeaderParts): Header {
  const { id, created, server, players, terms, absenceMs, log, session, firstChain } = parts;
  const { length, rated, rules } = terms;
  const clock = clockPreset(terms.clock, length);
  const waitMs = waitMsOf(terms);
  const isCorrespondence = daysPreset(terms.clock) !== null;
  // With dice in advance the service could foresee the rolls of a player whose key it keeps, so such a match must not be rated.
  const mayRevealAhead = !rated || players.every(({ custody }) => custody === 'own');
  return {
    format: FORMAT,
    protocol: PROTOCOL,
    id,
    created,
    server,
    players,
    length,
    rules,
    clock,
    moveMs: waitMs,
    absenceMs: waitMs === null ? absenceMs : null,
    ...(isCorrespondence && { holidayDays: HOLIDAY_DAYS }),
    chain: CHAIN,
    ...(log && { log }),
    ...(session && { session }),
    ...(firstChain && { firstChain }),
    rated,
    ...(isCorrespondence && mayRevealAhead ? { dice: 'advance' } : {}),
  };
}

/** The time for one answer in a correspondence match, or in one in which a bot waits. Null for a match with a clock. */
function waitMsOf(terms: Terms): number | null {
  return isUntimed(terms) ? BOT_WAITS_MS : daysPreset(terms.clock);
}

/** True if these terms have no clock and no days. A match on them is against a bot. */
export function isUntimed({ clock }: Pick<Terms, 'clock'>): boolean {
  return clock === 'none';
}

/** True if these terms, between two people, are those of a correspondence match. */
export function isCorrespondence({ clock }: Pick<Terms, 'clock'>): boolean {
  return daysPreset(clock) !== null;
}

function badTerms(message: string) {
  return { ...refuse('bad-terms', message), code: 'bad-terms' } as const;
}
