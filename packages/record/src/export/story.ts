import { type Action, applyAction, type GameResult, type MatchState, startMatch } from 'bg-rules';
import type { MatchEvent, Transcript } from '../types.ts';

/** One action of a match, with what was before and after it. */
export interface Step {
  /** Number of its event in the record. */
  readonly n: number;
  readonly action: Action;
  readonly before: MatchState;
  readonly after: MatchState;
  /** When it was accepted, in milliseconds since the epoch. */
  readonly at: number;
}

/** One game of a match. */
export interface GameStory {
  /** From 1. */
  readonly number: number;
  readonly scoreBefore: readonly [number, number];
  readonly crawford: boolean;
  readonly steps: readonly Step[];
  /** Null where the match ended within the game. */
  readonly result: GameResult | null;
}

/**
 * The actions of a verified match through the rules' own machine, for whoever tells or analyses it: they judge nothing themselves.
 * Throws where the rules refuse an action: only what was verified may be told.
 */
export function stepsOf({ header, events }: Transcript): Step[] {
  let before = startMatch({ length: header.length, rules: header.rules });
  const steps: Step[] = [];
  for (const event of events) {
    const action = actionOf(event);
    if (action === null) continue;
    const applied = applyAction(before, action);
    if (!applied.ok) throw new TypeError(`event ${event.n} was not verified: ${applied.message}`);
    steps.push({ n: event.n, action, before, after: applied.value, at: event.at });
    before = applied.value;
  }
  return steps;
}

/** What an event does in the rules' machine; null for the events that only carry proof. */
function actionOf(event: MatchEvent): Action | null {
  const player = event.p === 1 ? 1 : 0;
  switch (event.type) {
    case 'dice':
      return { type: 'dice', dice: event.dice };
    case 'forfeit':
      return { type: 'forfeit', loser: event.loser, reason: event.reason };
    case 'play':
      return { type: 'play', player, hops: event.hops };
    case 'resign':
      return { type: 'resign', player, points: event.points };
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

/** The steps of a match game by game. */
export function gamesOf(transcript: Transcript): GameStory[] {
  const games: Step[][] = [];
  for (const step of stepsOf(transcript)) {
    const game = games[step.before.game - 1];
    if (game) game.push(step);
    else games.push([step]);
  }
  return games.map((steps, index) => ({
    number: index + 1,
    scoreBefore: steps[0]!.before.score,
    // A match to 1 is one Crawford game by the letter; nobody calls it so, and other programs do not.
    crawford: steps[0]!.before.crawford && transcript.header.length > 1,
    steps,
    result: steps.at(-1)!.after.games[index] ?? null,
  }));
}

/** The game result that a step brought about, null for most. */
export function gameEndedBy({ before, after }: Step): GameResult | null {
  return after.games.length > before.games.length ? (after.games.at(-1) ?? null) : null;
}
