import { plainName } from '../strings/name-text.ts';

/** Characters that some file systems refuse, or that shells and listings treat specially. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N}]+/gu;

/** Returns the name of a file for a match between these players, without a suffix. */
export function matchFileName(
  players: readonly { readonly name: string; readonly pub?: string }[],
  date: string | null,
): string {
  const names = players.map(({ name, pub }) => plainName(name, pub).replace(NOT_IN_NAMES, ' ').trim() || 'player');
  return [names.join(' - '), date].filter((part) => part !== null).join(' ');
}
