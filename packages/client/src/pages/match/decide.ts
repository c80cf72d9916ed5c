import type { Decision, MatchSession, MatchView } from '../../protocol/types.ts';

/** The cube actions, which the page confirms first if the player prefers that. */
export type CubeQuestion = 'double' | 'take' | 'pass' | 'beaver';

/** The open question to the viewer, before anything is sent. */
export type OpenQuestion = CubeQuestion | 'resign' | 'leave';

/** Sends a decision if the match allows it now. */
export function decideIf(session: MatchSession, { options }: MatchView, decision: Decision): void {
  if (options.actions.includes(decision.type)) session.decide(decision);
}

/** Returns the stake after a take of the open offer: twice the present cube value. */
export function offeredStake({ match }: Pick<MatchView, 'match'>): number {
  return match.cube.value * 2;
}
