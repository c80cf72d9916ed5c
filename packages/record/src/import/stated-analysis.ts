import { applyPlay, type Dice, type Hop, type Player, type Position } from 'bg-rules';
import type { ImportedDecision, StatedAnalysis } from './imported.ts';

export type CubeEquities = NonNullable<StatedAnalysis['cube']>;

/** Returns the equity that a choice about the cube loses, 0 or more. */
export function lossOf(
  kind: Extract<ImportedDecision['kind'], 'double' | 'take' | 'pass'> | 'roll',
  { noDouble, doubleTake, doublePass }: CubeEquities,
): number {
  const doubled = Math.min(doubleTake, doublePass);
  const losses = {
    roll: doubled - noDouble,
    double: noDouble - doubled,
    take: doubleTake - doublePass,
    pass: doublePass - doubleTake,
  };
  return Math.max(0, losses[kind]);
}

/** A position with the roll that is to be played in it. */
export interface Rolled {
  readonly position: Position;
  readonly player: Player;
  readonly dice: Dice;
}

/** Returns the position after a play, or null if the play is not legal. */
export function reachedBy({ position, player, dice }: Rolled, hops: readonly Hop[]): Position | null {
  const reached = applyPlay(position, player, dice, hops);
  return reached.ok ? reached.value : null;
}
