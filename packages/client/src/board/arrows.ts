import { BAR, type Hop, OFF } from 'bg-rules';

/** The path of a checker in a play, from start to end. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** The number of checkers that moved along this path. */
  readonly count: number;
}

/** Joins the hops of a play into paths of single checkers, in the mover's own numbers. */
export function arrowsOf(hops: readonly Hop[]): Arrow[] {
  const ways: { from: number; to: number }[] = [];
  for (const [from, to] of hops) {
    const begun = ways.find((way) => way.to === from && from !== OFF && from !== BAR);
    if (begun) begun.to = to;
    else ways.push({ from, to });
  }
  return counted(ways);
}

function counted(ways: readonly { from: number; to: number }[]): Arrow[] {
  const arrows: { from: number; to: number; count: number }[] = [];
  for (const { from, to } of ways) {
    const known = arrows.find((arrow) => arrow.from === from && arrow.to === to);
    if (known) known.count += 1;
    else arrows.push({ from, to, count: 1 });
  }
  return arrows;
}
