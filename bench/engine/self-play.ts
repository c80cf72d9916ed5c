import { rank } from '../../packages/engine/src/rank.ts';
import { type Dice, opponent, type Player, type Position, startPosition } from '../../packages/rules/src/index.ts';
import { seeded } from './statistics.ts';

export interface Moment {
  readonly position: Position;
  readonly player: Player;
  readonly dice: Dice;
}

/** Returns the first `count` positions from the engine's self-play that satisfy `wanted`. */
export function selfPlay(seed: number, count: number, wanted: (position: Position) => boolean = () => true): Moment[] {
  const random = seeded(seed);
  const die = () => 1 + Math.floor(random() * 6);
  const moments: Moment[] = [];
  let position = startPosition();
  let player: Player = 0;
  while (moments.length < count) {
    const dice: Dice = [die(), die()];
    if (wanted(position)) moments.push({ position, player, dice });
    position = rank(position, player, dice, { ply: 0 })[0]?.position ?? position;
    player = opponent(player);
    if (position.off.includes(15)) position = startPosition();
  }
  return moments;
}

/** One position of this many is taken, so that few are from the same game. */
const SPARSE = 8;

/** Returns about `count` of these positions, spread over many games. */
export function scatteredMoments(
  seed: number,
  rows: number,
  random: () => number,
  wanted?: (position: Position) => boolean,
): Moment[] {
  return selfPlay(seed, rows * SPARSE, wanted).filter(() => random() < 1 / SPARSE);
}
