import {
  BAR,
  type Destination,
  type Dice,
  destinations,
  type Hop,
  legalPlays,
  type NextHop,
  nextHops,
  OFF,
  ownView,
  type Player,
  type Position,
} from 'bg-rules';

/**
 * A play that is being made and has not left the page. It is a plain value, and the functions below return new ones.
 */
export interface Turn {
  readonly position: Position;
  readonly player: Player;
  readonly dice: Dice;
  /** The hops of each click or drag, in order. A combined move has several hops. */
  readonly steps: readonly (readonly Hop[])[];
  /** The dice from left to right. A click plays the left one. */
  readonly order: Dice;
}

/** One die on the board. */
export interface ShownDie {
  readonly value: number;
  readonly used: boolean;
}

/** The state of a turn as the board shows it. */
export interface TurnView {
  readonly position: Position;
  readonly hops: readonly Hop[];
  readonly next: readonly NextHop[];
  readonly dice: readonly ShownDie[];
  /** True if the hops so far are a complete legal play. */
  readonly complete: boolean;
}

/** The die that a click plays: the left one or the other. */
export type Side = 'left' | 'right';

/** Returns a turn before its first hop, with the larger die on the left. */
export function startTurn(position: Position, player: Player, dice: Dice): Turn {
  const order: Dice = dice[0] >= dice[1] ? dice : [dice[1], dice[0]];
  return { position, player, dice, steps: [], order };
}

export function viewTurn(turn: Turn): TurnView {
  const hops = turn.steps.flat();
  const now = nextHops(turn.position, turn.player, turn.dice, hops);
  if (!now.ok) return { position: turn.position, hops: [], next: [], dice: shownDice(turn.order, []), complete: false };
  const { position, next, left, complete } = now.value;
  return { position, hops, next, dice: shownDice(turn.order, left), complete };
}

function shownDice(order: Dice, left: readonly number[]): ShownDie[] {
  if (order[0] !== order[1]) return order.map((value) => ({ value, used: !left.includes(value) }));
  return [0, 1, 2, 3].map((place) => ({ value: order[0], used: place >= left.length }));
}

/** Returns the turn with the dice swapped. Returns it unchanged once a checker has moved. */
export function swapDice(turn: Turn): Turn {
  return turn.steps.length > 0 ? turn : { ...turn, order: [turn.order[1], turn.order[0]] };
}

/** Returns the turn without its last click or drag. */
export function undo(turn: Turn): Turn {
  return { ...turn, steps: turn.steps.slice(0, -1) };
}

/** Returns the turn with a complete play as one step. */
export function withPlay(turn: Turn, hops: readonly Hop[]): Turn {
  return { ...turn, steps: hops.length > 0 ? [hops] : [] };
}

/** Returns the places where the checker on `from` can land in one drag. */
export function targets(turn: Turn, from: number): Destination[] {
  return destinations(turn.position, turn.player, turn.dice, turn.steps.flat(), from);
}

/** Returns the places from which a checker can move now. */
export function movable(turn: Turn): Set<number> {
  return new Set(viewTurn(turn).next.map(({ hop }) => hop[0]));
}

/** Returns the turn after the checker on `from` is dropped on `to`, or null if it cannot land there. */
export function drop(turn: Turn, from: number, to: number): Turn | null {
  const route = targets(turn, from).find((destination) => destination.to === to);
  return route ? addStep(turn, route.hops) : null;
}

/**
 * Returns the turn after a click on the checker at `from`. The click plays the die on that side, or the other die if
 * that one cannot be played. If a die can bear the checker off only after another hop, both are played. A click on a
 * point without a movable checker makes that point if two dice can. Returns null if none of this is possible.
 */
export function click(turn: Turn, from: number, side: Side): Turn | null {
  const [left, right] = turn.order;
  for (const die of side === 'left' ? [left, right] : [right, left]) {
    const hops = hopsBy(turn, from, die);
    if (hops) return addStep(turn, hops);
  }
  return makePoint(turn, from);
}

function hopsBy(turn: Turn, from: number, die: number): readonly Hop[] | null {
  const { next, dice } = viewTurn(turn);
  if (!dice.some(({ value, used }) => value === die && !used)) return null;
  const single = next.find((one) => one.hop[0] === from && one.die === die);
  if (single) return [single.hop];
  return from <= die ? (targets(turn, from).find(({ to }) => to === OFF)?.hops ?? null) : null;
}

/** Makes a point with two checkers at once, if two single hops can. */
function makePoint(turn: Turn, point: number): Turn | null {
  if (point === BAR || point === OFF) return null;
  for (const first of landingOn(turn, point)) {
    const [second] = landingOn(addStep(turn, [first]), point);
    if (second) return addStep(turn, [first, second]);
  }
  return null;
}

function landingOn(turn: Turn, point: number): Hop[] {
  return viewTurn(turn)
    .next.map(({ hop }) => hop)
    .filter((hop) => hop[1] === point);
}

function addStep(turn: Turn, hops: readonly Hop[]): Turn {
  return { ...turn, steps: [...turn.steps, hops] };
}

/** Returns the only legal play (`[]` if there is none), or null if there is a choice. */
export function forcedPlay(position: Position, player: Player, dice: Dice): readonly Hop[] | null {
  const plays = legalPlays(position, player, dice);
  if (plays.length > 1) return null;
  return plays[0]?.hops ?? [];
}

/**
 * Returns the play that bears off a checker with every die, if there is no more contact and such a play exists, or
 * null. It is for players who do not want to click each checker.
 */
export function greedyPlay(position: Position, player: Player, dice: Dice): readonly Hop[] | null {
  if (hasContact(position, player)) return null;
  const wanted = dice[0] === dice[1] ? 4 : 2;
  const bearsOff = (hops: readonly Hop[]) => hops.filter(([, to]) => to === OFF).length;
  const left = ownView(position, player).reduce((sum, count) => sum + Math.max(count, 0), 0);
  const play = legalPlays(position, player, dice).find(({ hops }) => bearsOff(hops) === Math.min(wanted, left));
  return play?.hops ?? null;
}

/** True if the player has a checker on the bar and every point on which it could enter is made: no roll can move it. */
export function isShutOut(position: Position, player: Player): boolean {
  const entries = ownView(position, player).slice(19, BAR);
  return position.bar[player] > 0 && entries.every((count) => count < -1);
}

/** True if a checker of the player still has to pass one of the opponent's. */
export function hasContact(position: Position, player: Player): boolean {
  const view = ownView(position, player);
  const theirLowest = view.findIndex((count) => count < 0);
  const mineHighest = view.findLastIndex((count) => count > 0);
  return theirLowest >= 0 && theirLowest < mineHighest;
}

/** Returns the positions after each hop of a play, including the last. */
export function frames(position: Position, player: Player, dice: Dice, hops: readonly Hop[]): Position[] {
  return hops.flatMap((_, index) => {
    const made = nextHops(position, player, dice, hops.slice(0, index + 1));
    return made.ok ? [made.value.position] : [];
  });
}
