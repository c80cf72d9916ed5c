import type { PlayerAnalysis } from '@anchor/wire';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { EstimateStore } from '../../judged/estimate-store.ts';

export interface Estimates {
  /** Newest match first. Empty until they are read, and if this browser stores nothing for this page. */
  readonly rows: readonly PlayerAnalysis[];
  /** Deletes them. Rejects if the browser could not. */
  forget(): Promise<void>;
}

/** The estimates of a player in this browser. No rows for null, on another player's page. */
export function useEstimates(player: string | null): Estimates {
  const store = useMemo(() => new EstimateStore(), []);
  const [rows, setRows] = useState<readonly PlayerAnalysis[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setRows([]);
    if (player === null) return;
    const show = (found: readonly PlayerAnalysis[]) => {
      if (isCurrent) setRows(found);
    };
    store.list(player).then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [player]);
  const forget = async () => {
    if (player === null) return;
    await store.clear(player);
    setRows([]);
  };
  return { rows, forget };
}
