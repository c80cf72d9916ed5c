import { refuseArgument } from './argument-error.ts';
import { afterHops, canHop, landing } from './hops.ts';
import { codeOfPlay, generatePlays, loadPosition, SMALLER_FIRST, SOURCE_BITS } from './kernel.ts';
import { POSITION_WORDS, packPosition } from './packed.ts';
import { BAR, requirePosition } from './position.ts';
import { type Dice, type Hop, isDice, isPlayer, type Player, type Position } from './types.ts';

const packed = new Int32Array(POSITION_WORDS);
const SOURCE_MASK = (1 << SOURCE_BITS) - 1;

/** Every single hop by die and source, created once, frozen and shared by all plays. */
const HOPS = Array.from({ length: 7 }, (_, die) =>
  Array.from({ length: BAR + 1 }, (_, from): Hop => Object.freeze([from, landing(from, die)] as const)),
);

/** Throws an `ArgumentError` unless it is a position, the player is 0 or 1, and the dice are two integers from 1 to 6. */
export function requireRoll(position: Position, player: Player, dice: Dice): void {
  requirePosition(position);
  if (!isPlayer(player)) refuseArgument('no-such-player', 'A player is 0 or 1.');
  if (!isDice(dice)) refuseArgument('bad-dice', 'Dice are two integers from 1 to 6.');
}

/** Runs the kernel on a position. The results are in `plays` until the next run. */
export function generate(position: Position, player: Player, dice: Dice): number {
  packPosition(position, player, packed);
  loadPosition(packed);
  return generatePlays(dice[0], dice[1]);
}

/** Decodes the hops of a result's code. */
export function decodeHops(code: number, dice: Dice): Hop[] {
  const larger = Math.max(dice[0], dice[1]);
  const smaller = Math.min(dice[0], dice[1]);
  let die = code & SMALLER_FIRST ? smaller : larger;
  const hops: Hop[] = [];
  for (let sources = code & (SMALLER_FIRST - 1); sources !== 0; sources >>>= SOURCE_BITS) {
    const hop = HOPS[die]?.[sources & SOURCE_MASK];
    if (hop) hops.push(hop);
    die = larger + smaller - die;
  }
  return hops;
}

/** The number of hops that a roll requires (0 to 4), and the required die if it is one of two different dice. */
export interface Duty {
  readonly hops: number;
  readonly die: number | null;
}

/** Returns the hops that the roll requires. Every legal play has this many. */
export function playDuty(position: Position, player: Player, dice: Dice): Duty {
  if (generate(position, player, dice) === 0) return { hops: 0, die: null };
  const hops = decodeHops(codeOfPlay(0), dice).length;
  if (hops > 1 || dice[0] === dice[1]) return { hops, die: null };
  const smaller = codeOfPlay(0) & SMALLER_FIRST;
  return { hops, die: smaller ? Math.min(...dice) : Math.max(...dice) };
}

/** Returns the dice of a roll to be used: four of a double. */
export function diceToPlay(dice: Dice): number[] {
  return dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : [...dice];
}

/** One way to have made some hops: the position and the remaining dice. */
export interface Progress {
  readonly position: Position;
  readonly left: readonly number[];
}

/** Returns each value in `left` once. */
export function distinctDice(left: readonly number[]): number[] {
  return [...new Set(left)];
}

/** Returns the dice without one of this value. */
export function without(left: readonly number[], die: number): number[] {
  return left.toSpliced(left.indexOf(die), 1);
}

/** Returns every way to make one more hop. There are two ways if either die bears the checker off. */
function advance({ position, left }: Progress, player: Player, [from, to]: Hop): Progress[] {
  return distinctDice(left)
    .filter((die) => landing(from, die) === to && canHop(position, player, from, die))
    .map((die) => ({ position: afterHops(position, player, [[from, to]]), left: without(left, die) }));
}

/** Returns every way to make the hops in this order, each with an unused die. Empty if a hop is illegal. */
export function progress(position: Position, player: Player, dice: Dice, hops: readonly Hop[]): Progress[] {
  let ways: Progress[] = [{ position, left: diceToPlay(dice) }];
  for (const hop of hops.slice(0, 5)) ways = ways.flatMap((way) => advance(way, player, hop));
  return ways;
}
