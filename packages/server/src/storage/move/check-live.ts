import { Ledger } from 'bg-record';
import type { PostgresSession } from '../migration-targets.ts';
import { readEvent, readHeader } from '../text.ts';
import { pagesOf } from './rows.ts';

/** Plays every live match through to where it stands. Returns how many there are, or the first fault in words. */
export async function checkLive(session: PostgresSession): Promise<number | string> {
  let matches = 0;
  for await (const page of pagesOf(session, 'SELECT id, header FROM live_matches ORDER BY id')) {
    for (const [id, header] of page) {
      const rows = await session.query('SELECT text FROM live_events WHERE match_id = $1 ORDER BY n', [id]);
      const ledger = new Ledger(readHeader(String(header)));
      const { fault } = await ledger.appendAll(rows.map(([text]) => readEvent(String(text))));
      if (fault) return `live match ${id} cannot go on after event ${fault.event}: ${fault.message}`;
      matches += 1;
    }
  }
  return matches;
}
