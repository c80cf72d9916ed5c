import { opponent } from 'bg-rules';
import type { Decision, MatchSession, MatchView } from 'bg-session';

/** The cube actions, which the page confirms first if the player prefers that. */
export type CubeQuestion = 'double' | 'take' | 'pass' | 'beaver';

/** The open question to the viewer, before anything is sent. */
export type OpenQuestion = CubeQuestion | 'resign' | 'leave' | 'holiday';

export function isCubeQuestion(ask: OpenQuestion): ask is CubeQuestion {
  return ask !== 'leave' && ask !== 'resign' && ask !== 'holiday';
}

/** Sends a decision if the match allows it now. */
export function decideIf(session: MatchSession, { options }: MatchView, decision: Decision): void {
  if (options.actions.includes(decision.type)) session.decide(decision);
}

/**
 * Returns the resignations that differ in what they give up, as multiples of the cube: no larger one than the opponent needs. After a
 * decline the least one that is left stays.
 */
export function offeredResignations({ options, match }: Pick<MatchView, 'options' | 'match'>): number[] {
  const { player, resignations } = options;
  const { length, score, cube } = match;
  const needed = length === 0 || player === null ? Number.POSITIVE_INFINITY : length - score[opponent(player)];
  return resignations.filter((points, index) => index === 0 || (points - 1) * cube.value < needed);
}

/** Returns the stake after a take of the open offer: twice the present cube value. */
export function offeredStake({ match }: Pick<MatchView, 'match'>): number {
  return match.cube.value * 2;
}
