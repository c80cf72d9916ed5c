import type { ServerMessageOf } from '@anchor/wire';
import type { Header } from 'bg-record';
import type { EventTexts } from '../event-texts.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import { abortedMessage, finishedMessage } from '../table/outcome.ts';

/** A live or finished match as stored. */
export interface MatchView {
  readonly header: Header;
  /** The requested range. */
  readonly events: EventTexts;
  /** Number of events of the whole match. */
  readonly length: number;
  /** Null while the match is live. */
  readonly finished: ServerMessageOf<'finished'> | null;
}

/** Reads matches from the storage, for all who want to see one. No owner is asked. */
export class MatchReader {
  readonly #store: Pick<MatchStore, 'look' | 'aborted'>;
  readonly #records: Pick<RecordStore, 'page'>;

  constructor(store: Pick<MatchStore, 'look' | 'aborted'>, records: Pick<RecordStore, 'page'>) {
    this.#store = store;
    this.#records = records;
  }

  /** The match with at most `count` events, starting at number `from`; by default all. Null when there is no such match or it was aborted. */
  async view(match: string, from = 0, count: number = Number.MAX_SAFE_INTEGER): Promise<MatchView | null> {
    const live = await this.#store.look(match, from, count);
    if (live) return { ...live, finished: null };
    const page = await this.#records.page(match, from, count);
    if (!page) return null;
    const { events, length, row } = page;
    return { header: row.record.header, events, length, finished: finishedMessage(row) };
  }

  /** The message about the abort of a match. Null when it was not aborted. */
  async aborted(match: string): Promise<ServerMessageOf<'aborted'> | null> {
    const notice = await this.#store.aborted(match);
    return notice && abortedMessage(match, notice);
  }
}
