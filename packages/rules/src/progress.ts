import { afterHops, canHop, landing } from './hops.ts';
import { generatePlays, loadPosition, plays, SMALLER_FIRST, SOURCE_BITS } from './kernel.ts';
import { POSITION_WORDS, packPosition } from './packed.ts';
import { BAR } from './position.ts';
import type { Dice, Hop, Player, Position } from './types.ts';

const packed = new Int32Array(POSITION_WORDS);
const SOURCE_MASK = (1 << SOURCE_BITS) - 1;

/** Every single hop there is, by die and source: made once, frozen and shared by all plays. */
const HOPS = Array.from({ length: 7 }, (_, die) =>
  Array.from({ length: BAR + 1 }, (_, from): Hop => Object.freeze([from, landing(from, die)] as const)),
);

/** Runs the kernel on a position; the answers stand in `plays` until the next run. */
export function generate(position: Position, player: Player, dice: Dice): number {
  packPosition(position, player, packed);
  loadPosition(packed);
  return generatePlays(dice[0], dice[1]);
}

/** The hops of an answer's code. */
export function decodeHops(code: number, dice: Dice): Hop[] {
  const larger = Math.max(dice[0], dice[1]);
  const smaller = Math.min(dice[0], dice[1]);
  let die = code & SMALLER_FIRST ? smaller : larger;
  const hops: Hop[] = [];
  for (let sources = code & (SMALLER_FIRST - 1); sources !== 0; sources >>>= SOURCE_BITS) {
    hops.push(HOPS[die]![sources & SOURCE_MASK]!);
    die = larger + smaller - die;
  }
  return hops;
}

/** How many hops a roll obliges a player to make (0 to 4) and, where it is one of two different dice, by which die. */
export interface Duty {
  readonly hops: number;
  readonly die: number | null;
}

/** What the roll obliges the player to: every legal play has this many hops. */
export function playDuty(position: Position, player: Player, dice: Dice): Duty {
  if (generate(position, player, dice) === 0) return { hops: 0, die: null };
  const hops = decodeHops(plays[POSITION_WORDS]!, dice).length;
  if (hops > 1 || dice[0] === dice[1]) return { hops, die: null };
  const smaller = plays[POSITION_WORDS]! & SMALLER_FIRST;
  return { hops, die: smaller ? Math.min(...dice) : Math.max(...dice) };
}

/** The dice of a roll as they are used up: four of a double. */
export function diceToPlay(dice: Dice): number[] {
  return dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : [...dice];
}

/** A way to have made some hops: where the checkers are and which dice are left. */
export interface Progress {
  readonly position: Position;
  readonly left: readonly number[];
}

/** The dice in `left`, each value once. */
export function distinctDice(left: readonly number[]): number[] {
  return [...new Set(left)];
}

/** The dice without one of this value. */
export function without(left: readonly number[], die: number): number[] {
  return left.toSpliced(left.indexOf(die), 1);
}

/** Every way to make one more hop; two ways where either die bears the checker off. */
function advance({ position, left }: Progress, player: Player, [from, to]: Hop): Progress[] {
  return distinctDice(left)
    .filter((die) => landing(from, die) === to && canHop(position, player, from, die))
    .map((die) => ({ position: afterHops(position, player, [[from, to]]), left: without(left, die) }));
}

/** Every way to make the hops in this order, each with an unused die; none when some hop is illegal. */
export function progress(position: Position, player: Player, dice: Dice, hops: readonly Hop[]): Progress[] {
  let ways: Progress[] = [{ position, left: diceToPlay(dice) }];
  for (const hop of hops.slice(0, 5)) ways = ways.flatMap((way) => advance(way, player, hop));
  return ways;
}
