import { afterHops } from './hops.ts';
import { BAR, checkersAt, OFF } from './position.ts';
import { type Hop, opponent, type Player, type Position } from './types.ts';

/** The notation of a play without hops. */
export const DANCE = 'dance';

/** The path of one checker: the places it touches, and for each place if it hits there (never on the first). */
interface Path {
  readonly places: number[];
  readonly hits: boolean[];
}

/**
 * Writes a play in the usual notation in the mover's numbering: `13/8 6/5`, `bar/20`, `6/off`, `8/5(2)` for
 * the same twice, highest first, `dance` for no hops. Consecutive hops of one checker are joined: 24/18 18/13
 * becomes `24/13`. If the position before the play is given, a star marks each hit, and intermediate places
 * with a hit are shown. Only then is the text always unambiguous.
 */
export function makePlay(hops: readonly Hop[], before?: { position: Position; player: Player }): string {
  if (hops.length === 0) return DANCE;
  const hits = before ? findHits(hops, before.position, before.player) : hops.map(() => false);
  const ways = joinHops(hops, hits).sort((a, b) => b.places[0]! - a.places[0]! || b.places.at(-1)! - a.places.at(-1)!);
  return countRepeats(ways).join(' ');
}

/** Returns for each hop, made in this order, if it hits. */
export function findHits(hops: readonly Hop[], position: Position, player: Player): boolean[] {
  let now = position;
  return hops.map((hop) => {
    const hit = hop[1] > OFF && checkersAt(now, opponent(player), BAR - hop[1]) === 1;
    now = afterHops(now, player, [hop]);
    return hit;
  });
}

/** Joins a hop to the path of a checker that stopped at its source. */
function joinHops(hops: readonly Hop[], hits: readonly boolean[]): Path[] {
  const ways: Path[] = [];
  for (const [n, [from, to]] of hops.entries()) {
    const way = ways.find(({ places }) => places.at(-1) === from) ?? { places: [from], hits: [false] };
    if (way.places.length === 1) ways.push(way);
    way.places.push(to);
    way.hits.push(hits[n] ?? false);
  }
  return ways;
}

/** Writes identical paths once with a count, even if only the first of them hits at its end. */
function countRepeats(ways: readonly Path[]): string[] {
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
