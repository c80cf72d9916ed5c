import type { MatchRecord } from 'bg-record';
import { type EvidenceFile, keepLogFault, type LogPlace } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import { after } from '../platform/browser.ts';
import type { Client } from '../state/client.ts';
import { isKeyTold } from '../state/use-server-key.ts';
import { englishFaultText } from '../strings/faults.ts';

interface FoundPlace {
  /** Null while it is looked up. */
  readonly place: LogPlace | null;
  /** The stored evidence of a fault. */
  readonly file: EvidenceFile | null;
  again(): void;
}

/** A new entry takes a second or two. The waits grow, so that a page that stays open asks seldom. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Looks up a match in the public log, and again while its entry is on its way. A fault is stored as evidence. */
export function useLogPlace(
  record: MatchRecord,
  { publicLog, connection, evidence }: Pick<Client, 'publicLog' | 'connection' | 'evidence'>,
): FoundPlace {
  const [found, setFound] = useState<Omit<FoundPlace, 'again'>>({ place: null, file: null });
  const [round, setRound] = useState(0);
  const status = connection.status.value;
  const isTold = isKeyTold(connection);
  const { kind } = found.place ?? {};
  const isSettled = kind === 'entry' || kind === 'fault';
  useEffect(() => {
    if (!isTold || isSettled) return;
    let isWanted = true;
    let stop = () => {};
    const look = async (waitMs: number) => {
      const place = await lookUp(publicLog, record);
      const ports = { evidence, connection, explain: englishFaultText };
      const file = place.kind === 'fault' ? await keepLogFault(place, record, ports) : null;
      if (!isWanted) return;
      setFound({ place, file });
      if (place.kind === 'pending') stop = after(waitMs, () => look(Math.min(2 * waitMs, LONGEST_WAIT_MS)));
    };
    void look(FIRST_WAIT_MS);
    return () => {
      isWanted = false;
      stop();
    };
  }, [record, round, isTold, status === 'online']);
  const again = () => {
    setFound({ place: null, file: null });
    setRound((old) => old + 1);
  };
  return { ...found, again };
}

async function lookUp(publicLog: Client['publicLog'], record: MatchRecord): Promise<LogPlace> {
  try {
    const log = await publicLog();
    return await log.place(record);
  } catch {
    // The code that checks the log could not be loaded.
    return { kind: 'unreachable' };
  }
}
