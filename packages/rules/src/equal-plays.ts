import { OFF } from './position.ts';
import type { Hop } from './types.ts';

/**
 * Compares two plays of one roll that are worth the same, for a sort: the one that bears off more checkers comes first, then the one that
 * leaves fewer pips. In a bear-off that is decided every play is worth the same, and people expect this one.
 */
export function compareEqualPlays(a: readonly Hop[], b: readonly Hop[]): number {
  return borneOff(b) - borneOff(a) || pipsOf(b) - pipsOf(a);
}

function borneOff(hops: readonly Hop[]): number {
  return hops.filter(([, to]) => to === OFF).length;
}

function pipsOf(hops: readonly Hop[]): number {
  return hops.reduce((sum, [from, to]) => sum + from - to, 0);
}
