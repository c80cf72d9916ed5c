import { matchFrom, options, type Situation } from 'bg-rules';
import type { Choice } from './judge-card.ts';

/** Returns the actions about the cube among which the player to act chooses. Empty for a play. */
export function cubeChoicesOf(situation: Situation): Exclude<Choice['type'], 'play'>[] {
  if (situation.dice !== null) return [];
  const { actions } = options(matchFrom(situation));
  const asked = situation.doubled ? (['take', 'pass', 'beaver'] as const) : (['roll', 'double'] as const);
  return asked.filter((action) => actions.includes(action));
}
