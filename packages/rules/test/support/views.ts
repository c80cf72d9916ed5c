import type { SeededRandom } from '../../../testkit/src/random.ts';
import type { Play, Player, Position } from '../../src/types.ts';
import type { View } from './brute-force.ts';

/** Returns the position that a player sees as `view`. Independent of the package's own conversion. */
export function seenBy(view: View, player: Player): Position {
  const mine = view.slice(1, 26).reduce((sum, n) => sum + Math.max(n, 0), 0);
  const theirs = view.slice(0, 25).reduce((sum, n) => sum + Math.max(-n, 0), 0);
  const points = view.slice(1, 25);
  const bars = [view[25]!, view[0]! === 0 ? 0 : -view[0]!] as const;
  const offs = [15 - mine, 15 - theirs] as const;
  if (player === 0) return { points, bar: bars, off: offs };
  return {
    points: points.reverse().map((n) => (n === 0 ? 0 : -n)),
    bar: [bars[1], bars[0]],
    off: [offs[1], offs[0]],
  };
}

/** Returns a text that identifies a position. */
export function keyOf({ points, bar, off }: Position): string {
  return [points, bar, off].join('/');
}

export function keysOf(plays: readonly Play[]): string[] {
  return plays.map(({ position }) => keyOf(position)).sort();
}

/** Parameters of a random position: how far advanced, how crowded, how many on the bar or off. */
interface Shape {
  readonly highest: number;
  readonly places: number;
  readonly maxBar: number;
  readonly maxOff: number;
}

const SHAPES: readonly Shape[] = [
  { highest: 24, places: 8, maxBar: 0, maxOff: 0 },
  { highest: 24, places: 14, maxBar: 1, maxOff: 0 },
  { highest: 24, places: 7, maxBar: 3, maxOff: 2 },
  { highest: 12, places: 6, maxBar: 1, maxOff: 6 },
  { highest: 7, places: 5, maxBar: 0, maxOff: 13 },
  { highest: 6, places: 6, maxBar: 1, maxOff: 14 },
  { highest: 3, places: 3, maxBar: 0, maxOff: 4 },
];

function scatter(random: SeededRandom, shape: Shape, isFree: (place: number) => boolean): number[] {
  const counts = new Array<number>(26).fill(0);
  const places = Array.from({ length: shape.places }, () => 1 + random.below(shape.highest)).filter(isFree);
  counts[25] = random.below(shape.maxBar + 1);
  const left = 15 - counts[25] - random.below(shape.maxOff + 1);
  for (let n = 0; n < left && places.length > 0; n++) counts[random.pick(places)]!++;
  return counts;
}

/** Returns a random view: contact, crunched boards, bear-offs, checkers on either bar, depending on the two shapes. */
export function randomView(random: SeededRandom): View {
  const mine = scatter(random, random.pick(SHAPES), () => true);
  const theirs = scatter(random, random.pick(SHAPES), (place) => mine[25 - place] === 0);
  return mine.map((count, place) => (count > 0 ? count : -theirs[25 - place]! || 0));
}

export function randomRoll(random: SeededRandom): [number, number] {
  return [1 + random.below(6), 1 + random.below(6)];
}
