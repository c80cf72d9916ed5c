import { Ledger } from 'bg-record';
import type { PostgresSession } from '../migration-targets.ts';
import { readEvent, readHeader } from '../text.ts';
import { isOlderFormat } from './older-format.ts';
import { pagesOf } from './rows.ts';

/** The result of a check without faults. */
export interface CheckedLive {
  /** Live matches that can go on. */
  readonly goOn: number;
  /** Live matches of an older record format, which the next start aborts. */
  readonly older: number;
}

/** Replays every live match. Returns the counts, or a sentence about the first fault. */
export async function checkLive(session: PostgresSession): Promise<CheckedLive | string> {
  let goOn = 0;
  let older = 0;
  for await (const page of pagesOf(session, 'SELECT id, header FROM live_matches ORDER BY id')) {
    for (const [id, text] of page) {
      const header = readHeader(String(text));
      if (isOlderFormat(header)) {
        older += 1;
        continue;
      }
      const rows = await session.query('SELECT text FROM live_events WHERE match_id = $1 ORDER BY n', [id]);
      const ledger = new Ledger(header);
      const { fault } = await ledger.appendAll(rows.map(([event]) => readEvent(String(event))));
      if (fault) return `live match ${id} cannot go on after event ${fault.event}: ${fault.message}`;
      goOn += 1;
    }
  }
  return { goOn, older };
}
