import { DatabaseMatchStore, EvidenceStore, GuestKey, type MatchesPorts, openDatabase, openService } from 'bg-session';
import {
  after,
  browserLocks,
  browserStorage,
  onOtherTabsWrite,
  openSocket,
  pageOrigin,
  saveFrom,
  saveJson,
} from '../platform/browser.ts';
import { Countries } from './countries.ts';
import { Invitations } from './invitations.ts';
import { LastTerms } from './last-terms.ts';
import { Lobby } from './lobby.ts';
import { Offers } from './offers.ts';
import { People } from './people.ts';
import { Played } from './played.ts';
import { StoredPreferences } from './preferences.ts';
import { Tabs } from './tabs.ts';

export type Client = ReturnType<typeof createClient>;

/** The number of whole matches stored on this device. */
const MATCHES_KEPT = 100;

/**
 * Creates the page's objects and connects them.
 *
 * @param loadExplain loads the function that returns the English sentence for a failure, which evidence files carry
 */
export function createClient(loadExplain: MatchesPorts['loadExplain']) {
  const storage = browserStorage();
  const database = openDatabase();
  // Callers that wait for the database learn of its failure. This handler avoids an unhandled rejection while there are
  // none.
  database.catch(() => undefined);
  const keys = new GuestKey(database, storage);
  const store = new DatabaseMatchStore(database);
  store.prune(MATCHES_KEPT).catch(() => undefined);
  const service = openService({
    origin: pageOrigin(),
    open: openSocket,
    fetch: (url, init) => fetch(url, init),
    after,
    clocks: { wall: Date.now, steady: () => performance.now() },
    random: Math.random,
    storage,
    keys,
    store,
    loadExplain,
    save: saveJson,
    saveFrom,
  });
  const { connection, logHalt, matches, requests } = service;
  const evidence = new EvidenceStore(database);
  const preferences = new StoredPreferences(storage);
  const locks = browserLocks();
  const tabs = locks && new Tabs({ connection, storage, locks, after, newName: () => crypto.randomUUID() });
  onOtherTabsWrite(() => {
    preferences.reread();
    logHalt.reread();
    tabs?.reread();
  });
  const lobby = new Lobby(connection);
  const offers = new Offers(connection, requests, after);
  const invitations = new Invitations(connection, requests, after);
  const people = new People(connection);
  const lastTerms = new LastTerms(storage);
  const countries = new Countries(connection);
  const played = new Played({ storage, begun: matches.begun, me: connection.me });
  const players = { lobby, offers, invitations, people, lastTerms, countries, played };
  return { ...service, storage, keys, preferences, evidence, ...players };
}
