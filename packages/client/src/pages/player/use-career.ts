import { type MatchRow, matchRows } from '@anchor/wire';
import { getJson } from 'bg-session';
import { useState } from 'preact/hooks';

export interface Career {
  /** The known matches of the player, newest first. */
  readonly rows: readonly MatchRow[];
  readonly busy: boolean;
  readonly failed: boolean;
  /** Fetches the next hundred matches. Null if there are no more. */
  readonly fetchOlder: (() => void) | null;
}

/**
 * Returns the matches of the card, and older ones on request.
 *
 * @param games total number of finished matches
 */
export function useCareer(pub: string, newest: readonly MatchRow[], games: number): Career {
  const [older, setOlder] = useState<readonly MatchRow[]>([]);
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'ended'>('idle');
  const rows = withoutDoubles([...newest, ...older]);
  async function fetchOlder(): Promise<void> {
    setState('busy');
    const last = rows.at(-1)?.id ?? '';
    const got = await getJson(`/api/player/${pub}/matches?sessions=1&before=${encodeURIComponent(last)}`, matchRows);
    if (got.ok) setOlder((known) => [...known, ...got.value]);
    setState(got.ok ? (got.value.length === 0 ? 'ended' : 'idle') : 'failed');
  }
  const isMore = rows.length > 0 && rows.length < games && state !== 'ended';
  return {
    rows,
    busy: state === 'busy',
    failed: state === 'failed',
    fetchOlder: isMore ? () => void fetchOlder() : null,
  };
}

/** When the card is fetched again, its last row may already be among the older ones. */
function withoutDoubles(rows: readonly MatchRow[]): readonly MatchRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
