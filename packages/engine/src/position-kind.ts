import type { Board, Side } from './board.ts';

/** Type of position, which determines the cube efficiency. `over`: a player has borne off. */
export type PositionKind = 'contact' | 'race' | 'over';

export function kindOf({ own, other }: Board): PositionKind {
  if (own.counts[0] === 15 || other.counts[0] === 15) return 'over';
  return rearOf(own) + rearOf(other) > 25 ? 'contact' : 'race';
}

function rearOf({ counts }: Side): number {
  let place = 25;
  while (counts[place] === 0) place--;
  return place;
}
