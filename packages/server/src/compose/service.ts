import { type SignatureVerifier, signGreeting } from 'bg-record';
import { Analyses, type AnalysesParts } from '../domain/analysis/analyses.ts';
import { FigureFiller } from '../domain/analysis/figure-filler.ts';
import { Bans } from '../domain/bans/bans.ts';
import { Bot } from '../domain/bot/bot.ts';
import type { BotDecider } from '../domain/bot/decide.ts';
import { type ServerBot, STRENGTHS, serverBots } from '../domain/bot/server-bots.ts';
import { Bus } from '../domain/bus.ts';
import { Leases } from '../domain/leases/leases.ts';
import { Challenges } from '../domain/lobby/challenges.ts';
import { Invitations } from '../domain/lobby/invitations.ts';
import { Lobby } from '../domain/lobby/lobby.ts';
import type { LobbyRoomParts } from '../domain/lobby/lobby-room.ts';
import { Matchmaker } from '../domain/lobby/matchmaker.ts';
import { MissedSeats } from '../domain/lobby/missed-seats.ts';
import { MoneySessions } from '../domain/lobby/money-sessions.ts';
import { OwnedLobby } from '../domain/lobby/owned-lobby.ts';
import { RematchOffers } from '../domain/lobby/rematch-offers.ts';
import { Rematches } from '../domain/lobby/rematches.ts';
import { Turns } from '../domain/lobby/turns.ts';
import type { TodaysPuzzle } from '../domain/mailing/daily-mailing.ts';
import { Notices } from '../domain/notices/notices.ts';
import { Complaints } from '../domain/players/complaints.ts';
import { Players } from '../domain/players/players.ts';
import { Presence } from '../domain/players/presence.ts';
import { Relations } from '../domain/players/relations.ts';
import { Standings } from '../domain/players/standings.ts';
import { TakenNames } from '../domain/players/taken-names.ts';
import type { LinkNetwork } from '../domain/ports/links.ts';
import type { PushSender } from '../domain/ports/push.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Alarms, Log, World } from '../domain/ports/world.ts';
import type { OwnView } from '../domain/public-log/own-view.ts';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import { Links } from '../domain/rooms/links.ts';
import { Rooms } from '../domain/rooms/rooms.ts';
import type { ServerKeys } from '../domain/server-keys.ts';
import type { SocketService } from '../socket/service.ts';
import { type MailServices, type MailSetup, openMailServices } from './mail-services.ts';

export interface ServiceParts {
  readonly store: Store;
  /** Null or absent if the service has no public log. */
  readonly logView?: OwnView | null;
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
  readonly presence: Presence;
  /** Number of open seeks. Null if another process owns the lobby. */
  seeks(): number | null;
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
  const { store, alarms, world, log, serverKeys, todaysPuzzle, processId } = parts;
  const bus = new Bus(log);
  const presence = new Presence(processId);
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
  const complaints = new Complaints({
    store: store.complaints,
    matches: store.matches,
    records: store.records,
    alarms,
    world,
  });
  const { network } = parts;
  const leases = new Leases({
    id: processId,
    address: () => network?.address ?? null,
    store: store.leases,
    world,
    log,
  });
  const links = new Links({ network, leases, bus, alarms, world, log });
  const rooms = new Rooms({
    mayMeet: (a, b) => relations.mayMeet(a, b),
    store: store.matches,
    records: store.records,
    leases,
    leaseStore: store.leases,
    links,
    bus,
    alarms,
    world,
    log,
    serverKeys,
    logView: parts.logView,
    verifier: parts.verifier,
    isOnline,
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
  const bans = new Bans({ store: store.bans, world, log });
  const isBanned = (pub: string) => bans.ofKey(pub) !== null;
  const common = { bus, players, relations, accounts, presence, rooms, notices, isOnline, isBanned, ownBots };
  const { owned, ...lobbyParts } = openLobby(parts, { ...common, leases, links, isBot });
  const { lobby } = lobbyParts;
  for (const follower of [...bots, lobby, notices]) bus.followOwnMatches(follower);
  links.serve({ owned: rooms.ownedMatches, lobby: owned });
  const { records, annotations } = store;
  const { isExclusive } = store.leases;
  const own = { requests: store.deepQueue, processId, isExclusive };
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
    complaints,
    presence,
    seeks: () => owned.room?.seeks ?? null,
    standings,
    store,
    bus,
    world,
    log,
    hasNeighbours: () => leases.others.size > 0,
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
      for (const { key, name } of ownBots) await players.meet(key.pub, name);
      await bans.refresh();
      await rooms.start();
      await lobby.start();
      await lobbyParts.invitations.sweep();
      await complaints.sweep();
      await analyses.start();
      figureFiller.start();
    },
    async handOver() {
      // The matches are left to others in any case.
      await lobby.stop().finally(() => rooms.handOver());
    },
    async idle() {
      await bans.idle();
      await figureFiller.stop();
      await analyses.stop();
      await rooms.idle();
      await lobby.idle();
      await notices.idle();
      for (const sender of mails.senders) await sender.idle();
    },
  };
}

interface LobbyDependencies
  extends Pick<Service, 'bus' | 'players' | 'relations' | 'accounts' | 'presence' | 'rooms' | 'notices'> {
  readonly leases: Leases;
  readonly links: Links;
  readonly isOnline: (pub: string) => boolean;
  readonly isBanned: (pub: string) => boolean;
  readonly isBot: (pub: string) => boolean;
  readonly ownBots: readonly ServerBot[];
}

/** Creates the objects through which players find opponents. */
function openLobby(parts: ServiceParts, dependencies: LobbyDependencies) {
  const { store, alarms, world, log, serverKeys } = parts;
  const { bus, relations, accounts, presence, rooms, notices, leases, links, isOnline, isBot, ownBots } = dependencies;
  const { records } = store;
  const common = { ...dependencies, alarms, world, log };
  const matchmaker = new Matchmaker({
    ...common,
    accounts,
    store: store.matches,
    serverPub: serverKeys.present.pub,
    absenceMs: parts.abandonMs,
    log: parts.logView?.log ?? null,
    knowledge: (pub) => presence.knowledge(pub),
  });
  const sessions = new MoneySessions({ records, store: store.matches, serverPub: serverKeys.present.pub });
  const rematches = new Rematches({ matchmaker, sessions, bots: ownBots });
  const offers = { records, matchmaker, rematches, relations, world };
  const makeOffers: LobbyRoomParts['makeOffers'] = (members) => new RematchOffers({ ...offers, members });
  const owned = new OwnedLobby({ leases, matchmaker, notices, makeOffers, alarms, world, log });
  const missed = new MissedSeats({ store: store.matches, invites: store.invites, bus, log });
  const lobby = new Lobby({ ...common, leaseStore: store.leases, leases, links, owned, rooms, matchmaker, missed });
  const invitations = new Invitations({ ...common, store: store.invites, matchmaker, isOnline, isBot });
  const challenges = new Challenges({ records, matchmaker, rematches, lobby, bots: ownBots });
  return { owned, lobby, invitations, challenges };
}

/** One bot per level and server key, former keys included. */
function openBots(parts: ServiceParts, ownBots: readonly ServerBot[], rooms: Rooms): Bot[] {
  const { decider, alarms, world, log, botDelayMs: delayMs } = parts;
  const common = { decider, rooms, alarms, world, log, delayMs };
  return ownBots.map(({ level, key }) => new Bot({ ...common, key, strength: STRENGTHS[level] }));
}
