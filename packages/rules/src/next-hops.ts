import { afterHops, hopSources, landing } from './hops.ts';
import { isHopList } from './plays.ts';
import { BAR, checkersAt } from './position.ts';
import { type Duty, distinctDice, type Progress, playDuty, progress, requireRoll, without } from './progress.ts';
import { type Dice, type Hop, opponent, type Player, type Position, type Result } from './types.ts';

const ILLEGAL_HOP = { ok: false, code: 'illegal-hop', message: 'A hop cannot be made with an unused die.' } as const;

/** A single hop that may come next. */
export interface NextHop {
  readonly hop: Hop;
  readonly die: number;
  /** True if the hop hits a blot. */
  readonly hits: boolean;
  /** The position after the hop. */
  readonly position: Position;
}

/** The state of an incomplete play. */
export interface PlayInProgress {
  /** The position after the hops so far. */
  readonly position: Position;
  /** The unused dice, in the order of the roll. */
  readonly left: readonly number[];
  /** The hops that may come next, ordered by die (in the order of the roll), then from the highest source down. */
  readonly next: readonly NextHop[];
  /** True if the hops so far are a complete legal play. */
  readonly complete: boolean;
}

/** Returns the maximum number of further hops with the remaining dice. */
function mostHops({ position, left }: Progress, player: Player): number {
  const [die, other] = left;
  if (die === undefined) return 0;
  if (other === undefined) return Math.min(hopSources(position, player, die).length, 1);
  return Math.min(playDuty(position, player, [die, other]).hops, left.length);
}

/** Returns the hops that may follow `made` hops, so that the play can still satisfy the roll's duty. */
function follow(way: Progress, player: Player, duty: Duty, made: number): NextHop[] {
  const dice = distinctDice(way.left).filter((die) => duty.die === null || duty.die === die);
  const meetsDuty = ({ position, die }: NextHop) =>
    made + 1 + mostHops({ position, left: without(way.left, die) }, player) >= duty.hops;
  return dice.flatMap((die) => hopsBy(way, player, die).filter(meetsDuty));
}

function hopsBy({ position }: Progress, player: Player, die: number): NextHop[] {
  return hopSources(position, player, die).map((from) => {
    const to = landing(from, die);
    const hop: Hop = [from, to];
    const hits = to > 0 && checkersAt(position, opponent(player), BAR - to) === 1;
    return { hop, die, hits, position: afterHops(position, player, [hop]) };
  });
}

/** Removes duplicates: each hop by each die once. */
function distinctHops(hops: readonly NextHop[]): NextHop[] {
  return hops.filter(
    (one, index) => hops.findIndex((other) => other.hop[0] === one.hop[0] && other.die === one.die) === index,
  );
}

/**
 * Returns the state of an incomplete play for a board: the single hops that may come next so that as many
 * dice as possible are played (and the larger one if only one can be), and if the hops so far are a complete
 * legal play. If the hops so far use too few dice for any legal play, `next` is empty and `complete` is
 * false. Fails with `illegal-hop` if the hops so far are not possible at all.
 */
export function nextHops(
  position: Position,
  player: Player,
  dice: Dice,
  hopsSoFar: readonly Hop[],
): Result<PlayInProgress, 'illegal-hop'> {
  requireRoll(position, player, dice);
  if (!isHopList(hopsSoFar)) return ILLEGAL_HOP;
  const ways = progress(position, player, dice, hopsSoFar);
  const first = ways[0];
  if (!first) return ILLEGAL_HOP;
  const duty = playDuty(position, player, dice);
  const made = hopsSoFar.length;
  const next = distinctHops(ways.flatMap((way) => (made < duty.hops ? follow(way, player, duty, made) : [])));
  const dutiful = ways.some(({ left }) => duty.die === null || !left.includes(duty.die));
  return { ok: true, value: { ...first, next, complete: made === duty.hops && dutiful } };
}

/** A place that one checker can reach with one or more hops. */
export interface Destination {
  readonly to: number;
  readonly hops: readonly Hop[];
  /** The position after those hops. */
  readonly position: Position;
}

interface Route extends Destination {
  readonly hits: number;
}

/**
 * Returns the places to which the checker on `from` can be dragged, each once, with the hops to get there. Of
 * several routes it chooses the one with the fewest hops, then the one with the most hits; the others can be
 * made hop by hop.
 */
export function destinations(
  position: Position,
  player: Player,
  dice: Dice,
  hopsSoFar: readonly Hop[],
  from: number,
): Destination[] {
  const found = new Map<number, Route>();
  let routes: Route[] = [{ to: from, hops: [], position, hits: 0 }];
  while (routes.length > 0) {
    routes = routes.flatMap((route) => extend(position, player, dice, hopsSoFar, route));
    routes.sort((a, b) => b.hits - a.hits);
    for (const route of routes) if (!found.has(route.to)) found.set(route.to, route);
  }
  return [...found.values()].map(({ to, hops, position: reached }) => ({ to, hops, position: reached }));
}

function extend(position: Position, player: Player, dice: Dice, hopsSoFar: readonly Hop[], route: Route): Route[] {
  const now = nextHops(position, player, dice, [...hopsSoFar, ...route.hops]);
  if (!now.ok || route.to === 0) return [];
  return now.value.next
    .filter(({ hop }) => hop[0] === route.to)
    .map(({ hop, hits, position: reached }) => ({
      to: hop[1],
      hops: [...route.hops, hop],
      position: reached,
      hits: route.hits + Number(hits),
    }));
}
