import { afterHops } from './hops.ts';
import { codeOfPlay } from './kernel.ts';
import { decodeHops, generate, playDuty, progress, requireRoll } from './progress.ts';
import type { Dice, Failure, Hop, Play, Player, Position, Result } from './types.ts';

/**
 * Returns the legal plays of a roll, one for each distinct resulting position. Empty if the player cannot
 * move (a dance). The hops of a play are in an order in which they can be made one die at a time. As many
 * dice as possible are played, and if only one of two can be played, the larger if possible. Throws an `ArgumentError`
 * (`no-such-player`, `bad-dice`) for another player than 0 or 1 and for other dice than two integers from 1 to 6.
 */
export function legalPlays(position: Position, player: Player, dice: Dice): Play[] {
  requireRoll(position, player, dice);
  const count = generate(position, player, dice);
  const list: Play[] = [];
  for (let n = 0; n < count; n++) {
    const hops = decodeHops(codeOfPlay(n), dice);
    list.push({ hops, position: afterHops(position, player, hops) });
  }
  return list;
}

/** The reasons why hops are not a legal play. */
export type PlayFault = 'illegal-hop' | 'dice-left' | 'wrong-die';

const FAULTS: Record<PlayFault, string> = {
  'illegal-hop': 'A hop cannot be made with an unused die.',
  'dice-left': 'More of the roll can be played.',
  'wrong-die': 'Only one die can be played, and it must be the larger one if it can.',
};

function refuse(code: PlayFault): Failure<PlayFault> {
  return { ok: false, code, message: FAULTS[code] };
}

/**
 * Applies a play given as single hops, in any legal order. Refuses an illegal hop (`illegal-hop`), a play of
 * fewer hops than the roll allows (`dice-left`), and one with the smaller die if the larger must be played
 * (`wrong-die`). Empty hops are legal only if the player cannot move. Anything else than a list of hops is refused as
 * `illegal-hop`; another player or other dice throw an `ArgumentError`.
 */
export function applyPlay(
  position: Position,
  player: Player,
  dice: Dice,
  hops: readonly Hop[],
): Result<Position, PlayFault> {
  requireRoll(position, player, dice);
  if (!isHopList(hops)) return refuse('illegal-hop');
  const ways = progress(position, player, dice, hops);
  if (ways.length === 0) return refuse('illegal-hop');
  const duty = playDuty(position, player, dice);
  if (hops.length < duty.hops) return refuse('dice-left');
  const way = ways.find(({ left }) => duty.die === null || !left.includes(duty.die));
  return way ? { ok: true, value: way.position } : refuse('wrong-die');
}

/** Returns true for a list of pairs. */
export function isHopList(hops: unknown): hops is readonly Hop[] {
  return Array.isArray(hops) && hops.every((hop) => Array.isArray(hop) && hop.length === 2);
}
