import { type Header, type HeaderSession, moneyGame, nextSession } from 'bg-record';
import type { MatchStore, StoredRow } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';

/** A game is continued only while its player has finished fewer matches than this since. */
const SOUGHT = 100;

interface MoneySessionsParts {
  readonly records: Pick<RecordStore, 'recentRows'>;
  readonly store: Pick<MatchStore, 'turnsOf'>;
  /** The server's public key. */
  readonly serverPub: string;
}

/** The sessions of money games, derived from the rows of finished games and the headers of live matches. */
export class MoneySessions {
  readonly #records: MoneySessionsParts['records'];
  readonly #store: Pick<MatchStore, 'turnsOf'>;
  readonly #serverPub: string;

  constructor({ records, store, serverPub }: MoneySessionsParts) {
    this.#records = records;
    this.#store = store;
    this.#serverPub = serverPub;
  }

  /**
   * The member `session` of the header of the game after a finished one. Returns null when a new session begins: after a match to points, under
   * another key of the server or of its bot, and if the finished game has been continued or is too long ago. People in a match with an absence rule sit in no other one, so a live game that continues it can only be a match by
   * turns.
   */
  async next({ record }: StoredRow, players: Header['players']): Promise<HeaderSession | null> {
    const { header } = record;
    if (header.length !== 0 || header.server !== this.#serverPub) return null;
    const person = players.find(({ bot }) => !bot);
    if (!person || (await this.#isContinued(header.id, person.pub))) return null;
    return nextSession(moneyGame(record), players);
  }

  async #isContinued(match: string, pub: string): Promise<boolean> {
    const continues = ({ session }: Header) => session?.previous.id === match;
    if ((await this.#store.turnsOf(pub)).some(({ header }) => continues(header))) return true;
    const headers = (await this.#records.recentRows(SOUGHT, pub)).map(({ record }) => record.header);
    const place = headers.findIndex(({ id }) => id === match);
    return place < 0 || headers.slice(0, place).some(continues);
  }
}
