import type { Player } from 'bg-rules';
import type { Judged } from '../../judged/judged.ts';

export type Kind = 'all' | 'mistakes' | 'errors' | 'cube';

/** The decisions that the list shows. */
export interface Filter {
  /** The player who decides, or null for both. */
  readonly player: Player | null;
  readonly kind: Kind;
}

export const EVERYTHING: Filter = { player: null, kind: 'all' };

const CUBE_ACTIONS: ReadonlySet<string> = new Set(['roll', 'double', 'take', 'pass', 'beaver']);

export function passes({ moment, mark }: Judged, { player, kind }: Filter): boolean {
  if (player !== null && moment.player !== player) return false;
  if (kind === 'mistakes') return mark !== null;
  if (kind === 'errors') return mark === 'error' || mark === 'blunder';
  return kind === 'all' || CUBE_ACTIONS.has(moment.type);
}

/** Returns the index of the nearest mistake after (1) or before (−1) a moment, of this player or of both, or null. */
export function nextMistake(
  judged: readonly Judged[],
  from: number,
  direction: 1 | -1,
  player: Player | null,
): number | null {
  for (let at = from + direction; at >= 0 && at < judged.length; at += direction) {
    const one = judged[at];
    if (one && passes(one, { player, kind: 'mistakes' })) return at;
  }
  return null;
}
