import { SeededRandom } from '@anchor/testkit/random';
import { applyPlay, BAR, checkersAt, legalPlays, OFF, type Position, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { checkerSpots, covered, spotOn, type Way, wayBetween } from '../../src/board/arrow-way.ts';
import { arrowsOf } from '../../src/board/arrows.ts';
import { BOTTOM, checkerSpot, type Orientation, type Spot, TOP } from '../../src/board/geometry.ts';

const SEATS = [0, 1] as const;
const orientations: Orientation[] = SEATS.flatMap((viewer) =>
  [false, true].flatMap((mirrored) => [false, true].map((flipped) => ({ viewer, mirrored, flipped }))),
);
const plain: Orientation = { viewer: 0, mirrored: false, flipped: false };
const middle = (start: Spot, end: Spot): Spot => ({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
const straight = (start: Spot, end: Spot): Way => ({ start, bend: middle(start, end), end });
const others = (spots: readonly Spot[], { start, end }: Way) =>
  spots.filter((spot) => [start, end].every(({ x, y }) => Math.hypot(spot.x - x, spot.y - y) > 1));
const at = (place: number, index: number) => checkerSpot(0, place, index, plain);

/** The ways of the arrows of one random play after another, with the checkers beside them. */
function* waysOfGames(random: SeededRandom, orientation: Orientation): Generator<{ way: Way; checkers: Spot[] }> {
  let position: Position = startPosition();
  for (let turn = 0; turn < 60; turn++) {
    const player = turn % 2 === 0 ? 0 : 1;
    const dice: [number, number] = [1 + random.below(6), 1 + random.below(6)];
    const plays = legalPlays(position, player, dice);
    const play = plays[random.below(plays.length)];
    if (!play) return;
    const played = applyPlay(position, player, dice, play.hops);
    if (!played.ok) throw new Error(played.message);
    position = played.value;
    const spots = checkerSpots(position, orientation);
    for (const { from, to } of arrowsOf(play.hops)) {
      if (to === OFF) continue;
      const count = (place: number) => Math.min(checkersAt(position, player, place), 5);
      const start = checkerSpot(player, from, from === BAR ? 0 : Math.min(count(from), 4), orientation);
      const end = checkerSpot(player, to, Math.max(count(to) - 1, 0), orientation);
      const way = wayBetween(start, end, spots);
      yield { way, checkers: others(spots, way) };
    }
  }
}

describe('the way of an arrow', () => {
  it('AR1 is almost straight where no checker is near', () => {
    const [start, end] = [at(10, 0), at(3, 0)];
    const { bend } = wayBetween(start, end, []);
    expect(Math.hypot(bend.x - middle(start, end).x, bend.y - middle(start, end).y)).toBeCloseTo(16, 6);
  });

  it('AR2 goes round a full stack between start and end', () => {
    const stack = Array.from({ length: 5 }, (_, index) => at(8, index));
    const [start, end] = [at(11, 0), at(5, 0)];
    const way = wayBetween(start, end, stack);
    expect(covered(straight(start, end), stack)).toBeGreaterThan(0);
    expect(covered(way, stack)).toBe(0);
  });

  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  it(`AR3 touches no checker in four of five plays, covers an eighth of what the straight line does, and stays in the field (seed ${seed})`, () => {
    const random = new SeededRandom(seed);
    let [ways, straightCover, cover, free] = [0, 0, 0, 0];
    for (const orientation of orientations)
      for (let game = 0; game < 3; game++)
        for (const { way, checkers } of waysOfGames(random, orientation)) {
          const [before, after] = [covered(straight(way.start, way.end), checkers), covered(way, checkers)];
          // The gentlest bend touches the next checker a little sooner than the straight line does.
          expect(after).toBeLessThanOrEqual(before + 60);
          for (const share of [0.25, 0.5, 0.75]) {
            expect(spotOn(way, share).y).toBeGreaterThan(TOP);
            expect(spotOn(way, share).y).toBeLessThan(BOTTOM);
          }
          ways += 1;
          straightCover += before;
          cover += after;
          if (after === 0) free += 1;
        }
    expect(ways).toBeGreaterThan(200);
    expect(cover).toBeLessThan(straightCover / 8);
    expect(free / ways).toBeGreaterThan(0.8);
  });
});
