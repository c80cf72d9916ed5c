import type { ServerMessageOf } from '@anchor/wire';
import { firstChainOf } from 'bg-record';
import type { Connection, KeyHolder } from '../connection/connection.ts';

interface PreparingParts {
  readonly connection: Pick<Connection, 'request'>;
  readonly keys: Pick<KeyHolder, 'current'>;
  /** The ids of the matches that are being prepared or are prepared. Each answer is a list again, which still has the others. */
  readonly asked: Set<string>;
}

/**
 * Commits the player to the first chain of each correspondence match that an own invitation will begin, so that the opponent can roll the
 * opening before the player comes. A failure is not reported: then the match begins when both have been there.
 */
export async function prepareOpenings(
  { connection, keys, asked }: PreparingParts,
  { sent }: Pick<ServerMessageOf<'offers'>, 'sent'>,
): Promise<void> {
  const key = await keys.current();
  if (key === null) return;
  for (const { code, unprepared } of sent) {
    if (!unprepared) continue;
    const { match: id, chain } = unprepared;
    // More links than any match needs would only cost time.
    if (asked.has(id) || chain < 1 || chain > MOST_LINKS) continue;
    asked.add(id);
    const { ok } = await connection.request({ type: 'prepare', code, ...firstChainOf(key, { id, chain }) });
    // The next list is another chance.
    if (!ok) asked.delete(id);
  }
}

const MOST_LINKS = 4_096;
