import { afterHops } from './hops.ts';
import { BAR, checkersAt, OFF } from './position.ts';
import { type Hop, opponent, type Player, type Position } from './types.ts';

/** How a play of no hops is written. */
export const DANCE = 'dance';

/** One checker's way: the places it touches, and whether it hits on each of them (on the first, never). */
interface Way {
  readonly places: number[];
  readonly hits: boolean[];
}

/**
 * A play in the usual notation, in the mover's own numbers: `13/8 6/5`, `bar/20`, `6/off`, `8/5(2)` for the same twice,
 * highest first, `dance` for no hops. The hops of one checker are joined: 24/18 18/13 is `24/13`. With the position before
 * the play a star follows each place where a checker hits, and such places are named on the way, too. Only with them
 * does the text tell the play in every case.
 */
export function makePlay(hops: readonly Hop[], before?: { position: Position; player: Player }): string {
  if (hops.length === 0) return DANCE;
  const hits = before ? findHits(hops, before.position, before.player) : hops.map(() => false);
  const ways = joinHops(hops, hits).sort((a, b) => b.places[0]! - a.places[0]! || b.places.at(-1)! - a.places.at(-1)!);
  return countRepeats(ways).join(' ');
}

/** Whether each hop, made in this order, hits. */
export function findHits(hops: readonly Hop[], position: Position, player: Player): boolean[] {
  let now = position;
  return hops.map((hop) => {
    const hit = hop[1] > OFF && checkersAt(now, opponent(player), BAR - hop[1]) === 1;
    now = afterHops(now, player, [hop]);
    return hit;
  });
}

/** Joins a hop to the way of a checker that stopped where it starts. */
function joinHops(hops: readonly Hop[], hits: readonly boolean[]): Way[] {
  const ways: Way[] = [];
  for (const [n, [from, to]] of hops.entries()) {
    const way = ways.find(({ places }) => places.at(-1) === from) ?? { places: [from], hits: [false] };
    if (way.places.length === 1) ways.push(way);
    way.places.push(to);
    way.hits.push(hits[n] ?? false);
  }
  return ways;
}

/** Two checkers that go the same way are written once, also when only the first of them hits at its end. */
function countRepeats(ways: readonly Way[]): string[] {
  const counts = new Map<string, { times: number; hit: string }>();
  for (const { places, hits } of ways) {
    const stops = places.slice(1, -1).filter((_, n) => hits[n + 1]);
    const end = nameOf(places.at(-1)!);
    const stem = [nameOf(places[0]!), ...stops.map((place) => `${nameOf(place)}*`), end].join('/');
    const { times = 0, hit = '' } = counts.get(stem) ?? {};
    counts.set(stem, { times: times + 1, hit: hits.at(-1) ? '*' : hit });
  }
  return [...counts].map(([stem, { times, hit }]) => `${stem}${hit}${times > 1 ? `(${times})` : ''}`);
}

function nameOf(place: number): string {
  if (place === BAR) return 'bar';
  return place === OFF ? 'off' : String(place);
}
