import { useEffect, useState } from 'preact/hooks';
import { type Loaded, loadRecord } from '../../records/load.ts';
import type { Origin } from '../../records/stored-records.ts';
import { loadVerifier } from '../../records/verifier.ts';
import type { Client } from '../../state/client.ts';

interface LoadedRecord {
  /** Null while it is loading. */
  readonly loaded: Loaded | null;
  reload(): void;
}

/**
 * Loads the record of a match and verifies it in this page. It is requested again when the connection is back. A record
 * that fails verification is stored as evidence.
 */
export function useRecord(match: string, origin: Origin, { connection, evidence }: Client): LoadedRecord {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [round, setRound] = useState(0);
  const online = connection.status.value === 'online';
  useEffect(() => {
    let current = true;
    setLoaded(null);
    void loadRecord(match, origin, loadVerifier).then((next) => {
      if (!current) return;
      setLoaded(next);
      if (next.kind === 'refused' && next.transcript)
        void evidence.keep(match, next, [next.transcript]).catch(() => undefined);
    });
    return () => {
      current = false;
    };
  }, [match, origin, round]);
  const reload = () => setRound((old) => old + 1);
  useEffect(() => {
    if (online && loaded?.kind === 'unreachable') reload();
  }, [online]);
  return { loaded, reload };
}
