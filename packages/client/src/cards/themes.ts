import {
  BAR,
  checkersAt,
  legalPlays,
  opponent,
  type Player,
  type Position,
  pipCount,
  type Situation,
  startPosition,
} from 'bg-rules';

/** The themes of the puzzles, in the order of the page. */
export const THEMES = [
  'opening',
  'blitz',
  'prime',
  'holding',
  'back-game',
  'hit',
  'contact-bear-off',
  'race',
  'bear-off',
  'double',
  'take',
] as const;
export type Theme = (typeof THEMES)[number];

/** A side of the board: its player, and the opponent. */
interface Side {
  readonly position: Position;
  readonly player: Player;
}

/** In the opening, so many checkers of each player at most have left the places of the start: for about four rolls. */
const MOVED_IN_OPENING = 3;
/** Made points in a row that hold checkers: a prime that still has to be extended, or a full one. */
const PRIME = 4;
/** A back game is behind by at least so many pips. */
const BEHIND_IN_BACK_GAME = 40;

/**
 * Returns the theme of a decision of player 0. Null for a play that is of no theme. The first that fits decides, so a position has one theme:
 * the cube; no contact; the opening; then the kinds of position, the rarest first; and at last whether to hit.
 */
export function themeOf(situation: Situation): Theme | null {
  const { position, dice, doubled } = situation;
  if (doubled) return 'take';
  if (dice === null) return 'double';
  const own: Side = { position, player: 0 };
  const other: Side = { position, player: 1 };
  const isHome = rearOf(own) <= 6;
  if (rearOf(own) + rearOf(other) <= BAR) return isHome ? 'bear-off' : 'race';
  if (isHome) return 'contact-bear-off';
  if (movedOf(own) <= MOVED_IN_OPENING && movedOf(other) <= MOVED_IN_OPENING) return 'opening';
  if (isBackGame(own) || isBackGame(other)) return 'back-game';
  if (isPriming(own) && isPriming(other)) return 'prime';
  if (isBlitz(own)) return 'blitz';
  if (isHolding(own, other)) return 'holding';
  return mayHit(situation) ? 'hit' : null;
}

/** Returns the place of a side's last checker, or 0 if all are off. */
function rearOf({ position, player }: Side): number {
  let place = BAR;
  while (place > 0 && checkersAt(position, player, place) === 0) place--;
  return place;
}

function sumOf({ position, player }: Side, from: number, to: number): number {
  let sum = 0;
  for (let place = from; place <= to; place++) sum += checkersAt(position, player, place);
  return sum;
}

function pointsOf({ position, player }: Side, from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n).filter(
    (place) => checkersAt(position, player, place) > 1,
  );
}

/** Returns the number of checkers that are not where the game began. */
function movedOf({ position, player }: Side): number {
  const start = startPosition();
  let moved = 0;
  for (let place = 1; place <= 24; place++)
    moved += Math.max(0, checkersAt(start, player, place) - checkersAt(position, player, place));
  return moved;
}

/** True for two points or more in the opponent's home, far behind. */
function isBackGame(side: Side): boolean {
  const { position, player } = side;
  const behind = pipCount(position, player) - pipCount(position, opponent(player));
  return pointsOf(side, 19, 24).length > 1 && behind >= BEHIND_IN_BACK_GAME;
}

/** True for a prime of at least four points in front of the opponent's last checkers, with checkers behind the opponent's. */
function isPriming(side: Side): boolean {
  const made = new Set(pointsOf(side, 2, 11));
  let [run, longest] = [0, 0];
  for (let place = 2; place <= 11; place++) {
    run = made.has(place) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest >= PRIME && sumOf(side, 19, BAR) > 0;
}

/** True for an attack: a checker of the opponent is on the bar, another is still back, and four places of the home hold attackers. */
function isBlitz({ position, player }: Side): boolean {
  const victim: Side = { position, player: opponent(player) };
  const held = [1, 2, 3, 4, 5, 6].filter((place) => checkersAt(position, player, place) > 0);
  return checkersAt(position, victim.player, BAR) > 0 && sumOf(victim, 19, BAR) > 1 && held.length > 3;
}

/** The bar point, the five point and the four point of the opponent, in the holder's numbering. */
const ADVANCED_ANCHORS: readonly number[] = [18, 20, 21];

/** True if one side has an advanced anchor and nothing behind it, and the other one has the same or has escaped. */
function isHolding(own: Side, other: Side): boolean {
  const anchors = [own, other].map((side) => {
    const rear = rearOf(side);
    return ADVANCED_ANCHORS.includes(rear) && checkersAt(side.position, side.player, rear) > 1;
  });
  const escaped = [own, other].map((side) => rearOf(side) < 18);
  return anchors.some(Boolean) && anchors.every((isAnchor, n) => isAnchor || escaped[n]);
}

/** True if some legal plays hit and others do not. */
function mayHit({ position, dice }: Situation): boolean {
  const hits = dice ? legalPlays(position, 0, dice).map((play) => play.position.bar[1] > position.bar[1]) : [];
  return hits.includes(true) && hits.includes(false);
}
