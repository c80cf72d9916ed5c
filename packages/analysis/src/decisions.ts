import { type MatchRecord, type Step, stepsOf, type Transcript } from 'bg-record';
import {
  applyPlay,
  type Dice,
  type Hop,
  legalPlays,
  type MatchState,
  options,
  type Play,
  type Player,
  type Position,
} from 'bg-rules';

interface Moment {
  /** Number of the signed event in the record. */
  readonly n: number;
  readonly player: Player;
  /** The state in which the player decided. */
  readonly state: MatchState;
}

/** A roll with its play, or with a dance. */
export interface PlayDecision extends Moment {
  readonly kind: 'play';
  readonly dice: Dice;
  readonly hops: readonly Hop[];
  /** The position after the play. */
  readonly reached: Position;
  /** Every legal play. Empty for a dance. */
  readonly plays: readonly Play[];
}

export interface CubeDecision extends Moment {
  readonly kind: 'double' | 'beaver' | 'take' | 'pass';
  /** The doubling decision that this is, or answers. */
  readonly doubling: Doubling;
}

/** A roll of a player who was allowed to double first. */
export interface RollDecision extends Moment {
  readonly kind: 'roll';
  readonly doubling: Doubling;
}

export interface Doubling {
  readonly player: Player;
  readonly state: MatchState;
}

export type Decision = PlayDecision | CubeDecision;

export interface Course {
  /** Plays and cube actions, in order. */
  readonly decisions: readonly Decision[];
  /** The rolls before which a double was allowed, in order. */
  readonly rolls: readonly RollDecision[];
  /** Number of games that were started. */
  readonly games: number;
}

/** Caches the decisions, because a record does not change and replaying it is most of the work. */
const courses = new WeakMap<Transcript, Course>();

/** Returns the decisions of a finished match. */
export function courseOf(record: Transcript): Course {
  const course = courses.get(record) ?? courseOfSteps(stepsOf(record));
  courses.set(record, course);
  return course;
}

/** Returns the decisions of a match that is no record, such as an imported one. */
export function courseOfSteps(steps: readonly Step[]): Course {
  let doubling: Doubling | null = null;
  const decisions = steps.flatMap((step): Decision[] => {
    const { action, before: state } = step;
    if (action.type === 'play') return [playOf(step, action.player, action.hops)];
    if (action.type === 'double') doubling = { player: action.player, state };
    const answered = doubling && cubeDecisionOf(step, doubling);
    return answered ? [answered] : [];
  });
  const rolls = steps.flatMap((step) => rollOf(step) ?? []);
  return { decisions, rolls, games: steps.at(-1)?.before.game ?? 0 };
}

function rollOf({ n, action, before: state }: Step): RollDecision | null {
  if (action.type !== 'roll' || !options(state).actions.includes('double')) return null;
  const { player } = action;
  return { kind: 'roll', n, player, state, doubling: { player, state } };
}

/** Returns the play of event `n`, or null if the event is not a play. */
export function playAt(record: MatchRecord, n: number): PlayDecision | null {
  const step = stepsOf(record).find((one) => one.n === n);
  return step?.action.type === 'play' ? playOf(step, step.action.player, step.action.hops) : null;
}

/** Returns true if the player had no choice: at most one position could be reached. */
export function isForced({ plays }: PlayDecision): boolean {
  return plays.length < 2;
}

function playOf({ n, before: state }: Step, player: Player, hops: readonly Hop[]): PlayDecision {
  const { position, dice } = state;
  if (!dice) throw new TypeError(`event ${n} plays no dice`);
  const reached = applyPlay(position, player, dice, hops);
  if (!reached.ok) throw new TypeError(`event ${n}: ${reached.message}`);
  const plays = legalPlays(position, player, dice);
  return { kind: 'play', n, player, state, dice, hops, reached: reached.value, plays };
}

function cubeDecisionOf({ n, action, before: state }: Step, doubling: Doubling): CubeDecision | null {
  switch (action.type) {
    case 'double':
    case 'beaver':
    case 'take':
    case 'pass':
      return { kind: action.type, n, player: action.player, state, doubling };
    default:
      return null;
  }
}
