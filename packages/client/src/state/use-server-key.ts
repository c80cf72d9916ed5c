import { useEffect, useState } from 'preact/hooks';
import type { Client } from './client.ts';

/** The relation of a record's key to this server's key. */
type KeyRelation = 'present' | 'former' | 'other';

/** Returns null while the key is unknown, and if this browser knows no key for this address. */
export function useServerKey({ connection, pinned }: Pick<Client, 'connection' | 'pinned'>, pub: string | undefined) {
  const [standing, setStanding] = useState<KeyRelation | null>(null);
  const status = connection.status.value;
  const isTold = isKeyTold(connection);
  useEffect(() => {
    let isWanted = true;
    const settle = (found: KeyRelation | null) => isWanted && setStanding(found);
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

/** True if the server has shown its key, or cannot be asked for it. */
export function isKeyTold({ shownKey, status }: Client['connection']): boolean {
  return shownKey.value !== null || status.value === 'offline';
}
