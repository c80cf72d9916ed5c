import { refuseArgument } from './argument-error.ts';
import { afterHops } from './hops.ts';
import { isHopList } from './plays.ts';
import { BAR, checkersAt, OFF } from './position.ts';
import { type Hop, opponent, type Player, type Position } from './types.ts';

/** The notation of a play without hops. */
export const DANCE = 'dance';

/** The path of one checker. */
interface Path {
  readonly from: number;
  to: number;
  /** True if the checker hits where it ends. */
  hit: boolean;
  /** The places on the way at which it hits. */
  readonly hitOnWay: number[];
}

/**
 * Writes a play in the usual notation in the mover's numbering: `13/8 6/5`, `bar/20`, `6/off`, `8/5(2)` for
 * the same twice, highest first, `dance` for no hops. Consecutive hops of one checker are joined: 24/18 18/13
 * becomes `24/13`. If the position before the play is given, a star marks each hit, and intermediate places
 * with a hit are shown. Only then is the text always unambiguous.
 */
export function makePlay(hops: readonly Hop[], before?: { position: Position; player: Player }): string {
  if (!isHopList(hops)) refuseArgument('bad-hops', 'A play is a list of pairs of places.');
  if (hops.length === 0) return DANCE;
  const hits = before ? findHits(hops, before.position, before.player) : hops.map(() => false);
  const paths = joinHops(hops, hits).sort((a, b) => b.from - a.from || b.to - a.to);
  return countRepeats(paths).join(' ');
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
  const paths: Path[] = [];
  for (const [n, [from, to]] of hops.entries()) {
    const hit = hits[n] ?? false;
    const path = paths.find((other) => other.to === from);
    if (!path) {
      paths.push({ from, to, hit, hitOnWay: [] });
      continue;
    }
    if (path.hit) path.hitOnWay.push(path.to);
    path.to = to;
    path.hit = hit;
  }
  return paths;
}

/** Writes identical paths once with a count, even if only the first of them hits at its end. */
function countRepeats(paths: readonly Path[]): string[] {
  const counts = new Map<string, { times: number; star: string }>();
  for (const { from, to, hit, hitOnWay } of paths) {
    const text = [nameOf(from), ...hitOnWay.map((place) => `${nameOf(place)}*`), nameOf(to)].join('/');
    const { times = 0, star = '' } = counts.get(text) ?? {};
    counts.set(text, { times: times + 1, star: hit ? '*' : star });
  }
  return [...counts].map(([text, { times, star }]) => `${text}${star}${times > 1 ? `(${times})` : ''}`);
}

function nameOf(place: number): string {
  if (place === BAR) return 'bar';
  return place === OFF ? 'off' : String(place);
}
