import { DANCE, findHits } from './notation.ts';
import { type Step, stepSequences } from './play-steps.ts';
import { BAR, OFF } from './position.ts';
import type { Dice, Failure, Hop, Player, Position, Result } from './types.ts';

/** Why a text is no play: not notation at all, not legal here, or more than one play could be meant. */
export type PlayTextFault = 'bad-notation' | 'illegal-play' | 'ambiguous-play';

const MESSAGES: Record<PlayTextFault, string> = {
  'bad-notation': 'A play is written like 13/8 6/5*, bar/20, 6/off(2) or dance.',
  'illegal-play': 'This is not a legal play of the roll.',
  'ambiguous-play': 'More than one play could be meant: write the stops, like 24/18/13.',
};

/** What a play is read against. */
export interface PlayContext {
  readonly position: Position;
  readonly player: Player;
  readonly dice: Dice;
}

interface Written {
  readonly steps: readonly Step[];
  /** The places marked with `*`, sorted. */
  readonly stars: readonly number[];
}

// Longer texts are no play, so that no work is done on them.
const MAX_TEXT = 100;
const MAX_STEPS = 4;
const MOVE = /^((?:bar|\d{1,2})(?:\/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?$/;

/**
 * Reads a play as people and programs write it: bar or 25, off or 0, `*` for a hit or not, `(2)` or the same again, in any
 * order and case; `dance`, `no move` or nothing for no hops.
 *
 * Without a context the answer is what is written: `24/13` is one step from 24 to 13. With a context it is a legal play in
 * single hops, each by one die. Where a checker could go two ways, the marks of hits decide.
 */
export function parsePlay(text: string, context?: PlayContext): Result<Hop[], PlayTextFault> {
  const written = readText(text);
  if (written === null) return refuse('bad-notation');
  return context ? resolve(written, context) : { ok: true, value: [...written.steps] };
}

function refuse(code: PlayTextFault): Failure<PlayTextFault> {
  return { ok: false, code, message: MESSAGES[code] };
}

function readText(text: string): Written | null {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return null;
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ').replaceAll(' (', '(');
  if (plain === '' || plain === DANCE || plain === 'no move') return { steps: [], stars: [] };
  const moves = plain.split(' ').map(readMove);
  const steps = moves.flatMap((move) => move?.steps ?? []);
  if (moves.includes(null) || steps.length > MAX_STEPS) return null;
  return { steps, stars: distinct(moves.flatMap((move) => move?.stars ?? [])) };
}

// One checker's way, like 24/18*/13, perhaps several times.
function readMove(text: string): Written | null {
  const match = MOVE.exec(text);
  if (!match?.[1]) return null;
  const stops = match[1].split('/');
  const places = stops.map((stop) => placeOf(stop.replace('*', '')));
  if (places.some((place, n) => place > BAR || (n > 0 && place >= places[n - 1]!))) return null;
  const once = places.slice(1).map((place, n): Step => [places[n]!, place]);
  const steps = Array.from({ length: Number(match[2] ?? 1) }, () => once).flat();
  return { steps, stars: places.filter((_, n) => stops[n]!.includes('*')) };
}

function placeOf(name: string): number {
  if (name === 'bar') return BAR;
  return name === 'off' ? OFF : Number(name);
}

function distinct(places: readonly number[]): number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The legal play that the steps mean; among several the one that hits exactly where the text says. */
function resolve({ steps, stars }: Written, { position, player, dice }: PlayContext): Result<Hop[], PlayTextFault> {
  const plays = stepSequences(steps, position, player, dice);
  const hitting = new Map(plays.map((hops) => [hitPlaces(hops, position, player).join(), hops]));
  const only = hitting.size === 1 ? [...hitting.values()][0] : hitting.get(stars.join());
  if (only) return { ok: true, value: only };
  return refuse(plays.length === 0 ? 'illegal-play' : 'ambiguous-play');
}

function hitPlaces(hops: readonly Hop[], position: Position, player: Player): number[] {
  const hits = findHits(hops, position, player);
  return distinct(hops.filter((_, n) => hits[n]).map(([, to]) => to));
}
