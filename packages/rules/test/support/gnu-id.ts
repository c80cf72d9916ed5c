import type { Player, Position } from '../../src/types.ts';

/** Returns GNU Backgammon's position ID with `mover` on roll, implemented from its description. */
export function gnuId(position: Position, mover: Player): string {
  const bits = [...run(position, mover === 0 ? 1 : 0), ...run(position, mover)];
  const bytes = new Uint8Array(10);
  bits.forEach((bit, at) => {
    bytes[at >> 3]! |= bit << (at & 7);
  });
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}

/** A one for each checker and a zero after each place, from the ace point to the bar. */
function run({ points, bar }: Position, player: Player): number[] {
  const own = player === 0 ? points : points.map((n) => -n).reverse();
  const counts = [...own.map((n) => Math.max(n, 0)), bar[player]];
  return counts.flatMap((n) => [...new Array<number>(n).fill(1), 0]);
}
