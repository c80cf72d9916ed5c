import { rank } from '../../packages/engine/src/index.ts';
import { type Dice, opponent, type Player, type Position, startPosition } from '../../packages/rules/src/index.ts';
import { seeded } from './statistics.ts';

export interface Moment {
  readonly position: Position;
  readonly player: Player;
  readonly dice: Dice;
}

/** Moments of the engine's games with itself: the first so many of those that are asked for. */
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

/** One moment of so many is taken, so that few are of the same game. */
const SPARSE = 8;

/** About so many of those moments, scattered over many games. */
export function scatteredMoments(
  seed: number,
  rows: number,
  random: () => number,
  wanted?: (position: Position) => boolean,
): Moment[] {
  return selfPlay(seed, rows * SPARSE, wanted).filter(() => random() < 1 / SPARSE);
}
