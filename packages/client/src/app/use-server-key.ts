import { useEffect, useState } from 'preact/hooks';
import type { Client } from './compose.ts';

/** How the key of a record stands to that of this server. */
export type KeyStanding = 'present' | 'former' | 'other';

/** Null while it is not known, and where this browser knows no key for this address. */
export function useServerKey({ connection, pinned }: Pick<Client, 'connection' | 'pinned'>, pub: string | undefined) {
  const [standing, setStanding] = useState<KeyStanding | null>(null);
  const status = connection.status.value;
  const isTold = isKeyTold(connection);
  useEffect(() => {
    let isWanted = true;
    const settle = (found: KeyStanding | null) => isWanted && setStanding(found);
    if (pinned.pub === null || pub === undefined) settle(null);
    else if (pinned.pub === pub) settle('present');
    else if (isTold)
      connection.isServers(pub).then(
        (isFormer) => settle(isFormer ? 'former' : 'other'),
        () => settle('other'),
      );
    return () => {
      isWanted = false;
    };
  }, [pub, isTold, status]);
  return standing;
}

/** Whether the server has shown its key, or cannot be asked for it. */
export function isKeyTold({ shownKey, status }: Client['connection']): boolean {
  return shownKey.value !== null || status.value === 'offline';
}
