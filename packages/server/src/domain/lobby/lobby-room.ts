import type { LiveView, SeekView, ServerMessageOf, SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { Notices } from '../notices/notices.ts';
import type { Connection } from '../players/presence.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type {
  Announcement,
  LobbyFront,
  LobbyNews,
  LobbyOp,
  LobbyRequest,
  LobbyRequests,
  Seek,
  Welcome,
} from '../rooms/lobby-messages.ts';
import { LobbyMembers, type Member, type Unannounced } from './lobby-members.ts';
import { LobbyPublisher } from './lobby-publisher.ts';
import type { Matchmaker } from './matchmaker.ts';
import { Pairings } from './pairings.ts';
import type { RematchOffers } from './rematch-offers.ts';
import { termsText, viewOf, wantsRating } from './seek.ts';

/** Number of seeks and matches in a lobby snapshot, the newest first. */
const SHOWN = 100;
/** A new owner waits so long for what the other processes have. */
const ANNOUNCE_MS = 3_000;
/** The announcements of a living process whose link is lost stay for this long, because it makes them again. */
const LOST_MS = 15_000;

export interface LobbyRoomParts {
  readonly matchmaker: Matchmaker;
  readonly notices: Pick<Notices, 'found'>;
  readonly makeOffers: (members: LobbyMembers) => RematchOffers;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/**
 * The lobby: who is connected to the service, the seeks for an opponent, the pairings, the offers of a rematch, and the matches that can be watched.
 * One process owns it and decides. All of it is in memory: when the owner changes, each process announces to the next one what is its own.
 */
export class LobbyRoom {
  readonly #parts: LobbyRoomParts;
  readonly #name: string;
  readonly #members = new LobbyMembers();
  /** By match, the oldest first. */
  readonly #live = new Map<string, { readonly process: string; readonly view: LiveView }>();
  readonly #publisher: LobbyPublisher;
  readonly #pairings: Pairings;
  readonly #offers: RematchOffers;
  /** The processes that have not announced anything yet. */
  readonly #awaited: Set<string>;
  /** True if a process had an owner before this one, so that messages to players may have been lost in between. */
  #mayHaveLost = false;
  #hasBegun = false;
  #isClosed = false;
  #begun: () => void = () => undefined;
  readonly #whenBegun = new Promise<void>((resolve) => {
    this.#begun = resolve;
  });

  /**
   * @param name unique among the lobbies that this process has owned, for its alarms
   * @param others the processes that will announce what they have
   */
  constructor(parts: LobbyRoomParts, name: string, others: readonly string[]) {
    this.#parts = parts;
    this.#name = name;
    const { alarms, world } = parts;
    const members = this.#members;
    this.#publisher = new LobbyPublisher({ alarm: `${name}/changes`, alarms, world, members });
    this.#pairings = new Pairings({ ...parts, name, publisher: this.#publisher, members });
    this.#offers = parts.makeOffers(members);
    this.#awaited = new Set(others);
    if (others.length > 0) alarms.set(this.#beginAlarm, world.now() + ANNOUNCE_MS, () => this.#begin());
  }

  /** Number of open seeks. */
  get seeks(): number {
    return this.#pairings.all.length;
  }

  /** Answers a request of a process. Changes what it changes before anything else is handled. */
  async handle(front: LobbyFront, request: LobbyRequest): Promise<LobbyRequests[LobbyOp]['answer']> {
    if (request.op === 'announce') return this.#announced(front, request);
    if (request.op === 'connect') return this.#connected(front, request.connection);
    if (request.op === 'unseek') return this.#withdraw(request.pubs);
    await this.#whenBegun;
    // The answer does not count any more.
    if (this.#isClosed) return true;
    switch (request.op) {
      case 'snapshot':
        return this.#snapshot();
      case 'seek':
        return this.#seek(request.seek);
      case 'accept':
        return this.#accept(request.pub, request.rating, request.seek);
      case 'accept-pairing':
        return this.#pairings.accept(request.pub, request.pairing);
      case 'decline-pairing':
        return this.#pairings.decline(request.pub, request.pairing);
      case 'block':
        this.#pairings.block(request.pub, request.other, request.isBlocked, request.blocked);
        return true;
      case 'rematch':
        return this.#offers.ask(request.pub, request.match);
    }
  }

  take(front: LobbyFront, news: LobbyNews): void {
    switch (news.type) {
      case 'disconnect':
        this.#disconnected(front.process, news.pub, news.number);
        break;
      case 'live':
        this.#setLive(front.process, news.match, news.view);
        break;
      case 'send':
        // Its own process has sent it to a player there.
        if (this.#members.connectionOf(news.pub)?.process !== front.process) this.#members.send(news.pub, news.message);
    }
  }

  /** The link to a process is lost. Its announcements stay for a while, because it may repeat them. */
  lose(front: LobbyFront): void {
    const member = this.#members.find(front.process);
    if (member?.front === front) member.lostAtMs = this.#parts.world.elapsedMs();
  }

  /** Removes what processes had that are gone. `others`: the processes that live. */
  sweep(others: ReadonlySet<string>): void {
    const nowMs = this.#parts.world.elapsedMs();
    for (const { front, lostAtMs } of this.#members.all)
      if (lostAtMs !== null && (!others.has(front.process) || nowMs - lostAtMs >= LOST_MS)) this.#remove(front.process);
    for (const process of [...this.#awaited]) if (!others.has(process)) this.#awaited.delete(process);
    this.#beginIfComplete();
  }

  /** Ends, because this process does not own the lobby any more. */
  close(): void {
    this.#parts.alarms.clear(this.#beginAlarm);
    this.#publisher.stop();
    this.#pairings.stop();
    this.#members.close();
    this.#isClosed = true;
    // Requests that wait are asked again at the next owner.
    this.#begun();
  }

  /** Resolves when no pairing is being decided. */
  idle(): Promise<void> {
    return this.#pairings.idle();
  }

  #announced(front: LobbyFront, { connections, seeks, live, isFirst, isLast, wasLost }: Announcement): true {
    const { process } = front;
    const member = this.#members.at(front);
    member.front = front;
    member.lostAtMs = null;
    if (isFirst) member.unannounced = this.#had(process);
    for (const connection of connections) this.#connect(front, connection);
    for (const seek of seeks) this.#keep(member, seek);
    for (const view of live) this.#setLive(process, view.match, view);
    if (isLast) this.#announcedAll(member, wasLost);
    return true;
  }

  #had(process: string): Unannounced {
    return {
      connections: new Map(this.#members.connectionsOf(process).map(({ pub, number }) => [pub, number])),
      seeks: new Set(this.#members.keptBy(process)),
      matches: new Set(this.#matchesOf(process)),
    };
  }

  /** A process announces a seek that it has kept. */
  #keep({ front, unannounced, isKnown }: Member, seek: Seek): void {
    const { pub } = seek.from;
    unannounced?.seeks.delete(pub);
    if (isKnown) return;
    this.#members.keep(pub, front.process);
    if (!this.#pairings.of(pub)) this.#pairings.put(seek);
  }

  #announcedAll(member: Member, wasLost: boolean): void {
    const { process } = member.front;
    const { connections, seeks, matches } = member.unannounced ?? this.#had('');
    member.unannounced = null;
    member.isKnown = true;
    for (const [pub, number] of connections) this.#disconnected(process, pub, number);
    for (const pub of seeks) if (this.#members.keeperOf(pub) === process) this.#pairings.withdraw(pub);
    for (const match of matches) this.#setLive(process, match, null);
    this.#awaited.delete(process);
    this.#mayHaveLost ||= wasLost;
    if (this.#hasBegun) this.#welcomeBack(member, wasLost);
    this.#beginIfComplete();
  }

  /** Lines to a process were lost. So were perhaps its messages to players of others. */
  #welcomeBack({ front }: Member, wasLost: boolean): void {
    this.#members.sendRoster(front);
    for (const { pub } of this.#members.connectionsOf(front.process)) {
      const message = this.#pairings.messageFor(pub);
      if (message) front.send({ type: 'to', pub, message });
    }
    if (wasLost) this.#members.broadcast({ type: 'look-up' });
  }

  #beginIfComplete(): void {
    if (this.#awaited.size === 0 && !this.#hasBegun) this.#begin();
  }

  /** From now on the lobby answers. Before, a player whose process has not announced anything would seem to be away. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#parts.alarms.clear(this.#beginAlarm);
    for (const { front } of this.#members.all) this.#members.sendRoster(front);
    if (this.#mayHaveLost) this.#members.broadcast({ type: 'look-up' });
    this.#publisher.start();
    this.#begun();
  }

  async #connected(front: LobbyFront, connection: Connection): Promise<Welcome> {
    this.#connect(front, connection);
    await this.#whenBegun;
    const { pub } = connection;
    const seek = this.#pairings.of(pub);
    return { seek: seek && viewOf(seek), pairing: this.#pairings.messageFor(pub) };
  }

  /** Of several connections of a key only the newest one counts. */
  #connect(front: LobbyFront, connection: Connection): void {
    const { pub, number } = connection;
    this.#members.find(front.process)?.unannounced?.connections.delete(pub);
    const before = this.#members.connectionOf(pub);
    if (before && before.number > number) {
      front.send({ type: 'superseded', pub, number });
      return;
    }
    const attendee = { ...connection, process: front.process };
    this.#members.connect(pub, attendee);
    // Before that, a roster of all follows.
    if (this.#hasBegun && before?.number !== number) this.#members.broadcast({ type: 'attends', pub, attendee });
    // Afterwards, so that the process of the older connection never takes the player for absent.
    if (before && before.process !== front.process)
      this.#members.sendTo(before.process, { type: 'superseded', pub, number: before.number });
    const seek = this.#pairings.of(pub);
    if (seek) this.#members.note(pub, seek);
    if (before === undefined) this.#attend(pub);
  }

  #disconnected(process: string, pub: string, number: number): void {
    const known = this.#members.connectionOf(pub);
    if (known?.process === process && known.number === number) this.#leave(pub);
  }

  #leave(pub: string): void {
    if (!this.#members.disconnect(pub)) return;
    if (this.#hasBegun) this.#members.broadcast({ type: 'attends', pub, attendee: null });
    this.#attend(pub);
  }

  #attend(pub: string): void {
    this.#pairings.refresh(pub);
    this.#publisher.touch();
  }

  #snapshot(): ServerMessageOf<'lobby'> {
    return {
      type: 'lobby',
      seeks: newest(this.#pairings.open).map(viewOf),
      live: newest([...this.#live.values()].map(({ view }) => view)),
      online: this.#members.online,
    };
  }

  #seek(seek: Seek): SeekView {
    const { pub } = seek.from;
    const known = this.#pairings.of(pub);
    const wanted = known && isSameSeek(known, seek) ? known : seek;
    if (wanted === seek || !this.#pairings.has(pub)) this.#pairings.put(wanted);
    return viewOf(wanted);
  }

  #withdraw(pubs: readonly string[]): true {
    for (const pub of pubs) this.#pairings.withdraw(pub);
    return true;
  }

  /** Returns the id of the match. The seeker sits at seat 0. */
  async #accept(pub: string, rating: number, handle: string): Promise<Result<string, SocketCode>> {
    const { matchmaker } = this.#parts;
    const seek = this.#pairings.find(handle);
    if (!seek) return refuse('not-found');
    const seeker = seek.from.pub;
    if (seeker === pub) return refuse('own-offer');
    if (this.#pairings.has(seeker)) return refuse('not-free');
    if (!wantsRating(seek, rating)) return refuse('outside-range');
    let isTaken = false;
    const claim = async () => {
      isTaken = !this.#pairings.has(seeker) && this.#pairings.take(seek);
      return isTaken;
    };
    const { length, rated, clock, rules } = seek;
    const seats = [
      { pub: seeker, bot: false },
      { pub, bot: false },
    ] as const;
    const agreed = { terms: { length, rated, clock, rules }, seats, askedBy: pub, claim, isOfLobby: true };
    try {
      const paired = await matchmaker.pair(agreed);
      if (paired.ok) {
        // A player who has sat down in a live match must not have an open seek.
        for (const player of [pub, seeker]) this.#pairings.withdraw(player);
        return paired;
      }
      // Reopens the seek, unless the seeker sits in another match with a person.
      if (isTaken && (await matchmaker.waitingFault(seeker, seek)) === null) this.#pairings.giveBack(seek);
      else if (isTaken) this.#pairings.remove(seek);
      else if (this.#pairings.has(seeker)) return refuse('not-free');
      const isOwnFault = paired.code !== 'busy' || (await matchmaker.fault(pub, seek)) !== null;
      return isOwnFault ? paired : refuse('not-free');
    } catch (error) {
      if (isTaken) this.#pairings.giveBack(seek);
      throw error;
    }
  }

  #setLive(process: string, match: string, view: LiveView | null): void {
    this.#members.find(process)?.unannounced?.matches.delete(match);
    const known = this.#live.get(match);
    // The owner of a match may have announced it before the owner before says that it has left it.
    if (view === null && known?.process !== process) return;
    if (view === null) this.#live.delete(match);
    else this.#live.set(match, { process, view });
    // Of a match that is shown only the score and the number of watchers change.
    if (view === null || known?.view.score.join() !== view.score.join()) this.#publisher.live(match, view);
    else if (known.view.watchers !== view.watchers) this.#publisher.watchers(match, view.watchers);
  }

  /** Removes everything that a process had. */
  #remove(process: string): void {
    for (const { pub } of this.#members.connectionsOf(process)) this.#leave(pub);
    for (const match of this.#matchesOf(process)) this.#setLive(process, match, null);
    this.#members.remove(process);
  }

  #matchesOf(process: string): string[] {
    return [...this.#live].filter(([, one]) => one.process === process).map(([match]) => match);
  }

  get #beginAlarm(): string {
    return `${this.#name}/begin`;
  }
}

function isSameSeek(a: Seek, b: Seek): boolean {
  const isSameRange = a.range?.least === b.range?.least && a.range?.most === b.range?.most;
  return termsText(a) === termsText(b) && isSameRange;
}

function newest<T>(list: readonly T[]): T[] {
  return list.slice(-SHOWN).reverse();
}
