import { type Action, applyAction, type GameResult, type MatchState, startMatch } from 'bg-rules';
import type { MatchEvent, Transcript } from '../types.ts';

/** One action of a match, with the states before and after it. */
export interface Step {
  /** Number of the action's event in the record. */
  readonly n: number;
  readonly action: Action;
  readonly before: MatchState;
  readonly after: MatchState;
  /** Time at which the server accepted it, in milliseconds since the epoch. */
  readonly at: number;
}

/** One game of a match. */
export interface GameStory {
  /** Number of the game, from 1. */
  readonly number: number;
  readonly scoreBefore: readonly [number, number];
  readonly crawford: boolean;
  readonly steps: readonly Step[];
  /** Null if the match ended within the game. */
  readonly result: GameResult | null;
}

/**
 * Returns the actions of a verified match with the state before and after each. Throws a TypeError if
 * bg-rules refuses an action, so callers must pass only verified transcripts.
 */
export function stepsOf({ header, events }: Transcript): Step[] {
  let before = startMatch({ length: header.length, rules: header.rules });
  const steps: Step[] = [];
  for (const event of events) {
    const action = actionOf(event);
    if (action === null) continue;
    const applied = applyAction(before, action);
    if (!applied.ok)
      throw new TypeError(`event ${event.n} is illegal, so the transcript was not verified: ${applied.message}`);
    steps.push({ n: event.n, action, before, after: applied.value, at: event.at });
    before = applied.value;
  }
  return steps;
}

/** Returns the action of an event in bg-rules. Returns null for events that carry only proof. */
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

/** Groups the steps of a match by game. */
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
    // Formally a match to 1 is one Crawford game, but no program calls it so.
    crawford: steps[0]!.before.crawford && transcript.header.length > 1,
    steps,
    result: steps.at(-1)!.after.games[index] ?? null,
  }));
}

/** Returns the game result that a step produced, or null. */
export function gameEndedBy({ before, after }: Step): GameResult | null {
  return after.games.length > before.games.length ? (after.games.at(-1) ?? null) : null;
}
