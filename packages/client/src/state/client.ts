import {
  Connection,
  DatabaseMatchStore,
  EvidenceStore,
  GuestKey,
  keepLogFault,
  LogHalt,
  LogViews,
  loadMatchCode,
  loadPublicLog,
  Matches,
  type MatchesPorts,
  MatchRequests,
  openDatabase,
  PinnedKey,
  type PublicLog,
  Turns,
} from 'bg-session';
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
import { LastWish } from './last-wish.ts';
import { Lobby } from './lobby.ts';
import { Offers } from './offers.ts';
import { People } from './people.ts';
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
  const pinned = new PinnedKey(storage);
  const logHalt = new LogHalt(storage);
  const requests = new MatchRequests(storage);
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
    logHalt,
    asks: () => void views.refresh(),
  });
  const evidence = new EvidenceStore(database);
  const publicLog = loadedOnce(async () => {
    const { PublicLog } = await loadPublicLog();
    const isServers = async (pub: string) =>
      (await connection.isServers(pub)) || (connection.shownKey.value === null ? null : false);
    return new PublicLog({ fetch: (url, init) => fetch(url, init), storage, site: pageOrigin(), isServers, now });
  });
  const views = new LogViews({
    storage,
    load: publicLog,
    found: async (fault, match) =>
      void (await keepLogFault(fault, match, { evidence, connection, explain: await loadExplain() })),
  });
  const clocks = { wall: now, steady: () => performance.now() };
  // The code that reads a record is loaded with the code that shows one.
  const fetchRecord: MatchesPorts['fetchRecord'] = async (match) => (await loadMatchCode()).fetchRecord(match);
  const surroundings = { loadExplain, views, fetchRecord, save: saveJson, saveFrom, clocks, after };
  const turns = new Turns(connection);
  const matches = new Matches({ connection, keys, pinned, requests, turns, store, ...surroundings });
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
  const lastWish = new LastWish(storage);
  const countries = new Countries(connection);
  const players = { lobby, offers, invitations, people, lastWish, countries };
  return { connection, keys, pinned, matches, turns, preferences, evidence, publicLog, ...players };
}

/** Loads something when it is first needed. A failure is not kept, so that the next call tries again. */
function loadedOnce(load: () => Promise<PublicLog>): () => Promise<PublicLog> {
  let loaded: Promise<PublicLog> | null = null;
  return async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      loaded = null;
      throw error;
    }
  };
}
