import { evaluate, type Ply, rank } from '../../packages/engine/src/index.ts';
import { type Dice, opponent, type Player, type Position, startPosition } from '../../packages/rules/src/index.ts';
import { quantile } from '../two-samples.ts';
import { seeded } from './statistics.ts';

export interface Moment {
  readonly position: Position;
  readonly player: Player;
  readonly dice: Dice;
}

/** Moments of the engine's games with itself. */
export function selfPlay(seed: number, count: number): Moment[] {
  const random = seeded(seed);
  const die = () => 1 + Math.floor(random() * 6);
  const moments: Moment[] = [];
  let position = startPosition();
  let player: Player = 0;
  while (moments.length < count) {
    const dice: Dice = [die(), die()];
    moments.push({ position, player, dice });
    position = rank(position, player, dice, { ply: 0 })[0]?.position ?? position;
    player = opponent(player);
    if (position.off.includes(15)) position = startPosition();
  }
  return moments;
}

/** Microseconds of one evaluation. */
export function evaluationTime(moments: readonly Moment[]): number {
  const start = performance.now();
  for (const { position, player } of moments) evaluate(position, player);
  return ((performance.now() - start) * 1000) / moments.length;
}

export interface MoveTimes {
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
}

/** Milliseconds of a move. */
export function moveTimes(moments: readonly Moment[], ply: Ply): MoveTimes {
  const times = moments.map(({ position, player, dice }) => {
    const start = performance.now();
    rank(position, player, dice, { ply, cubeful: true });
    return performance.now() - start;
  });
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), worst: Math.max(...times) };
}
