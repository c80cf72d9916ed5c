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

/** One line of the move list: what a player decided, and what the board showed before and after. */
export interface Step {
  /** Number of the event. */
  readonly n: number;
  readonly type: StepType;
  readonly player: Player;
  readonly game: number;
  /** Of a play. */
  readonly dice: Dice | null;
  readonly hops: readonly Hop[];
  /** Number of the roll that was played, from 1; 0 for what is no play. */
  readonly roll: number;
  readonly before: Position;
  /** The position after it; where it ended the game, the last position of that game. */
  readonly after: Position;
  readonly cube: Cube;
  /** Of a resignation. */
  readonly points: number;
  readonly reason: 'time' | 'abandonment' | null;
  /** Result of the game that it ended. */
  readonly ended: GameResult | null;
  /** The score after it. */
  readonly score: readonly [number, number];
}

/** The newest roll. */
export interface LatestRoll {
  readonly dice: Dice;
  readonly roll: number;
  /** Who plays it; null for a tied opening roll. */
  readonly player: Player | null;
  readonly game: number;
}

/** A match read from its events, for the move list and for looking back. */
export interface History {
  readonly steps: readonly Step[];
  readonly latest: LatestRoll | null;
  /** Rolls in the match so far. */
  readonly rolls: number;
}

interface Reading {
  state: MatchState;
  steps: Step[];
  latest: LatestRoll | null;
  rolls: number;
}

/** Reads a match from events that a ledger has accepted; one that does not fit ends the reading. */
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

/** The last position of a game that this action ends: the next game's has already been set up. */
function lastPosition(before: MatchState, action: Decided): Position {
  if (action.type !== 'play') return before.position;
  const endless = applyAction({ ...before, length: 0 }, action);
  return endless.ok ? endless.value.position : before.position;
}

/** What an event means to the rules; null for what only concerns the dice chains. */
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
