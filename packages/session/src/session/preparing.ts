import type { ServerMessageOf } from '@anchor/wire';
import { openingOf } from 'bg-record';
import type { Connection, KeyHolder } from '../connection/connection.ts';

interface PreparingParts {
  readonly connection: Pick<Connection, 'request'>;
  readonly keys: Pick<KeyHolder, 'current'>;
}

/**
 * Commits the player to the first chain of each correspondence match that an own invitation will begin, so that the opponent can roll the
 * opening before the player comes. A failure is not reported: then the match begins when both have been there.
 */
export async function prepareOpenings(
  { connection, keys }: PreparingParts,
  { sent }: Pick<ServerMessageOf<'offers'>, 'sent'>,
): Promise<void> {
  const key = await keys.current();
  if (key === null) return;
  for (const { code, unprepared } of sent) {
    if (!unprepared) continue;
    const { match: id, chain } = unprepared;
    // More links than any match needs would only cost time.
    if (chain < 1 || chain > MOST_LINKS) continue;
    await connection.request({ type: 'prepare', code, ...openingOf(key, { id, chain }) });
  }
}

const MOST_LINKS = 4_096;
