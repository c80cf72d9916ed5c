import { type ClientMessage, type ServerMessage, socketCodes } from '@anchor/wire';
import type { Challenge } from 'bg-record';
import type { Player } from 'bg-rules';
import { bannedMessage } from '../domain/bans/bans.ts';
import { type BusMessage, isForClients } from '../domain/bus.ts';
import type { Knowledge, Peer } from '../domain/players/presence.ts';
import type { Log } from '../domain/ports/world.ts';
import type { Welcome } from '../domain/rooms/lobby-messages.ts';
import { keyTopic, LOBBY_TOPIC } from '../domain/topics.ts';
import { flowOf } from '../shared/arrival.ts';
import type { Flow } from '../shared/fair-queue.ts';
import { type Outgoing, type RequestId, withId } from './encode.ts';
import { Feed, type FollowRefusal } from './feed.ts';
import { CLOSE, type SocketLimits } from './limits.ts';
import type { CloseReason } from './observer.ts';
import type { SocketService } from './service.ts';
import type { Watchers } from './watchers.ts';

interface SessionParts {
  readonly service: SocketService;
  readonly log: Log;
  /** 16 random bytes in hex. The client signs them to prove a key. */
  readonly challenge: string;
  /** Origins at which clients reach the service. */
  readonly origins: readonly string[];
  /** Base of shared links. If null, links use the origin at which the client proved its key. */
  readonly publicUrl: string | null;
  /** The optional parts of the format that the client has said that it knows. */
  readonly knows: Knowledge;
  /**
   * The match that the client's address names, by which a proxy may have chosen this process: empty if it names none, null if the client does
   * not know this. It is only compared.
   */
  readonly ledBy: string | null;
  /** The client's address or network, for rate limits. */
  readonly network: string;
  readonly limits: SocketLimits;
  readonly watchers: Watchers;
  readonly send: (message: Outgoing) => void;
  readonly close: (code: number, reason: CloseReason) => void;
  /** Queues a task behind the connection's earlier requests. */
  readonly later: (task: () => Promise<void>) => void;
  /** The same for a task that also waits for the turn of `flow`. Calls `refused` instead when too many wait. */
  readonly inTurn: (task: () => Promise<void>, refused: () => void) => void;
  /** Resolves when messages about a match may be sent to this connection as a watcher. */
  readonly inRound: () => Promise<void>;
  /** Runs a task that seats the player in a match, ahead of the requests that wait. */
  readonly seat: (task: () => Promise<void>) => void;
}

/** The newer connection of a key has this long to enter the matches of the older one. */
const SUPERSEDED_MS = 2_000;

/** A list of the player that others can change. */
type List = 'offers' | 'turns';

/** The state of a connection: its proved key, and the matches and topics that it follows. */
export class Session implements Peer {
  readonly #parts: SessionParts;
  readonly service: SocketService;
  readonly challenge: string;
  readonly origins: readonly string[];
  readonly network: string;
  readonly limits: SocketLimits;
  /** The lists that are about to be sent. */
  readonly #due = new Set<List>();
  readonly #feeds = new Map<string, Feed>();
  /** By match in which the player sits without following it: leaves it. */
  readonly #stays = new Map<string, () => void>();
  #pub: string | null = null;
  #origin: string | null = null;
  #isKnown = false;
  #isOver = false;
  #leaveKey: () => void = () => undefined;
  #leaveLobby: () => void = () => undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.service = parts.service;
    this.challenge = parts.challenge;
    this.origins = parts.origins;
    this.network = parts.network;
    this.limits = parts.limits;
  }

  /** The challenge that the key has signed. Null before. */
  get proof(): Challenge | null {
    return this.#origin === null
      ? null
      : { challenge: this.challenge, origin: this.#origin, server: this.service.serverPub };
  }

  /** Base of shared links. */
  get linkBase(): string {
    return this.#parts.publicUrl ?? this.#origin ?? this.origins[0] ?? '';
  }

  /** The proved key. Null before. */
  get pub(): string | null {
    return this.#pub;
  }

  /** Number of matches followed. */
  get following(): number {
    return this.#feeds.size;
  }

  /** The party that this connection's requests are charged to: the network, and within it a key with a finished rated match. */
  get flow(): Flow {
    return this.#isKnown ? this.ownFlow : flowOf(this.network);
  }

  /** True if the client has a seat in a match that it follows. */
  get hasSeat(): boolean {
    return [...this.#feeds.values()].some(({ seat }) => seat !== null);
  }

  /** True for requests about the player's own match. */
  isOfSeat(message: ClientMessage): boolean {
    const { type } = message;
    if (type !== 'act' && type !== 'ping' && type !== 'sync') return false;
    return message.match !== undefined && (this.feed(message.match)?.seat ?? null) !== null;
  }

  /** The party that pages of the player's own match are charged to. */
  get ownFlow(): Flow {
    return { group: flowOf(this.network).group, member: this.#pub ?? '', isKnown: true };
  }

  /** Number of matches followed without a seat. */
  get watching(): number {
    return [...this.#feeds.values()].filter(({ seat }) => seat === null).length;
  }

  say(message: Outgoing): void {
    this.#parts.send(message);
  }

  /** Sends the answer to a request when there is one. The connection's later requests are answered meanwhile. */
  answerLater(answer: Promise<ServerMessage | null>, id: RequestId): void {
    answer
      .then((message) => message && this.#parts.send(withId(message, id)))
      .catch((err) => {
        this.#parts.log.error({ err, pub: this.#pub }, 'could not answer a request that waited');
        this.#parts.send(withId({ type: 'error', code: 'internal', message: socketCodes.internal }, id));
      });
  }

  /**
   * Binds a proved key to this connection and subscribes to its messages. Returns what the lobby says to the player, or null when the connection
   * has ended already.
   *
   * @param isKnown true if the key has finished a rated match
   * @param number greater than those of the connections that have proved a key before
   */
  enter(pub: string, origin: string, isKnown: boolean, number: number): Promise<Welcome | null> | null {
    if (this.#isOver) return null;
    this.#pub = pub;
    this.#origin = origin;
    this.#isKnown = isKnown;
    this.#leaveKey = this.service.bus.subscribe(keyTopic(pub), (message) => this.#onMessage(message));
    return this.service.lobby.enter({ pub, number, knows: this.#parts.knows }, this);
  }

  supersede(): void {
    this.#parts.send({ type: 'superseded' });
    this.#parts.close(CLOSE.superseded, 'superseded');
    // The newer connection enters meanwhile, so that nobody sees a player leave who stays.
    this.end((leave) => setTimeout(leave, SUPERSEDED_MS).unref());
  }

  /** Returns true if the address or the key is banned. Then sends the ban and closes the connection. */
  closeIfBanned(pub: string | null = this.#pub, id?: RequestId): boolean {
    const { bans } = this.service;
    const ban = (pub === null ? null : bans.ofKey(pub)) ?? bans.ofNetwork(this.network);
    if (ban === null || this.#isOver) return false;
    this.#parts.send(withId(bannedMessage(ban), id));
    this.#parts.close(CLOSE.banned, 'banned');
    this.end();
    return true;
  }

  /** Sends the match and its further events. Returns the reason if it does not. */
  async follow(match: string, id?: RequestId): Promise<FollowRefusal | null> {
    if (this.#isOver) return null;
    const leaveBefore = this.#stop(match);
    const over = (seat: Player | null) => this.#matchOver(match, seat);
    const feed = new Feed({
      match,
      pub: this.#pub,
      service: this.service,
      log: this.#parts.log,
      send: this.#parts.send,
      inRound: this.#parts.inRound,
      watches: () => this.#parts.watchers.enter(match, flowOf(this.network).group),
      over,
      lost: () => this.moveAway(),
    });
    this.#feeds.set(match, feed);
    const refusal = await feed.start(id);
    // Only now, so that nobody sees a player leave who stays.
    leaveBefore();
    if (refusal) this.#drop(match, feed);
    if (refusal === 'unreachable') this.moveAway();
    // Queued behind the requests that have arrived, because the client gives up those that are open when it moves.
    else if (this.#isMisled(match, feed)) this.#parts.later(async () => this.say({ type: 'reconnect', match }));
    return refusal;
  }

  /**
   * True if the connection should be opened again with this match in its address, so that a proxy that hashes it leads all who follow the
   * match to one process. A seat comes before watching, and the match in the address before others that are watched.
   */
  #isMisled(match: string, feed: Feed): boolean {
    const ledBy = this.#parts.ledBy;
    if (!this.service.hasNeighbours() || ledBy === null || ledBy === match || !feed.isTimed) return false;
    if (feed.seat !== null) return true;
    const others = [...this.#feeds].filter(([id, other]) => id !== match && other.isTimed);
    return others.every(([id, other]) => other.seat === null && id !== ledBy);
  }

  feed(match: string): Feed | null {
    return this.#feeds.get(match) ?? null;
  }

  /** Ends the messages about a match. A player who looks away still sits there. */
  unfollow(match: string): void {
    const isSeated = (this.#feeds.get(match)?.seat ?? null) !== null;
    const leave = this.#stop(match);
    if (isSeated) this.#stays.set(match, leave);
    else leave();
  }

  enterLobby(): void {
    this.leaveLobby();
    this.#leaveLobby = this.service.bus.subscribe(LOBBY_TOPIC, (message) => this.#onMessage(message));
  }

  leaveLobby(): void {
    this.#leaveLobby();
  }

  /** Ends all subscriptions, when the connection has ended or is about to. `leaving` is called with what leaves the matches. */
  end(leaving: (leave: () => void) => void = (leave) => leave()): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leaveKey();
    this.#leaveLobby();
    const leaves = [...[...this.#feeds.keys()].map((match) => this.#stop(match)), ...this.#stays.values()];
    this.#stays.clear();
    leaving(() => {
      for (const leave of leaves) leave();
    });
    if (this.#pub !== null) this.service.lobby.leave(this.#pub, this);
  }

  #onMessage(message: BusMessage): void {
    if (message.type === 'seated') this.#parts.seat(() => this.#sitDown(message.match));
    else if (message.type === 'offers-changed') this.#sendSoon('offers', () => this.sendOffers());
    else if (message.type === 'turns-changed') this.#sendSoon('turns', () => this.sendTurns());
    else if (isForClients(message)) this.#parts.send(message);
  }

  /** Sends a list once, however often it changes before: strangers can change it, and only this player's requests wait behind it. */
  #sendSoon(list: List, send: () => Promise<void>): void {
    if (this.#due.has(list)) return;
    this.#due.add(list);
    const sendNow = () => {
      this.#due.delete(list);
      return send();
    };
    this.#parts.inTurn(sendNow, () => this.#due.delete(list));
  }

  /** Sends the invitations of the key. On identification only if there are any. */
  async sendOffers(isNew = false): Promise<void> {
    const pub = this.#pub;
    if (pub === null || this.#isOver) return;
    const offers = await this.service.invitations.of(pub);
    if (!isNew || offers.sent.length + offers.received.length > 0) this.say({ type: 'offers', ...offers });
  }

  /** Sends the correspondence matches of the key. */
  async sendTurns(): Promise<void> {
    const pub = this.#pub;
    if (pub === null || this.#isOver) return;
    const matches = await this.service.turns.of(pub);
    this.say({ type: 'turns', matches });
  }

  async #sitDown(match: string): Promise<void> {
    if (!this.#feeds.has(match)) await this.follow(match);
  }

  /** Ends the messages about a match. Returns a function that leaves it. */
  #stop(match: string): () => void {
    const leave = this.#feeds.get(match)?.stop() ?? this.#stays.get(match) ?? (() => undefined);
    this.#feeds.delete(match);
    this.#stays.delete(match);
    return leave;
  }

  #matchOver(match: string, seat: Player | null): void {
    this.#feeds.delete(match);
    if (seat === null || this.#pub === null) return;
    this.service.store.records
      .markTold(match, this.#pub)
      .catch((err) =>
        this.#parts.log.error(
          { err, match },
          'could not mark the end of a match as told; the player may be told again',
        ),
      );
  }

  /** Closes the connection, because this process is about to end or cannot reach the owner of its match. Another one may. */
  moveAway(): void {
    const { isLeaving } = this.service.rooms;
    if (isLeaving) this.say({ type: 'error', code: 'shutting-down', message: socketCodes['shutting-down'] });
    this.#parts.close(CLOSE.restarts, 'unreachable');
    this.end();
  }

  #drop(match: string, feed: Feed): void {
    if (this.#feeds.get(match) === feed) this.#feeds.delete(match);
  }
}
