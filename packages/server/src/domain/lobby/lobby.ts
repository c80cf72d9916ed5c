import type { LiveView, SeekView, ServerMessageOf, SocketCode, WantedSeek } from '@anchor/wire';
import { type Header, type Ledger, mayBeAway } from 'bg-record';
import type { Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { Bus, MatchFollower } from '../bus.ts';
import type { Leases } from '../leases/leases.ts';
import type { Notices } from '../notices/notices.ts';
import type { PlayerMessage } from '../player-message.ts';
import type { Players } from '../players/players.ts';
import type { Attendee, Connection, Peer, Presence } from '../players/presence.ts';
import type { Relations } from '../players/relations.ts';
import type { LeaseStore } from '../ports/leases.ts';
import { StoreUnavailable } from '../ports/unavailable.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Link } from '../rooms/link.ts';
import type { Links } from '../rooms/links.ts';
import type { Seek } from '../rooms/lobby-messages.ts';
import {
  type LobbyFront,
  type LobbyLine,
  type LobbyNews,
  type LobbyOp,
  type LobbyRequest,
  type LobbyRequests,
  lobbyAway,
  partsOf,
  type Rematch,
  type Welcome,
} from '../rooms/lobby-messages.ts';
import { Pauses } from '../rooms/pauses.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { LinkLost } from '../table/owner.ts';
import { isCorrespondence, termsOf } from '../table/terms.ts';
import { keyTopic, LOBBY_LINES_TOPIC, LOBBY_TOPIC, SENT_TOPIC } from '../topics.ts';
import { hasBot, type Matchmaker } from './matchmaker.ts';
import type { MissedSeats } from './missed-seats.ts';
import type { OwnedLobby } from './owned-lobby.ts';
import { blocking, makeHandle } from './seek.ts';

const LOBBY_ALARM = 'lobby';
/** A process looks this often if the owner of the lobby is still there, and if processes are gone that had announced something. */
const LOOK_MS = 1_000;
/** Delay before a process looks for the owner of the lobby again. */
const AGAIN_MS = 200;
/** Longest time for which a request looks for the owner of the lobby. */
const FIND_MS = 5_000;
/** The longest time that a player who has just connected waits for the lobby. */
const WELCOME_MS = 300;

interface LobbyParts {
  readonly presence: Presence;
  readonly leases: Leases;
  readonly leaseStore: Pick<LeaseStore, 'isExclusive' | 'others' | 'number'>;
  readonly links: Links;
  readonly owned: OwnedLobby;
  readonly rooms: Pick<Rooms, 'attend'>;
  readonly notices: Pick<Notices, 'attend'>;
  readonly players: Players;
  readonly relations: Pick<Relations, 'blockedBy'>;
  readonly matchmaker: Pick<Matchmaker, 'waitingFault'>;
  readonly missed: MissedSeats;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** The owner of the lobby as this process uses it: in this process, or over a link. */
interface Owner {
  readonly process: string;
  readonly isOver: boolean;
  /** Resolves to null if it does not own the lobby any more. Rejects with `LinkLost` if the link is lost. */
  ask(request: LobbyRequest): Promise<{ readonly answer: unknown } | null>;
  send(news: LobbyNews): void;
}

/**
 * The lobby as the connections of this process use it. One process owns it: this one, or another one over a link. Each process announces to the owner
 * what is its own: its connections, the seeks of its players, and its matches that can be watched.
 */
export class Lobby implements MatchFollower {
  readonly #parts: LobbyParts;
  readonly #front: LobbyFront;
  /** The seeks of this process's players, for the next owner. By key. */
  readonly #seeks = new Map<string, Seek>();
  /** By key of a player of this process: the pairing that asks the player. */
  readonly #asked = new Map<string, string>();
  /** The matches of this process that can be watched. */
  readonly #live = new Map<string, LiveView>();
  readonly #updates = new Queue();
  #owner: Owner | null = null;
  #finding: Promise<Owner | null> | null = null;
  /** The connections of a roster of which parts are still to come. */
  #roster = new Map<string, Attendee>();
  /** Number of owners that were lost. */
  #losses = 0;
  readonly #pauses: Pauses;
  #isStarted = false;
  #isStopping = false;

  constructor(parts: LobbyParts) {
    this.#parts = parts;
    this.#pauses = new Pauses('lobby', parts);
    const { bus, leases, links } = parts;
    this.#front = { process: leases.id, send: (line) => this.#receive(line) };
    bus.subscribe(LOBBY_LINES_TOPIC, (message) => {
      if (message.type === 'lobby-line' && message.from === this.#owner?.process) this.#receive(message.line);
    });
    bus.subscribe(SENT_TOPIC, (message) => {
      if (message.type === 'sent') this.#send(message.pub, message.message);
    });
    links.onLost((link) => this.#linkLost(link));
  }

  /** True if this process reaches the owner of the lobby, or is it. */
  get isReached(): boolean {
    return this.#owner !== null && !this.#owner.isOver;
  }

  /** Finds the owner of the lobby, or becomes it. Call it when this process is registered. */
  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#find();
    this.#lookLater(LOOK_MS);
  }

  /** Leaves the lobby to another process. */
  async stop(): Promise<void> {
    const { owned, leases, alarms } = this.#parts;
    this.#isStopping = true;
    alarms.clear(LOBBY_ALARM);
    this.#pauses.endAll();
    await leases.releaseNamed('lobby').finally(() => owned.close());
  }

  /** A number for a connection that has just proved a key: greater than those of all before. */
  number(): Promise<number> {
    return this.#parts.leaseStore.number();
  }

  /**
   * A connection of this process has proved a key. An older connection of the key, on any process, is superseded. Resolves to null if the lobby did
   * not answer soon enough.
   */
  async enter(connection: Connection, peer: Peer): Promise<Welcome | null> {
    const { pub } = connection;
    this.#changing(pub, () => this.#parts.presence.enter(connection, peer));
    const pause = this.#pauses.begin(WELCOME_MS);
    const late = pause.over.then(() => 'late' as const);
    const isHere = () => this.#parts.presence.numberOf(pub) === connection.number;
    const asked = this.#ask({ op: 'connect', connection }, isHere);
    const first = await Promise.race([asked, late]);
    if (first !== 'late') {
      pause.end();
      if (first?.pairing) this.#asked.set(pub, first.pairing.pairing);
      return first;
    }
    // Messages for the player went elsewhere in the meantime.
    asked
      .then(async (welcome) => {
        if (welcome?.pairing && isHere()) this.#deliver(pub, welcome.pairing);
        await this.#parts.missed.lookUp([pub]);
      })
      .catch((err) => this.#parts.log.error({ err }, 'could not announce a player to the lobby; it is tried again'));
    return null;
  }

  /** The connection has ended. No effect if it was superseded before. */
  leave(pub: string, peer: Peer): void {
    let number: number | null = null;
    this.#changing(pub, () => {
      number = this.#parts.presence.leave(pub, peer);
    });
    if (number === null) return;
    this.#asked.delete(pub);
    this.#owner?.send({ type: 'disconnect', pub, number });
  }

  async snapshot(): Promise<ServerMessageOf<'lobby'> | Refusal> {
    return (await this.#ask({ op: 'snapshot' })) ?? lobbyAway;
  }

  /** Returns the new seek, which replaces the key's previous one. The same seek again keeps its place and its handle. */
  async seek(pub: string, wanted: WantedSeek): Promise<Result<SeekView, SocketCode>> {
    const { matchmaker, players, relations, world } = this.#parts;
    const terms = termsOf(wanted);
    if (!terms.ok) return terms;
    if (isCorrespondence(terms.value))
      return refuse('bad-terms', 'A game by correspondence is posted: it needs neither player to wait.');
    const fault = await matchmaker.waitingFault(pub, terms.value);
    if (fault) return fault;
    const from = { ...(await players.person(pub)) };
    const { length, rated, clock, rules } = terms.value;
    const range = wanted.range ? { range: wanted.range } : {};
    const fresh = { id: makeHandle(world), from, length, rated, clock, rules, ...range };
    const asked: Seek = { ...fresh, since: world.now(), passed: [] };
    const seek = blocking(asked, await relations.blockedBy(pub));
    const view = await this.#ask({ op: 'seek', seek });
    return view ? { ok: true, value: view } : lobbyAway;
  }

  /** Withdraws the seek of a key. Returns why it could not. */
  async unseek(pub: string): Promise<Refusal | null> {
    return (await this.#withdraw([pub])) ? null : lobbyAway;
  }

  /** Returns the id of the match. The seeker sits at seat 0. */
  async accept(pub: string, seek: string): Promise<Result<string, SocketCode>> {
    const { rating } = await this.#parts.players.person(pub);
    return this.#askForMatch(pub, { op: 'accept', pub, rating, seek });
  }

  /** The match begins when both players have accepted. Refuses with `busy` while the player sits in another match. */
  async acceptPairing(pub: string, pairing: string): Promise<Result<null, SocketCode>> {
    return (await this.#ask({ op: 'accept-pairing', pub, pairing })) ?? lobbyAway;
  }

  /** Declines the opponent and withdraws the player's seek. */
  async declinePairing(pub: string, pairing: string): Promise<Result<null, SocketCode>> {
    const declined = (await this.#ask({ op: 'decline-pairing', pub, pairing })) ?? lobbyAway;
    if (declined.ok && this.#asked.get(pub) === pairing) this.#asked.delete(pub);
    return declined;
  }

  /** The player blocks another one, or no longer does. A pairing of the two ends. */
  async block(pub: string, other: string, isBlocked: boolean): Promise<void> {
    const blocked = await this.#parts.relations.blockedBy(pub);
    await this.#ask({ op: 'block', pub, other, isBlocked, blocked });
  }

  /** A player of a finished match against a person asks for a rematch. */
  async rematch(pub: string, match: string): Promise<Result<Rematch, SocketCode>> {
    return this.#askForMatch(pub, { op: 'rematch', pub, match });
  }

  moved(ledger: Ledger): void {
    const { header } = ledger;
    if (!hasBot(header) && !mayBeAway(header) && !this.#live.has(header.id))
      this.#withdraw(header.players.map(({ pub }) => pub)).catch((err) =>
        this.#parts.log.error({ err }, 'could not withdraw the seeks of the players of a match'),
      );
    this.#later(() => this.#update(ledger));
  }

  ended(match: string): void {
    this.#later(async () => this.#remove(match));
  }

  left(match: string): void {
    this.ended(match);
  }

  watched(match: string, count: number): void {
    this.#later(async () => {
      const known = this.#live.get(match);
      if (known && known.watchers !== count) this.#show({ ...known, watchers: count });
    });
  }

  /** Resolves when the lobby shows everything that has happened so far. */
  async idle(): Promise<void> {
    await this.#updates.idle();
    await this.#parts.owned.room?.idle();
  }

  /** Shows a match of this process that begins, or its score that changes. */
  async #update({ header, state }: Ledger): Promise<void> {
    const { id: match } = header;
    // A money game has no score before its end, but the session that it continues has one.
    const score: LiveView['score'] = [...(header.session ?? state.match).score];
    const known = this.#live.get(match);
    if (known && known.score.join() === score.join()) return;
    this.#show({ ...(known ?? (await this.#begin(header))), score });
  }

  #show(view: LiveView): void {
    const { match } = view;
    this.#live.set(match, view);
    this.#owner?.send({ type: 'live', match, view });
  }

  #remove(match: string): void {
    if (this.#live.delete(match)) this.#owner?.send({ type: 'live', match, view: null });
  }

  async #begin(header: Header): Promise<Omit<LiveView, 'score'>> {
    const shown = async ({ pub, name, bot }: Header['players'][0]) => ({
      ...(await this.#parts.players.person(pub)),
      name,
      bot,
    });
    const players: LiveView['players'] = [await shown(header.players[0]), await shown(header.players[1])];
    const { id, length, rated, dice } = header;
    return { match: id, players, length, rated, ...(dice && { dice }), watchers: 0 };
  }

  /** Queues updates so that the list changes in the order of events. */
  #later(update: () => Promise<void>): void {
    this.#updates
      .run(update)
      .catch((err) => this.#parts.log.error({ err }, 'could not update the list of live matches in the lobby'));
  }

  /** Resolves to null if the owner of the lobby cannot be reached. */
  #withdraw(pubs: readonly string[]): Promise<true | null> {
    for (const pub of pubs) this.#seeks.delete(pub);
    return this.#ask({ op: 'unseek', pubs });
  }

  /** A message that was sent here to a player, who may be connected elsewhere. */
  #send(pub: string, message: PlayerMessage): void {
    this.#owner?.send({ type: 'send', pub, message });
  }

  #receive(line: LobbyLine): void {
    const { bus, presence } = this.#parts;
    switch (line.type) {
      case 'roster':
        this.#takeRoster(line);
        break;
      case 'attends':
        this.#changing(line.pub, () => presence.attends(line.pub, line.attendee));
        break;
      case 'superseded':
        this.#changing(line.pub, () => presence.supersede(line.pub, line.number));
        break;
      case 'change':
        bus.publish(LOBBY_TOPIC, line.change);
        break;
      case 'to':
        this.#deliver(line.pub, line.message);
        break;
      case 'seek':
        if (line.seek) this.#seeks.set(line.pub, line.seek);
        else this.#seeks.delete(line.pub);
        break;
      case 'look-up':
        void this.#parts.missed.lookUp(presence.here.map(({ pub }) => pub));
        break;
      case 'closed':
        this.#lose();
    }
  }

  #takeRoster({ attendees, isFirst, isLast }: Extract<LobbyLine, { readonly type: 'roster' }>): void {
    const { presence } = this.#parts;
    if (isFirst) this.#roster = new Map();
    for (const attendee of attendees) this.#roster.set(attendee.pub, attendee);
    if (!isLast) return;
    for (const pub of new Set([...presence.elsewhere, ...this.#roster.keys()]))
      this.#changing(pub, () => presence.attends(pub, this.#roster.get(pub) ?? null));
    this.#roster = new Map();
  }

  #deliver(pub: string, message: PlayerMessage): void {
    if (message.type === 'pairing') this.#asked.set(pub, message.pairing);
    else if (message.type === 'pairing-over' || message.type === 'seated') this.#asked.delete(pub);
    this.#parts.bus.publish(keyTopic(pub), message);
  }

  /** Makes a change after which a player may be connected who was not, or the other way round. */
  #changing(pub: string, change: () => void): void {
    const { presence, rooms, notices, log } = this.#parts;
    const before = presence.isOnline(pub);
    change();
    const online = presence.isOnline(pub);
    if (online === before) return;
    notices.attend(pub, online);
    rooms
      .attend(pub, online)
      .catch((err) => log.error({ err }, 'could not apply a presence change to the matches of a player'));
  }

  /** If the link was lost meanwhile, the request may have begun a match of which the player was not told. */
  async #askForMatch<Op extends 'accept' | 'rematch'>(
    pub: string,
    request: { readonly op: Op } & LobbyRequests[Op]['ask'],
  ): Promise<LobbyRequests[Op]['answer'] | Refusal> {
    const losses = this.#losses;
    const answer = (await this.#ask(request)) ?? lobbyAway;
    if (this.#losses !== losses) await this.#parts.missed.lookUp([pub]);
    return answer;
  }

  /**
   * Asks the owner of the lobby. Looks for it first if need be. Resolves to null if it cannot be reached.
   *
   * @param isWanted false if the request is not needed any more
   */
  async #ask<Op extends LobbyOp>(
    request: { readonly op: Op } & LobbyRequests[Op]['ask'],
    isWanted = () => true,
  ): Promise<LobbyRequests[Op]['answer'] | null> {
    const until = this.#parts.world.elapsedMs() + FIND_MS;
    while (isWanted()) {
      const owner = this.#present() ?? (await this.#find());
      const answered = owner && (await this.#askOnce(owner, request as LobbyRequest));
      if (answered) return answered.answer as LobbyRequests[Op]['answer'];
      if (this.#owner === owner) this.#lose();
      if (this.#isStopping || this.#parts.world.elapsedMs() >= until) return null;
      await this.#pauses.begin(AGAIN_MS).over;
    }
    return null;
  }

  async #askOnce(owner: Owner, request: LobbyRequest): Promise<{ readonly answer: unknown } | null> {
    try {
      return await owner.ask(request);
    } catch (error) {
      if (error instanceof LinkLost) return null;
      throw error;
    }
  }

  #present(): Owner | null {
    if (this.#owner?.isOver) this.#lose();
    return this.#owner;
  }

  #find(): Promise<Owner | null> {
    this.#finding ??= this.#findNow()
      .catch((err) => {
        if (!(err instanceof StoreUnavailable))
          this.#parts.log.error({ err }, 'could not find the owner of the lobby; it is tried again');
        return null;
      })
      .finally(() => {
        this.#finding = null;
      });
    return this.#finding;
  }

  async #findNow(): Promise<Owner | null> {
    const { leases, links } = this.#parts;
    if (this.#isStopping || !this.#isStarted) return null;
    const row = await leases.acquireNamed('lobby');
    if (!row) return null;
    if (row.id === leases.id) return this.#announce(await this.#ownLobby());
    const link = await links.reach(row);
    return link === null || link === 'unreachable' ? null : this.#announce(overLink(link));
  }

  async #ownLobby(): Promise<Owner> {
    const { leases, leaseStore, owned } = this.#parts;
    const others = leaseStore.isExclusive ? [] : await leaseStore.others(leases.id);
    owned.open(others.map(({ id }) => id));
    return {
      process: leases.id,
      get isOver() {
        return owned.room === null;
      },
      ask: (request) => owned.handle(this.#front, request),
      send: (news) => owned.take(this.#front, news),
    };
  }

  /** Announces what is this process's own. Changes in the meantime are sent as well, because the owner counts from the first part on. */
  async #announce(owner: Owner): Promise<Owner | null> {
    const { presence, bus, log } = this.#parts;
    this.#owner = owner;
    const wasLost = this.#losses > 0;
    // The owner sends those that go on again.
    const asked = new Map(this.#asked);
    this.#asked.clear();
    const connections = partsOf(presence.here);
    const seeks = partsOf([...this.#seeks.values()]);
    const live = partsOf([...this.#live.values()]);
    const counts = [connections.length, seeks.length, live.length];
    const count = counts.reduce((sum, parts) => sum + parts);
    for (let place = 0; place < count; place++) {
      // One kind in each part.
      const seeksFrom = connections.length;
      const liveFrom = seeksFrom + seeks.length;
      const here = (connections[place] ?? []).filter(({ pub, number }) => presence.numberOf(pub) === number);
      const wanted = (seeks[place - seeksFrom] ?? []).filter((seek) => this.#seeks.get(seek.from.pub)?.id === seek.id);
      const open = (live[place - liveFrom] ?? []).filter((view) => this.#live.get(view.match) === view);
      const ends = { isFirst: place === 0, isLast: place === count - 1, wasLost };
      const part = { connections: here, seeks: wanted, live: open, ...ends };
      if (!(await this.#askOnce(owner, { op: 'announce', ...part }))) {
        if (this.#owner === owner) this.#lose();
        // They are compared again with what the next owner sends.
        for (const [pub, pairing] of asked) if (!this.#asked.has(pub)) this.#asked.set(pub, pairing);
        return null;
      }
    }
    await this.#endPairings([...asked].filter(([pub, pairing]) => this.#asked.get(pub) !== pairing));
    // Members of the lobby have missed changes.
    if (wasLost)
      this.#ask({ op: 'snapshot' })
        .then((lobby) => lobby && bus.publish(LOBBY_TOPIC, lobby))
        .catch((err) => log.error({ err }, 'could not show the lobby again; its members may see what is gone'));
    return owner;
  }

  #linkLost(link: Link): void {
    if (this.#owner?.process === link.to) this.#lose();
  }

  /** These pairings have ended with their owner, or while it could not be reached, unless they have become matches. */
  async #endPairings(ended: readonly (readonly [pub: string, pairing: string])[]): Promise<void> {
    const { bus, missed } = this.#parts;
    const seated = await missed.seated(ended.map(([pub]) => pub));
    for (const [pub, pairing] of ended) {
      const seeking = this.#seeks.has(pub);
      if (!seated.has(pub)) bus.publish(keyTopic(pub), { type: 'pairing-over', pairing, reason: 'gone', seeking });
    }
  }

  /** The lobby has no owner as far as this process knows. */
  #lose(): void {
    if (this.#owner === null) return;
    this.#owner = null;
    this.#losses += 1;
    if (this.#isStarted && !this.#isStopping) this.#lookLater(AGAIN_MS);
  }

  /** A process that has the data for itself owns the lobby for ever. */
  #lookLater(delayMs: number): void {
    const { alarms, world, leaseStore } = this.#parts;
    if (!leaseStore.isExclusive) alarms.set(LOBBY_ALARM, world.now() + delayMs, () => this.#look());
  }

  async #look(): Promise<void> {
    if (this.#isStopping) return;
    const owner = this.#present() ?? (await this.#find());
    const { leases, owned } = this.#parts;
    if (leases.knowsOthers) owned.room?.sweep(new Set(leases.others.keys()));
    if (!this.#isStopping) this.#lookLater(owner ? LOOK_MS : AGAIN_MS);
  }
}

function overLink(link: Link): Owner {
  return {
    process: link.to,
    get isOver() {
      return link.isOver;
    },
    ask: (request) => link.askLobby(request),
    send: (news) => link.sendToLobby(news),
  };
}
