import type { HeaderLog, View } from 'bg-record';
import { isSameLog, logOfKey, viewOfNote } from 'bg-record/log';
import type { VerifierKey } from 'tlog-kit';
import type { PublicLogStore } from '../ports/log.ts';
import type { Log } from '../ports/world.ts';

/** The service's own view of its public log, for its commits. */
export interface OwnView {
  /** The log that the headers of new matches name. */
  readonly log: HeaderLog;
  /** The newest published checkpoint. Null before the first one, for another log, and if it cannot be read: no match waits for it. */
  read(log: HeaderLog): Promise<View | null>;
}

/** Null for a log whose name no header can have. */
export function ownView(key: VerifierKey, store: Pick<PublicLogStore, 'readPublished'>, log: Log): OwnView | null {
  const own = logOfKey(key);
  if (own === null) return null;
  return {
    log: own,
    async read(named) {
      if (!isSameLog(named, own)) return null;
      try {
        const note = await store.readPublished();
        return note === null ? null : viewOfNote(note, own);
      } catch (error) {
        log.warn({ err: error }, 'a match begins without the view of the public log, which could not be read');
        return null;
      }
    },
  };
}
