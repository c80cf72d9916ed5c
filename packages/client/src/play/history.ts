import type { Header, MatchEvent } from 'bg-record';
import {
  type Action,
  applyAction,
  type Cube,
  type Dice,
  type GameResult,
  type Hop,
  type MatchState,
  type Player,
  type Position,
  startMatch,
} from 'bg-rules';

export type StepType = 'play' | 'double' | 'take' | 'pass' | 'beaver' | 'resign' | 'accept' | 'decline' | 'forfeit';

/** One line of the move list: a player's decision, with the board before and after it. */
export interface Step {
  /** The number of the event. */
  readonly n: number;
  readonly type: StepType;
  readonly player: Player;
  readonly game: number;
  /** The dice of a play. */
  readonly dice: Dice | null;
  readonly hops: readonly Hop[];
  /** The number of the roll of a play, from 1. 0 for other steps. */
  readonly roll: number;
  readonly before: Position;
  /** The position after the step. If the step ended the game, the last position of that game. */
  readonly after: Position;
  readonly cube: Cube;
  /** The points of a resignation. */
  readonly points: number;
  readonly reason: 'time' | 'abandonment' | null;
  /** The result of the game that the step ended. */
  readonly ended: GameResult | null;
  /** The score after the step. */
  readonly score: readonly [number, number];
}

/** The newest roll. */
export interface LatestRoll {
  readonly dice: Dice;
  readonly roll: number;
  /** The player who plays it. Null for a tied opening roll. */
  readonly player: Player | null;
  readonly game: number;
}

/** A match as read from its events, for the move list and for viewing earlier positions. */
export interface History {
  readonly steps: readonly Step[];
  readonly latest: LatestRoll | null;
  /** The number of rolls so far. */
  readonly rolls: number;
}

interface Reading {
  state: MatchState;
  steps: Step[];
  latest: LatestRoll | null;
  rolls: number;
}

/** Reads a match from events that a ledger has accepted. It stops at an event that does not fit. */
export function readHistory(header: Pick<Header, 'length' | 'rules'>, events: readonly MatchEvent[]): History {
  const reading: Reading = { state: startMatch(header), steps: [], latest: null, rolls: 0 };
  for (const event of events) if (!read(reading, event)) break;
  const { steps, latest, rolls } = reading;
  return { steps, latest, rolls };
}

function read(reading: Reading, event: MatchEvent): boolean {
  const action = actionOf(event);
  if (!action) return true;
  const { state } = reading;
  const next = applyAction(state, action);
  if (!next.ok) return false;
  if (action.type === 'dice') noteRoll(reading, action.dice, next.value);
  else if (action.type !== 'roll') reading.steps.push(stepOf(event.n, action, state, next.value, reading.rolls));
  reading.state = next.value;
  return true;
}

function noteRoll(reading: Reading, dice: Dice, after: MatchState): void {
  reading.rolls++;
  reading.latest = { dice, roll: reading.rolls, player: after.turn, game: after.game };
}

type Decided = Exclude<Action, { type: 'roll' | 'dice' }>;

function stepOf(n: number, action: Decided, before: MatchState, after: MatchState, rolls: number): Step {
  const ended = after.games.length > before.games.length ? (after.games.at(-1) ?? null) : null;
  const isPlay = action.type === 'play';
  return {
    n,
    type: action.type,
    player: action.type === 'forfeit' ? action.loser : action.player,
    game: before.game,
    dice: isPlay ? before.dice : null,
    hops: isPlay ? action.hops : [],
    roll: isPlay ? rolls : 0,
    before: before.position,
    after: ended ? lastPosition(before, action) : after.position,
    cube: ended ? before.cube : after.cube,
    points: action.type === 'resign' ? action.points : 0,
    reason: action.type === 'forfeit' ? action.reason : null,
    ended,
    score: after.score,
  };
}

/** Returns the last position of a game that this action ends. The state after it already shows the next game. */
function lastPosition(before: MatchState, action: Decided): Position {
  if (action.type !== 'play') return before.position;
  const endless = applyAction({ ...before, length: 0 }, action);
  return endless.ok ? endless.value.position : before.position;
}

/** Returns the action of an event, or null if the event concerns only the dice chains. */
function actionOf(event: MatchEvent): Action | null {
  const player: Player = event.p === 1 ? 1 : 0;
  switch (event.type) {
    case 'dice':
      return { type: 'dice', dice: event.dice };
    case 'play':
      return { type: 'play', player, hops: event.hops };
    case 'resign':
      return { type: 'resign', player, points: event.points };
    case 'forfeit':
      return { type: 'forfeit', loser: event.loser, reason: event.reason };
    case 'roll':
    case 'double':
    case 'take':
    case 'pass':
    case 'beaver':
    case 'accept':
    case 'decline':
      return { type: event.type, player };
    default:
      return null;
  }
}
