import { gameEndedBy, type Header, type MatchEvent, type Step as RecordStep, StepReader } from 'bg-record';
import {
  type Action,
  applyPlay,
  type Cube,
  type Dice,
  type GameResult,
  type Hop,
  type MatchState,
  type Player,
  type Position,
} from 'bg-rules';
import { shownScore, shownWin } from './score.ts';

/** A roll is a line only in the review, where the player could have doubled instead. */
type StepType = 'roll' | 'play' | 'double' | 'take' | 'pass' | 'beaver' | 'resign' | 'accept' | 'decline' | 'forfeit';

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
  /** The result of the game that the step ended, with the points that count for the match. */
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

const EMPTY: History = { steps: [], latest: null, rolls: 0 };

/** Reads a running match for the page. It reads each event once, although the page gets the whole list each time. */
export class HistoryReader {
  readonly #header: Pick<Header, 'length' | 'rules'>;
  #steps: StepReader;
  #history = EMPTY;
  #count = 0;
  #last: MatchEvent | undefined;

  constructor(header: Pick<Header, 'length' | 'rules'>) {
    this.#header = header;
    this.#steps = new StepReader(header);
  }

  /**
   * Returns the history of events that a ledger has accepted. Reads only those that are new since the last call, and
   * starts over if the list does not continue the previous one. Returns the same object if nothing was added to the
   * history. Throws a TypeError if the rules refuse an event.
   */
  read(events: readonly MatchEvent[]): History {
    if (events.length < this.#count || events[this.#count - 1] !== this.#last) this.#startOver();
    const lines: Step[] = [];
    let { latest, rolls } = this.#history;
    for (const event of events.slice(this.#count)) {
      const step = this.#steps.append(event);
      if (!step) continue;
      if (step.action.type === 'dice') latest = rollOf(step, step.action.dice, ++rolls);
      const line = lineOf(step, rolls);
      if (line) lines.push(line);
    }
    this.#count = events.length;
    this.#last = events.at(-1);
    if (lines.length > 0 || rolls > this.#history.rolls)
      this.#history = { steps: [...this.#history.steps, ...lines], latest, rolls };
    return this.#history;
  }

  #startOver(): void {
    this.#steps = new StepReader(this.#header);
    this.#history = EMPTY;
    this.#count = 0;
    this.#last = undefined;
  }
}

/** Reads a match from events that a ledger has accepted. Throws a TypeError if the rules refuse an event. */
export function readHistory(header: Pick<Header, 'length' | 'rules'>, events: readonly MatchEvent[]): History {
  return new HistoryReader(header).read(events);
}

function rollOf({ after }: RecordStep, dice: Dice, roll: number): LatestRoll {
  return { dice, roll, player: after.turn, game: after.game };
}

/**
 * Returns the line of the move list for a step of the record, or null for a roll.
 *
 * @param rolls the number of rolls so far
 */
export function lineOf(step: RecordStep, rolls: number): Step | null {
  const { n, action, before, after } = step;
  if (action.type === 'roll' || action.type === 'dice') return null;
  const ended = gameEndedBy(step);
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
    ended: ended && { ...ended, points: shownWin(ended.points, after.score[ended.winner], after.length) },
    score: shownScore(after.score, after.length),
  };
}

/** Returns the last position of a game that this action ends. The state after it already shows the next game. */
function lastPosition({ position, dice }: MatchState, action: Action): Position {
  if (action.type !== 'play' || !dice) return position;
  const played = applyPlay(position, action.player, dice, action.hops);
  return played.ok ? played.value : position;
}
