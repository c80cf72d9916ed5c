import type { Situation } from 'bg-rules';

/** The cube as the board shows it: while a double waits, at the player who answers and with the offered value. */
export function shownCubeOf({ cube, doubled, length, crawford, toAct }: Situation) {
  if (length === 1 || crawford) return null;
  const { value, owner } = cube;
  return doubled ? { value: value * 2, owner, offeredTo: toAct } : { value, owner, offeredTo: null };
}
