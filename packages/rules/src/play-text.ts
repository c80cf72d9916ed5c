import { DANCE, findHits } from './notation.ts';
import { type Step, stepSequences } from './play-steps.ts';
import { BAR, OFF } from './position.ts';
import type { Dice, Failure, Hop, Player, Position, Result } from './types.ts';

/** The reason for refusing a text: invalid notation, an illegal play, or an ambiguous one. */
export type PlayTextFault = 'bad-notation' | 'illegal-play' | 'ambiguous-play';

const MESSAGES: Record<PlayTextFault, string> = {
  'bad-notation': 'Write a play like 13/8 6/5*, bar/20, 6/off(2) or dance.',
  'illegal-play': 'This is not a legal play for the roll.',
  'ambiguous-play': 'The text fits more than one play. Write the intermediate points, like 24/18/13.',
};

/** The position and roll to which a play belongs. */
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

// Longer texts are refused without further work.
const MAX_TEXT = 100;
const MAX_STEPS = 4;
const MOVE = /^((?:bar|\d{1,2})(?:\/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?$/;

/**
 * Parses a play in the notations that people and programs use: bar or 25, off or 0, `*` for a hit (optional),
 * `(2)` or repetition, any order and case; `dance`, `no move` or nothing for no hops.
 *
 * Without a context it returns the steps as written: `24/13` is one step from 24 to 13. With a context it
 * returns a legal play in single hops, each by one die. If a checker could take two paths, the marked hits
 * decide.
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

// Parses one checker's move, like 24/18*/13, with an optional count.
function readMove(text: string): Written | null {
  const match = MOVE.exec(text);
  if (!match?.[1]) return null;
  const stops = match[1]
    .split('/')
    .map((stop) => ({ place: placeOf(stop.replace('*', '')), star: stop.endsWith('*') }));
  const once: Step[] = [];
  for (const [n, { place }] of stops.entries()) {
    const previous = stops[n - 1];
    if (place > BAR || (previous && place >= previous.place)) return null;
    if (previous) once.push([previous.place, place]);
  }
  const steps = Array.from({ length: Number(match[2] ?? 1) }, () => once).flat();
  return { steps, stars: stops.filter(({ star }) => star).map(({ place }) => place) };
}

function placeOf(name: string): number {
  if (name === 'bar') return BAR;
  return name === 'off' ? OFF : Number(name);
}

function distinct(places: readonly number[]): number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}

/** Finds the legal play that fits the steps. If several fit, it must hit exactly where the text says. */
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
