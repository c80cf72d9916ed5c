import {
  after,
  browserShelf,
  fetchRecord,
  hearOtherTabs,
  openSocket,
  pageOrigin,
  saveFrom,
  saveJson,
} from '../platform/browser.ts';
import { openDatabase } from '../platform/database.ts';
import { Connection } from '../protocol/connection.ts';
import { KeptEvidence } from '../protocol/evidence.ts';
import { GuestKey } from '../protocol/guest-key.ts';
import { Asks } from '../protocol/match-requests.ts';
import { DatabaseMatchStore } from '../protocol/match-store.ts';
import { Matches, type MatchesPorts } from '../protocol/matches.ts';
import { PinnedKey } from '../protocol/pinned-key.ts';
import { Lobby } from './lobby.ts';
import { Offers } from './offers.ts';
import { ShelfPreferences } from './preferences.ts';

export type Client = ReturnType<typeof compose>;

/** The number of whole matches stored on this device. */
const MATCHES_KEPT = 100;

/**
 * Creates the page's objects and connects them.
 *
 * @param explain returns the English sentence for a failure, which evidence files carry
 */
export function compose(explain: MatchesPorts['explain']) {
  const shelf = browserShelf();
  const database = openDatabase();
  // Callers that wait for the database learn of its failure. This handler avoids an unhandled rejection while there are
  // none.
  database.catch(() => undefined);
  const keys = new GuestKey(database, shelf);
  const pinned = new PinnedKey(shelf);
  const asks = new Asks(shelf);
  const store = new DatabaseMatchStore(database);
  store.prune(MATCHES_KEPT).catch(() => undefined);
  const { now } = Date;
  const connection = new Connection({
    open: openSocket,
    origin: pageOrigin(),
    after,
    now,
    random: Math.random,
    keys,
    pinned,
  });
  const clocks = { wall: now, steady: () => performance.now() };
  const surroundings = { explain, fetchRecord, save: saveJson, saveFrom, clocks, after };
  const matches = new Matches({ connection, keys, pinned, asks, store, ...surroundings });
  const preferences = new ShelfPreferences(shelf);
  hearOtherTabs(() => preferences.reread());
  const evidence = new KeptEvidence(database);
  const lobby = new Lobby(connection);
  const offers = new Offers(connection, asks);
  return { connection, keys, pinned, matches, preferences, evidence, lobby, offers };
}
