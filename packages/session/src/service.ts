import { Connection, type KeyHolder } from './connection/connection.ts';
import { PinnedKey } from './connection/pinned-key.ts';
import { loadMatchCode, loadPublicLog } from './load.ts';
import { LogHalt } from './log/log-halt.ts';
import { LogViews } from './log/log-views.ts';
import type { PublicLog } from './log/public-log.ts';
import type { Fetch } from './platform/fetch-text.ts';
import type { After, Clocks, OpenSocket, TextStorage } from './platform/ports.ts';
import { keepLogFault } from './session/log-fault.ts';
import { MatchRequests } from './session/match-requests.ts';
import type { MatchStore } from './session/match-store.ts';
import { Matches, type MatchesPorts } from './session/matches.ts';
import { Turns } from './session/turns.ts';

/** The surroundings of a client. */
export interface ServicePorts extends Pick<MatchesPorts, 'loadExplain' | 'save' | 'saveFrom'> {
  /** The web origin of the service, in the form that `originOf` of bg-record returns. */
  readonly origin: string;
  /** Opens a socket to it. */
  readonly open: OpenSocket;
  readonly fetch: Fetch;
  readonly after: After;
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Keeps small texts: the server's key, the newest view of the public log, what was asked for. */
  readonly storage: TextStorage;
  readonly keys: KeyHolder;
  readonly store: MatchStore;
}

/** A service as one client uses it: its connection, the matches of its key, and its public log. */
export type Service = ReturnType<typeof openService>;

/** Connects the parts of a client. Nothing is sent before `connection.start()`. */
export function openService(ports: ServicePorts) {
  const { storage, store, origin, clocks } = ports;
  const now = clocks.wall;
  const pinned = new PinnedKey(storage);
  const logHalt = new LogHalt(storage);
  const requests = new MatchRequests(storage);
  const connection = new Connection({ ...ports, now, pinned, logHalt, asks: () => void views.refresh() });
  const publicLog = loadedOnce(async () => {
    const { PublicLog } = await loadPublicLog();
    const isServers = async (pub: string) =>
      (await connection.isServers(pub)) || (connection.shownKey.value === null ? null : false);
    return new PublicLog({ ...ports, site: origin, isServers, now });
  });
  const evidence = { add: store.addEvidence.bind(store) };
  const views = new LogViews({
    storage,
    load: publicLog,
    found: async (fault, match) =>
      void (await keepLogFault(fault, match, { evidence, connection, explain: await ports.loadExplain() })),
  });
  // The code that reads a record is loaded with the code that shows one.
  const fetchRecord: MatchesPorts['fetchRecord'] = async (match) => (await loadMatchCode()).fetchRecord(match, origin);
  const asked = new Set<string>();
  connection.on((message) => {
    if (message.type === 'offers' && message.sent.some(({ unprepared }) => unprepared))
      void loadMatchCode().then(
        ({ prepareOpenings }) => prepareOpenings({ ...ports, connection, asked }, message),
        // The code could not be loaded; the next list is another chance.
        () => undefined,
      );
  });
  const turns = new Turns(connection);
  const matches = new Matches({ ...ports, connection, pinned, requests, turns, views, fetchRecord });
  return { connection, pinned, logHalt, requests, publicLog, turns, matches };
}

/** Loads something when it is first needed. A failure is not kept, so that the next call tries again. */
function loadedOnce(load: () => Promise<PublicLog>): () => Promise<PublicLog> {
  let loaded: Promise<PublicLog> | null = null;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
