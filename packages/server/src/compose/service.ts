import type { LiveView } from '@anchor/wire';
import { type SignatureVerifier, signGreeting } from 'bg-record';
import { foldNames } from '../domain/accounts/fold-names.ts';
import { Analyses, type AnalysesParts } from '../domain/analysis/analyses.ts';
import { FigureFiller } from '../domain/analysis/figure-filler.ts';
import { Bans } from '../domain/bans/bans.ts';
import { Bot } from '../domain/bot/bot.ts';
import type { BotDecider } from '../domain/bot/decide.ts';
import { type ServerBot, STRENGTHS, serverBots } from '../domain/bot/server-bots.ts';
import { Challenges, type Offer } from '../domain/lobby/challenges.ts';
import { Invitations } from '../domain/lobby/invitations.ts';
import { LiveList } from '../domain/lobby/live-list.ts';
import { Lobby } from '../domain/lobby/lobby.ts';
import { LobbyPublisher } from '../domain/lobby/lobby-publisher.ts';
import { Matchmaker } from '../domain/lobby/matchmaker.ts';
import { MissedSeats } from '../domain/lobby/missed-seats.ts';
import { MoneySessions } from '../domain/lobby/money-sessions.ts';
import { type Pairing, PairingList } from '../domain/lobby/pairing-list.ts';
import { Pairings } from '../domain/lobby/pairings.ts';
import { Seeks } from '../domain/lobby/seeks.ts';
import { Turns } from '../domain/lobby/turns.ts';
import type { Wish } from '../domain/lobby/wish.ts';
import type { TodaysPuzzle } from '../domain/mailing/daily-mailing.ts';
import { Notices } from '../domain/notices/notices.ts';
import { Players } from '../domain/players/players.ts';
import type { Presence } from '../domain/players/presence.ts';
import { Relations } from '../domain/players/relations.ts';
import { Standings } from '../domain/players/standings.ts';
import { TakenNames } from '../domain/players/taken-names.ts';
import type { Bus } from '../domain/ports/bus.ts';
import type { LinkNetwork } from '../domain/ports/links.ts';
import type { PushSender } from '../domain/ports/push.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Alarms, Log, World } from '../domain/ports/world.ts';
import type { OwnView } from '../domain/public-log/own-view.ts';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import { Rooms } from '../domain/rooms/rooms.ts';
import type { ServerKeys } from '../domain/server-keys.ts';
import type { SharedMap } from '../shared/shared-map.ts';
import type { SocketService } from '../socket/service.ts';
import { type MailServices, type MailSetup, openMailServices } from './mail-services.ts';

/** Lists that all processes share. */
export interface SharedLists {
  /** By the seeker's key. */
  readonly seeks: SharedMap<Wish>;
  /** See `PairingList`. */
  readonly pairings: SharedMap<Pairing>;
  /** By match. */
  readonly live: SharedMap<LiveView>;
  /** By the finished match of which a rematch is offered. */
  readonly offers: SharedMap<Offer>;
}

export interface ServiceParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly presence: Presence;
  /** Null or absent if the service has no public log. */
  readonly logView?: OwnView | null;
  readonly lists: SharedLists;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: ServerKeys;
  /** Checks the players' signatures. Defaults to Node.js crypto. */
  readonly verifier?: SignatureVerifier;
  /** Unique per run of a process. */
  readonly processId: string;
  /** The links to the other processes that work on the same data. Null if there are none. */
  readonly network: LinkNetwork | null;
  /** How long a player who must act may be absent, in milliseconds. */
  readonly abandonMs: number;
  /** Average delay before a bot decides, in milliseconds. */
  readonly botDelayMs: number;
  readonly decider: BotDecider;
  readonly mail: MailSetup;
  /** Null or absent if the service sends no push messages. */
  readonly pushSender?: PushSender | null;
  readonly todaysPuzzle: TodaysPuzzle;
  readonly puzzles: Puzzles;
  readonly analysis: Pick<AnalysesParts, 'analyser' | 'evaluator' | 'workers' | 'deepEngine' | 'limitDeep'>;
}

/** The domain as seen by the HTTP and WebSocket handlers. */
export interface Service extends SocketService {
  readonly standings: Standings;
  readonly analyses: Analyses;
  readonly daily: MailServices['daily'];
  readonly mailStops: MailServices['mailStops'];
  readonly store: Store;
  /** Resumes the live matches. Call it once, before the first connection. */
  start(): Promise<void>;
  /** Leaves the live matches to other processes. Existing connections are still served. */
  handOver(): Promise<void>;
  /** Resolves when all work in progress has ended. */
  idle(): Promise<void>;
}

/** Creates the domain objects and connects them. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { store, bus, alarms, world, log, serverKeys, presence, todaysPuzzle } = parts;
  const ownBots = await serverBots(serverKeys.present);
  const everyBot = [...ownBots, ...(await Promise.all(serverKeys.former.map(serverBots))).flat()];
  const botPubs = new Set(everyBot.map(({ key }) => key.pub));
  const botNames = new Map(everyBot.map(({ key, name }) => [key.pub, name]));
  const takenNames = new TakenNames({ accounts: store.accounts, bots: botNames });
  const players = new Players({ store: store.players, accounts: store.accounts, takenNames, world });
  const isOnline = (pub: string) => botPubs.has(pub) || presence.isOnline(pub);
  const isBot = (pub: string) => botPubs.has(pub);
  const relations = new Relations({
    store: store.relations,
    records: store.records,
    players,
    world,
    isOnline,
    isPlaying: async (pub) => (await store.matches.liveOf(pub)) !== null,
    isBot,
  });
  const rooms = new Rooms({
    mayMeet: (a, b) => relations.mayMeet(a, b),
    store: store.matches,
    records: store.records,
    leases: store.leases,
    bus,
    alarms,
    world,
    log,
    serverKeys,
    logView: parts.logView,
    verifier: parts.verifier,
    isOnline,
    processId: parts.processId,
    network: parts.network,
  });
  const bots = openBots(parts, everyBot, rooms);
  const mails = openMailServices({
    setup: parts.mail,
    todaysPuzzle,
    store,
    players,
    takenNames,
    bus,
    world,
    log,
    serverKeys,
  });
  const { accounts, subscriptions, turnMails, mailStops, daily } = mails;
  const isStored = (pub: string) => players.isStored(pub);
  const notices = new Notices({
    store: store.push,
    sender: parts.pushSender ?? null,
    isOnline,
    isStored,
    alarms,
    world,
    log,
  });
  const lobbyParts = openLobby(parts, { players, relations, accounts, presence, rooms, isOnline, isBot, ownBots });
  const { lobby, pairings, invitations } = lobbyParts;
  relations.observe(async (pub, other, now) => {
    await pairings.blocksChanged(pub, other, now === 'block');
    if (now === 'block') await invitations.part(pub, other);
  });
  new MissedSeats({ store: store.matches, invites: store.invites, presence, bus, log });
  listen({ rooms, presence, lobby, bots, notices, log });
  pairings.observeFound((pub, opponent, until) => notices.found(pub, opponent, until));
  invitations.observeChallenged((news) => notices.challenged(news));
  const bans = new Bans({ store: store.bans, world, log });
  const { records, annotations } = store;
  const { processId } = parts;
  const isAlone = parts.network === null;
  const requests = store.deepQueue;
  const own = { requests, processId, isAlone };
  const analyses = new Analyses({ ...parts.analysis, ...own, records, annotations, alarms, world, log });
  const figureFiller = new FigureFiller({ store: store.reportFigures, alarms, world, log });
  const standings = new Standings({
    players: store.players,
    figures: store.reportFigures,
    records: store.records,
    world,
    bots: botPubs,
    takenNames,
  });
  return {
    ...lobbyParts,
    turns: new Turns(store.matches, players),
    accounts,
    subscriptions,
    turnMails,
    mailStops,
    notices,
    daily,
    mailDelivers: mails.delivers,
    puzzles: parts.puzzles,
    bans,
    analyses,
    rooms,
    players,
    relations,
    presence,
    standings,
    store,
    bus,
    world,
    log,
    hasNeighbours: !isAlone,
    serverPub: serverKeys.present.pub,
    succession: serverKeys.succession,
    async greet(challenge, origins) {
      const { abandonMs: absenceMs } = parts;
      const greeting = {
        challenge,
        origins: [...origins],
        now: world.now(),
        server: serverKeys.present.pub,
        absenceMs,
      };
      return { ...greeting, sig: await signGreeting(serverKeys.present, greeting) };
    },
    async start() {
      await foldNames(store.accounts);
      for (const { key, name } of ownBots) await players.meet(key.pub, name);
      await bans.refresh();
      await rooms.start();
      await invitations.sweep();
      await analyses.start();
      figureFiller.start();
    },
    handOver: () => rooms.handOver(),
    async idle() {
      await bans.idle();
      await figureFiller.stop();
      await analyses.stop();
      await pairings.idle();
      await rooms.idle();
      await lobby.idle();
      await notices.idle();
      for (const sender of mails.senders) await sender.idle();
    },
  };
}

interface LobbyDependencies extends Pick<Service, 'players' | 'relations' | 'accounts' | 'presence' | 'rooms'> {
  readonly isOnline: (pub: string) => boolean;
  readonly isBot: (pub: string) => boolean;
  readonly ownBots: readonly ServerBot[];
}

/** Creates the objects through which players find opponents. */
function openLobby(parts: ServiceParts, dependencies: LobbyDependencies) {
  const { store, bus, lists, alarms, world, log, serverKeys } = parts;
  const { players, relations, accounts, presence, rooms, isOnline, isBot, ownBots } = dependencies;
  const online = () => presence.count;
  const common = { players, relations, world, isOnline };
  const matchmaker = new Matchmaker({
    ...common,
    accounts,
    store: store.matches,
    rooms,
    bus,
    serverPub: serverKeys.present.pub,
    absenceMs: parts.abandonMs,
    log: parts.logView?.log ?? null,
    knowledge: (pub) => presence.knowledge(pub),
  });
  const publisher = new LobbyPublisher({ alarms, bus, world, online });
  const [live, seeks] = [new LiveList(players, lists.live), new Seeks(lists.seeks)];
  const list = new PairingList(lists.pairings);
  const waiting = { seeks, matchmaker, presence, relations, alarms, world, log };
  const pairings = new Pairings({ ...waiting, list, bus });
  const lobby = new Lobby({ ...waiting, players, publisher, live, pairings });
  const invitations = new Invitations({ ...common, store: store.invites, matchmaker, bus, alarms, isBot });
  const sessions = new MoneySessions({
    records: store.records,
    store: store.matches,
    serverPub: serverKeys.present.pub,
  });
  const offers = { records: store.records, matchmaker, sessions, bus, bots: ownBots, offers: lists.offers };
  return { lobby, pairings, invitations, challenges: new Challenges({ ...common, ...offers }) };
}

/** One bot per level and server key, former keys included. */
function openBots(parts: ServiceParts, ownBots: readonly ServerBot[], rooms: Rooms): Bot[] {
  const { decider, alarms, world, log, botDelayMs: delayMs } = parts;
  const common = { decider, rooms, alarms, world, log, delayMs };
  return ownBots.map(({ level, key }) => new Bot({ ...common, key, strength: STRENGTHS[level] }));
}

/** Subscribes bots, lobby, notices and matches to changes of matches and presence. */
function listen({
  rooms,
  presence,
  lobby,
  bots,
  notices,
  log,
}: Pick<Service, 'rooms' | 'presence' | 'lobby' | 'notices' | 'log'> & { bots: readonly Bot[] }) {
  for (const observer of [...bots, lobby, notices]) rooms.observe(observer);
  presence.observe(lobby);
  presence.observe(notices);
  presence.observe({
    attend(pub, online) {
      rooms
        .attend(pub, online)
        .catch((err) => log.error({ err }, 'could not apply a presence change to the matches of a player'));
    },
  });
}
