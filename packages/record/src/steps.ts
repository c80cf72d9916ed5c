import { type Action, applyAction, type GameResult, type MatchState, type Result, startMatch } from 'bg-rules';
import type { Header, MatchEvent, Transcript } from './types.ts';

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

/**
 * Reads a match event by event. The events must have been accepted by a `Ledger` or verified; the reader checks
 * neither signatures nor dice.
 */
export class StepReader {
  #state: MatchState;

  /** @param header a header that `checkHeader` accepts, or its length and rules */
  constructor({ length, rules }: Pick<Header, 'length' | 'rules'>) {
    this.#state = startMatch({ length, rules });
  }

  /** The state after the events so far. */
  get state(): MatchState {
    return this.#state;
  }

  /**
   * Reads the next event and returns its step. Returns null for an event without an action: `commit`, `reveal`
   * and the asides. Throws a TypeError if the rules refuse the action.
   */
  append(event: MatchEvent): Step | null {
    const step = stepOf(this.#state, event);
    if (step === null) return null;
    if (!step.ok) throw new TypeError(`event ${event.n} is illegal, so the match was not verified: ${step.message}`);
    this.#state = step.value.after;
    return step.value;
  }
}

/**
 * Returns the actions of a verified match with the state before and after each. Throws a TypeError if the rules
 * refuse an action.
 */
export function stepsOf({ header, events }: Transcript): Step[] {
  const reader = new StepReader(header);
  return events.flatMap((event) => reader.append(event) ?? []);
}

/** Returns the step that an event makes in a state, or the rules' refusal. Returns null for an event without an action. */
export function stepOf(before: MatchState, event: MatchEvent): Result<Step> | null {
  const action = actionOf(event);
  if (action === null) return null;
  const applied = applyAction(before, action);
  if (!applied.ok) return applied;
  return { ok: true, value: { n: event.n, action, before, after: applied.value, at: event.at } };
}

/** Returns the game result that a step produced, or null. */
export function gameEndedBy({ before, after }: Step): GameResult | null {
  return after.games.length > before.games.length ? (after.games.at(-1) ?? null) : null;
}

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
    case 'commit':
    case 'reveal':
    case 'sit':
    case 'present':
    case 'absent':
    case 'claim':
    case 'holiday':
    case 'void':
    case 'resume':
      return null;
  }
}
