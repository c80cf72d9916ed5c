import type { Decision, MatchSession, MatchView } from '../session/types.ts';

/** Cube actions are asked about first, where the player prefers that. */
export type CubeAsk = 'double' | 'take' | 'pass' | 'beaver';

/** What the page is asking the viewer before it sends anything. */
export type Ask = CubeAsk | 'resign' | 'leave';

/** Sends a decision if the match allows it now. */
export function decideIf(session: MatchSession, { options }: MatchView, decision: Decision): void {
  if (options.actions.includes(decision.type)) session.decide(decision);
}

/** The stake after the open offer is taken: twice the cube as it stands. */
export function offeredStake({ match }: Pick<MatchView, 'match'>): number {
  return match.cube.value * 2;
}
