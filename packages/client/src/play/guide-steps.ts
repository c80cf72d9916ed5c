import type { BotLevel } from '@anchor/wire';
import {
  applyPlay,
  BAR,
  checkersAt,
  type Dice,
  type Hop,
  nextHops,
  OFF,
  opponent,
  type Player,
  type Position,
} from 'bg-rules';
import type { MatchView } from 'bg-session';
import { hasContact, type TurnView } from '../board/turn.ts';
import type { Terms } from '../state/offers.ts';
import type { Step } from './history.ts';

/** The terms of the first game: without a clock, and too short for a cube. */
export const LESSON_TERMS: Terms = { length: 1, clock: 'none', rated: false };
export const LESSON_LEVEL: BotLevel = 'beginner';

/** Subjects of a roll that is to be played. */
type RollTopic = 'dance' | 'enter' | 'bearOff' | 'race' | 'hit' | 'doubles' | 'move';
export type Topic = RollTopic | 'opening' | 'roll' | 'double' | 'doubled' | 'confirm' | 'wait' | 'other';

/** The explanation for a moment of a match. */
export interface GuideStep {
  readonly topic: Topic;
  /** The number of earlier moments of this match with the same topic. */
  readonly before: number;
}

/** The highest point of the home board. */
const HOME = 6;
const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

/** Returns the subject of a roll: the rule that matters most for this play. */
export function rollTopic(position: Position, player: Player, dice: Dice): RollTopic {
  const now = nextHops(position, player, dice, []);
  if (!now.ok || now.value.next.length === 0) return 'dance';
  if (checkersAt(position, player, BAR) > 0) return 'enter';
  if (POINTS.every((point) => point <= HOME || checkersAt(position, player, point) === 0)) return 'bearOff';
  if (!hasContact(position, player)) return 'race';
  if (now.value.next.some(({ hop: [, to] }) => isBlot(position, player, to))) return 'hit';
  return dice[0] === dice[1] ? 'doubles' : 'move';
}

/** True if a single checker of the opponent stands on this point of the player. */
function isBlot(position: Position, player: Player, point: number): boolean {
  return point !== OFF && checkersAt(position, opponent(player), BAR - point) === 1;
}

/** True until the player has played once: the guide then shows which way the checkers go. */
export function showsWayHome(steps: readonly Pick<Step, 'type' | 'player'>[], seat: Player | null): boolean {
  return seat !== null && !steps.some(({ type, player }) => type === 'play' && player === seat);
}

type Moment = Pick<MatchView, 'match' | 'seat' | 'options'>;
type Played = Pick<Step, 'type' | 'player' | 'before' | 'dice'>;

/**
 * Returns the step of the guide for a player's moment of a match. How often the player has met the topic follows from
 * the earlier steps, so a page that is loaded again continues where it was.
 */
export function guideStep(moment: Moment, steps: readonly Played[], turn: TurnView | null): GuideStep {
  const { match, seat, options } = moment;
  if (seat === null) return { topic: 'wait', before: 0 };
  const plays = steps.filter(({ type, player }) => type === 'play' && player === seat);
  if (match.toAct !== seat && match.turn !== null) return { topic: 'wait', before: plays.length };
  if (options.actions.includes('take')) return { topic: 'doubled', before: 0 };
  if (options.actions.includes('double')) return { topic: 'double', before: plays.length };
  if (options.actions.includes('roll'))
    return { topic: match.turn === null ? 'opening' : 'roll', before: plays.length };
  if (match.phase !== 'play' || !match.dice) {
    return {
      topic: options.actions.length > 0 ? 'other' : match.turn === null ? 'opening' : 'wait',
      before: plays.length,
    };
  }
  if (turn?.complete && turn.hops.length > 0) return { topic: 'confirm', before: plays.length };
  const topic = rollTopic(match.position, seat, match.dice);
  const same = plays.filter(({ before, dice }) => dice && rollTopic(before, seat, dice) === topic);
  return { topic, before: same.length };
}

/** The reasons for a play, the most important first. */
interface Reasons {
  readonly hits: boolean;
  readonly enters: boolean;
  /** Checkers borne off. */
  readonly off: number;
  /** Points on which the play leaves two checkers or more, and on which there were fewer before. */
  readonly makes: readonly number[];
  /** True if a checker leaves the opponent's home board. */
  readonly escapes: boolean;
  /** True if the play leaves no checker alone, although the opponent could still hit one. */
  readonly safe: boolean;
  /** True if a checker reaches the home board in a race. */
  readonly home: boolean;
}

/** Explains a legal play. Returns null for a play that is not legal. */
export function reasonsFor(position: Position, player: Player, dice: Dice, hops: readonly Hop[]): Reasons | null {
  const played = applyPlay(position, player, dice, hops);
  if (!played.ok) return null;
  const after = played.value;
  const other = opponent(player);
  const gained = (place: number) => checkersAt(after, player, place) - checkersAt(position, player, place);
  const count = (board: Position, from: number, to: number) =>
    POINTS.slice(from - 1, to).reduce((sum, point) => sum + checkersAt(board, player, point), 0);
  const contact = hasContact(after, player);
  return {
    hits: checkersAt(after, other, BAR) > checkersAt(position, other, BAR),
    enters: gained(BAR) < 0,
    off: gained(OFF),
    makes: POINTS.filter((point) => checkersAt(after, player, point) > 1 && checkersAt(position, player, point) < 2),
    escapes: count(after, 19, 24) < count(position, 19, 24),
    safe: contact && POINTS.every((point) => checkersAt(after, player, point) !== 1),
    home: !contact && count(after, 1, HOME) + gained(OFF) > count(position, 1, HOME),
  };
}
