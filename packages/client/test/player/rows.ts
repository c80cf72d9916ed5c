import type { MatchRow } from '@anchor/wire';

export const ann = 'a'.repeat(64);
export const bob = 'b'.repeat(64);
export const cem = 'c'.repeat(64);

interface Plan extends Partial<MatchRow> {
  /** Ratings of player 0 before and after, with the deviation. */
  readonly first?: readonly [number, number, number];
  readonly second?: readonly [number, number, number];
}

let last = 0;

/** Returns a row of the match index: Ann against Bob, won by Ann by default. */
export function row({ first, second, ...rest }: Plan = {}): MatchRow {
  last += 1;
  return {
    id: `match_${String(last).padStart(10, '0')}`,
    created: last * 1000,
    length: 3,
    p0: ann,
    p1: bob,
    name0: 'Ann',
    name1: 'Bob',
    score0: 3,
    score1: 1,
    winner: 0,
    rated: first !== undefined,
    reason: 'points',
    rating0_before: first?.[0] ?? null,
    rating0_after: first?.[1] ?? null,
    rating1_before: second?.[0] ?? null,
    rating1_after: second?.[1] ?? null,
    rd0_before: first?.[2] ?? null,
    rd0_after: first?.[2] ?? null,
    rd1_before: second?.[2] ?? null,
    rd1_after: second?.[2] ?? null,
    final_hash: '0'.repeat(64),
    ...rest,
  };
}
