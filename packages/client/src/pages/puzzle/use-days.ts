import type { PuzzleDay } from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import type { Connection } from '../../protocol/connection.ts';

/** The days of a month that have a puzzle. Null until they are known, `failed` if they could not be loaded. */
export type Days = readonly PuzzleDay[] | 'failed' | null;

/** Loads the days of a month when there is a connection, and again when the key is proved or the puzzle is answered. */
export function useDays(connection: Connection, month: string, answered: boolean): Days {
  const [known, setKnown] = useState<{ readonly month: string; readonly days: Days }>({ month, days: null });
  const online = connection.status.value === 'online';
  const pub = connection.me.value?.pub;
  useEffect(() => {
    if (!online) return;
    let current = true;
    void connection.request({ type: 'puzzle-days', month }).then((got) => {
      if (!current) return;
      setKnown({ month, days: got.ok && got.value.type === 'puzzle-days' ? got.value.days : 'failed' });
    });
    return () => {
      current = false;
    };
  }, [online, pub, month, answered]);
  if (known.month === month && known.days !== null) return known.days;
  return online ? null : 'failed';
}
