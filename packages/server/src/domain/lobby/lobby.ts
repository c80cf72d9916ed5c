import { PAIRING, type SeekView, type SeekWish, type ServerMessageOf, type SocketCode } from '@anchor/wire';
import { isByTurns, type Ledger } from 'bg-record';
import type { Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { Players } from '../players/players.ts';
import type { Presence, PresenceObserver } from '../players/presence.ts';
import type { Relations } from '../players/relations.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type { MatchObserver } from '../table/owned-matches.ts';
import { isCorrespondence, termsOf } from '../table/terms.ts';
import type { LiveList } from './live-list.ts';
import type { LobbyPublisher } from './lobby-publisher.ts';
import { hasBot, type Matchmaker } from './matchmaker.ts';
import type { Pairings } from './pairings.ts';
import { makeHandle, type Seeks } from './seeks.ts';
import { blocking, termsText, viewOf, type Wish, wantsRating } from './wish.ts';

/** Number of seeks and matches in a lobby snapshot, the newest first. */
const SHOWN = 100;

interface LobbyParts {
  readonly players: Players;
  readonly relations: Pick<Relations, 'blockedBy'>;
  readonly matchmaker: Matchmaker;
  readonly publisher: LobbyPublisher;
  readonly live: LiveList;
  readonly seeks: Seeks;
  readonly pairings: Pairings;
  readonly presence: Pick<Presence, 'count' | 'isHere' | 'isOnline'>;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** The wishes for an opponent and the list of matches that can be watched. */
export class Lobby implements MatchObserver, PresenceObserver {
  readonly #players: Players;
  readonly #relations: LobbyParts['relations'];
  readonly #matchmaker: Matchmaker;
  readonly #publisher: LobbyPublisher;
  readonly #live: LiveList;
  readonly #seeks: Seeks;
  readonly #pairings: Pairings;
  readonly #presence: LobbyParts['presence'];
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #log: Log;
  readonly #updates = new Queue();

  constructor(parts: LobbyParts) {
    this.#players = parts.players;
    this.#relations = parts.relations;
    this.#matchmaker = parts.matchmaker;
    this.#publisher = parts.publisher;
    this.#live = parts.live;
    this.#seeks = parts.seeks;
    this.#pairings = parts.pairings;
    this.#presence = parts.presence;
    this.#alarms = parts.alarms;
    this.#world = parts.world;
    this.#log = parts.log;
    parts.pairings.observe((before, after) => {
      if (before && before.seek !== after?.seek) parts.publisher.seek(before.seek, null);
      if (after) parts.publisher.seek(after.seek, viewOf(after));
    });
    parts.seeks.observe((pub, after, before) => {
      if (!after) return;
      if (!parts.presence.isOnline(pub)) this.#endAfterGrace(pub);
      // After a failed pairing another process may have put the wish back.
      else if (!before && parts.presence.isHere(pub)) parts.seeks.adopt(after);
    });
    parts.live.observe((match, view) => parts.publisher.live(match, view));
  }

  snapshot(): ServerMessageOf<'lobby'> {
    const open = this.#seeks.all.filter((wish) => this.#pairings.isOpen(wish));
    return {
      type: 'lobby',
      seeks: newest(open).map(viewOf),
      live: newest(this.#live.all),
      online: this.#presence.count,
    };
  }

  /** Returns the new wish, which replaces the key's previous one. The same wish again keeps its place and its handle. */
  async seek(pub: string, wished: SeekWish): Promise<Result<SeekView, SocketCode>> {
    const terms = termsOf(wished);
    if (!terms.ok) return terms;
    const fault = await this.#matchmaker.waitingFault(pub, terms.value);
    if (fault) return fault;
    const from = { ...(await this.#players.person(pub)) };
    const { length, rated, clock, rules } = terms.value;
    const range = wished.range ? { range: wished.range } : {};
    const fresh = { seek: makeHandle(this.#world), from, length, rated, clock, rules, ...range };
    const asked: Wish = { ...fresh, since: this.#world.now(), passed: [] };
    const wish = blocking(asked, await this.#relations.blockedBy(pub));
    const known = this.#seeks.of(pub);
    if (known && isSameWish(known, wish)) return { ok: true, value: this.#renew(known) };
    this.#seeks.put(wish);
    return { ok: true, value: viewOf(wish) };
  }

  /** The open wish of a key that has just connected. From now on it belongs to this process, and does not end with another one. */
  resume(pub: string): SeekView | null {
    const known = this.#seeks.of(pub);
    return known && this.#renew(known);
  }

  unseek(pub: string): void {
    this.#seeks.removeOf(pub);
  }

  /** Returns the id of the match. The seeker sits at seat 0. */
  async accept(pub: string, handle: string): Promise<Result<string, SocketCode>> {
    const seek = this.#seeks.get(handle);
    if (!seek) return refuse('not-found');
    if (seek.from.pub === pub) return refuse('own-offer');
    if (this.#pairings.has(seek.from.pub)) return refuse('not-free');
    if (!wantsRating(seek, (await this.#players.person(pub)).rating)) return refuse('outside-range');
    let isTaken = false;
    const claim = async () => {
      isTaken = await this.#seeks.take(seek);
      return isTaken;
    };
    const paired = await this.#pair(seek, pub, claim);
    if (paired.ok) {
      // A player who has sat down in a live match must not have an open wish.
      if (!isCorrespondence(seek)) for (const player of [pub, seek.from.pub]) this.unseek(player);
      return paired;
    }
    if (isTaken) await this.#offerAgain(seek);
    const isOwnFault = paired.code !== 'busy' || (await this.#matchmaker.fault(pub, seek)) !== null;
    return isOwnFault ? paired : refuse('not-free');
  }

  /** The owner of a match maintains its entry in the list. */
  moved(ledger: Ledger): void {
    if (!hasBot(ledger.header) && !isByTurns(ledger.header))
      for (const { pub } of ledger.header.players) this.unseek(pub);
    this.#later(() => this.#live.update(ledger));
  }

  ended(match: string): void {
    this.#later(async () => this.#live.remove(match));
  }

  /** A wish outlives its connection by a moment, so that it survives a reload of the page. Meanwhile it is not open. */
  attend(pub: string, online: boolean): void {
    this.#pairings.refresh(pub);
    if (online) this.#alarms.clear(graceAlarm(pub));
    else if (this.#seeks.of(pub)) this.#endAfterGrace(pub);
    this.#publisher.touch();
  }

  /** Resolves when the list shows everything that has happened so far. */
  idle(): Promise<void> {
    return this.#updates.idle();
  }

  #endAfterGrace(pub: string): void {
    this.#alarms.set(graceAlarm(pub), this.#world.now() + PAIRING.graceMs, () => {
      if (!this.#presence.isOnline(pub)) this.unseek(pub);
    });
  }

  /** A wish in a pairing stays as it is, because the pairing names it. */
  #renew(wish: Wish): SeekView {
    if (!this.#pairings.has(wish.from.pub)) this.#seeks.put(wish);
    return viewOf(wish);
  }

  /** Reopens a seek that was taken without a match, unless the seeker sits in another match with a person. */
  async #offerAgain(seek: Wish): Promise<void> {
    const mayWait = (await this.#matchmaker.waitingFault(seek.from.pub, seek)) === null;
    if (mayWait) await this.#seeks.putBack(seek);
  }

  #pair(seek: Wish, pub: string, claim: () => Promise<boolean>): Promise<Result<string, SocketCode>> {
    const { from, length, rated, clock, rules } = seek;
    const seats = [
      { pub: from.pub, bot: false },
      { pub, bot: false },
    ] as const;
    return this.#matchmaker.pair({ terms: { length, rated, clock, rules }, seats, askedBy: pub, claim });
  }

  /** Queues updates so that the list changes in the order of events. */
  #later(update: () => Promise<void>): void {
    this.#updates
      .run(update)
      .catch((err) => this.#log.error({ err }, 'could not update the list of live matches in the lobby'));
  }
}

function graceAlarm(pub: string): string {
  return `seek/${pub}`;
}

function isSameWish(a: Wish, b: Wish): boolean {
  const isSameRange = a.range?.least === b.range?.least && a.range?.most === b.range?.most;
  return termsText(a) === termsText(b) && isSameRange;
}

function newest<T>(list: readonly T[]): T[] {
  return list.slice(-SHOWN).reverse();
}
