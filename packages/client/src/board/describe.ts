import {
  BAR,
  type Cube,
  checkersAt,
  type Dice,
  type Hop,
  OFF,
  opponent,
  type Player,
  type Position,
  pipCount,
} from 'bg-rules';
import { boardTexts as texts } from '../strings/board.ts';
import { arrowsOf } from './arrows.ts';
import { viewerPlace } from './geometry.ts';

/** Names by seat, as read aloud. */
export type Names = readonly [string, string];

const PLACES = Array.from({ length: BAR + 1 }, (_, n) => BAR - n);

function placeName(place: number): string {
  if (place === BAR) return texts.barWithin;
  return place === OFF ? texts.offWithin : texts.point(place);
}

/**
 * Describes one place in the viewer's numbers: its checkers, and where they can go. With `names` for a viewer who plays
 * neither side, the checkers are those of named players.
 */
export function describePlace(
  position: Position,
  viewer: Player,
  place: number,
  targets: readonly number[],
  names: Names | null = null,
): string {
  const head = place === BAR ? texts.bar : place === OFF ? texts.off : texts.point(place);
  return [head, ...occupants(position, viewer, place, names), ...reach(targets)].join(', ');
}

function occupants(position: Position, viewer: Player, place: number, names: Names | null): string[] {
  const other = opponent(viewer);
  const mine = checkersAt(position, viewer, place);
  const theirs = checkersAt(position, other, viewerPlace(other, place, viewer));
  if (mine + theirs === 0) return [texts.empty];
  const near = names ? texts.named(names[viewer], mine) : texts.mine(mine);
  const far = names ? texts.named(names[other], theirs) : texts.theirs(theirs);
  return [...(mine > 0 ? [near] : []), ...(theirs > 0 ? [far] : [])];
}

function reach(targets: readonly number[]): string[] {
  return targets.length > 0 ? [texts.canGoTo(targets.map(placeName).join(texts.and))] : [];
}

/** Describes the places of all checkers in the viewer's numbers, the pip counts and the cube. */
export function describePosition(position: Position, viewer: Player, names: Names, cube: Cube | null): string {
  const sides = [viewer, opponent(viewer)].map((player) => describeSide(position, player, viewer, names[player]));
  return [...sides, ...(cube ? [describeCube(cube, names)] : [])].join(' ');
}

function describeSide(position: Position, player: Player, viewer: Player, name: string): string {
  const places = PLACES.filter((place) => checkersAt(position, player, place) > 0).map((place) =>
    texts.placed(placeName(viewerPlace(player, place, viewer)), checkersAt(position, player, place)),
  );
  return texts.side(name, places.join(', '), pipCount(position, player));
}

function describeCube({ value, owner }: Cube, names: Names): string {
  return owner === null ? texts.cubeCentred(value) : texts.cubeOwned(names[owner], value);
}

export function describeRoll(name: string, [a, b]: Dice): string {
  return texts.rolled(name, a, b);
}

/** The position before a play, and its player. */
interface Before {
  readonly position: Position;
  readonly player: Player;
}

/** Describes a play in the mover's own numbers. */
export function describePlay(name: string, hops: readonly Hop[], before: Before): string {
  return hops.length === 0 ? texts.cannotMove(name) : texts.played(name, describeWays(hops, before));
}

/** Describes the ways of the checkers of a play and its hits, in the mover's own numbers. */
export function describeWays(hops: readonly Hop[], before: Before): string {
  const ways = arrowsOf(hops).map(({ from, to, count }) => texts.hop(placeName(from), placeName(to), count));
  const hits = hitsOf(hops, before).map(placeName);
  return [...ways, ...(hits.length > 0 ? [texts.hitting(hits.join(texts.and))] : [])].join(', ');
}

/** Returns the places at which a play hits, in the mover's own numbers. */
function hitsOf(hops: readonly Hop[], { position, player }: Before): number[] {
  const reached = new Set(hops.map(([, to]) => to));
  return [...reached].filter((to) => to !== OFF && checkersAt(position, opponent(player), BAR - to) === 1);
}
