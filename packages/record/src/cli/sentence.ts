import { isAside } from '../event.ts';
import { outcome, quotedNames } from '../export/outcome.ts';
import { TRUSTED_DICE } from '../notes.ts';
import type { AsideType, EventType, Header, Party } from '../types.ts';
import type { NotVerified, Verified, VerifiedTranscript } from '../verify.ts';

/** Like `NotVerified`, but also for faults of the text. */
export type Fault = Pick<NotVerified, 'event' | 'message'> & { readonly code: string };

export function faultSentence({ event, code, message }: Fault): string {
  const place = event === null ? '' : ` at event ${event}`;
  return `not valid${place} (${code}): ${/[.!?]$/.test(message) ? message : `${message}.`}`;
}

/**
 * Describes a valid record, and the limits of what it proves. The record is called valid only if the caller
 * knew the server's key: anyone with three keys can make a consistent record. Keys come before names, because
 * names prove nothing.
 */
export function rightSentence(
  { record, result, games, rolls, events, notes }: Verified,
  isServerKnown: boolean,
): string {
  const { header } = record;
  const counts = `${count(games, 'game')}, ${count(rolls, 'roll')}, ${count(events, 'event')}`;
  const story = `${outcome(partyNames(header), result, header)} ${termsOf(header)}; ${counts}.`;
  const remarks = notes.map(({ message }) => ` ${message}`).join('');
  if (isServerKnown) return `valid; ${keysOf(header)}. ${capitalised(story)}${remarks}`;
  return `consistent; ${madeBy(header)}; ${keysOf(header)}. By its own account ${story}${remarks}`;
}

/** Describes a valid transcript. It is never called valid, because it has no closing. */
export function transcriptSentence(result: VerifiedTranscript, isServerKnown: boolean): string {
  const { header } = result.transcript;
  const { events, score } = result;
  const state = result.result === null ? 'unfinished' : "without the server's closing";
  const keys = isServerKnown ? keysOf(header) : `${madeBy(header)}; ${keysOf(header)}`;
  const end = result.result === null ? waitingFor(result) : outcome(partyNames(header), result.result, header);
  return `consistent so far, ${state}: ${count(events, 'event')}, score ${score[0]}–${score[1]} ${termsOf(header)}; ${keys}. ${capitalised(end)}.`;
}

function waitingFor({ expects, transcript }: VerifiedTranscript): string {
  return `waiting for ${partyName(expects.party, transcript.header)} to ${expects.types.map((type) => (isAside(type) ? type : DOING[type])).join(' or ')}`;
}

function partyName(party: Party, { players }: Pick<Header, 'players'>): string {
  return party === null ? 'the server' : `player ${party} (${quotedNames(players)[party]})`;
}

function partyNames(header: Header): readonly [string, string] {
  return [partyName(0, header), partyName(1, header)];
}

/** A match never waits for an aside. */
const DOING: Readonly<Record<Exclude<EventType, AsideType>, string>> = {
  commit: 'commit to a hash chain',
  roll: 'roll',
  reveal: 'reveal a link',
  dice: 'give the dice',
  play: 'play',
  double: 'double',
  take: 'take',
  pass: 'pass',
  beaver: 'beaver',
  resign: 'resign',
  accept: 'accept the resignation',
  decline: 'decline the resignation',
  forfeit: 'declare a forfeit',
};

function madeBy({ server }: Header): string {
  return `made by the server with key ${keyStart(server)}: unless you know that key, one person with three keys may have made all of it up`;
}

function keysOf({ players }: Header): string {
  return players.map(({ pub }, seat) => `player ${seat} has key ${keyStart(pub)}`).join(', ');
}

/** The first digits of a key, enough to compare it by eye. */
export function keyStart(key: string): string {
  return `${key.slice(0, 16)}…`;
}

function termsOf({ length, session, dice }: Header): string {
  const kind = length === 0 ? 'in a money game' : `in a match to ${length}`;
  return `${session ? `in game ${session.game} of a money session` : kind}${dice === 'advance' ? `, ${TRUSTED_DICE}` : ''}`;
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
