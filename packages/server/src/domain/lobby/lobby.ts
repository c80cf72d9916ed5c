import type { MatchWish, SeekView, ServerMessageOf, SocketCode } from '@anchor/wire';
import type { Ledger } from 'bg-record';
import type { Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { Players } from '../players/players.ts';
import type { PresenceObserver } from '../players/presence.ts';
import type { Log, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type { TableObserver } from '../table/tables.ts';
import { termsOf } from '../table/terms.ts';
import type { LiveList } from './live-list.ts';
import type { LobbyPublisher } from './lobby-publisher.ts';
import type { Matchmaker } from './matchmaker.ts';
import { makeHandle, type Seeks } from './seeks.ts';

/** Number of seeks and matches in a lobby snapshot, the newest first. */
const SHOWN = 100;

interface LobbyParts {
  readonly players: Players;
  readonly matchmaker: Matchmaker;
  readonly publisher: LobbyPublisher;
  readonly live: LiveList;
  readonly seeks: Seeks;
  readonly world: World;
  readonly log: Log;
  readonly online: () => number;
}

/** Open seeks and the list of matches that can be watched. */
export class Lobby implements TableObserver, PresenceObserver {
  readonly #players: Players;
  readonly #matchmaker: Matchmaker;
  readonly #publisher: LobbyPublisher;
  readonly #live: LiveList;
  readonly #world: World;
  readonly #log: Log;
  readonly #online: () => number;
  readonly #seeks: Seeks;
  readonly #updates = new Queue();

  constructor(parts: LobbyParts) {
    this.#players = parts.players;
    this.#matchmaker = parts.matchmaker;
    this.#publisher = parts.publisher;
    this.#live = parts.live;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#online = parts.online;
    this.#seeks = parts.seeks;
    parts.seeks.observe((handle, seek) => parts.publisher.seek(handle, seek));
    parts.live.observe((match, view) => parts.publisher.live(match, view));
  }

  snapshot(): ServerMessageOf<'lobby'> {
    return { type: 'lobby', seeks: newest(this.#seeks.all), live: newest(this.#live.all), online: this.#online() };
  }

  /** Returns the handle of the new seek, which replaces the key's previous one. */
  async seek(pub: string, wish: MatchWish): Promise<Result<string, SocketCode>> {
    const terms = termsOf(wish);
    if (!terms.ok) return terms;
    const fault = await this.#matchmaker.fault(pub);
    if (fault) return fault;
    const person = await this.#players.person(pub);
    const handle = makeHandle(this.#world);
    this.#seeks.add(handle, person, terms.value);
    return { ok: true, value: handle };
  }

  unseek(pub: string): void {
    this.#seeks.removeOf(pub);
  }

  /** Returns the id of the match. The seeker sits at seat 0. */
  async accept(pub: string, handle: string): Promise<Result<string, SocketCode>> {
    const seek = this.#seeks.get(handle);
    if (!seek) return refuse('not-found');
    if (seek.from.pub === pub) return refuse('own-offer');
    let isTaken = false;
    const claim = async () => {
      isTaken = await this.#seeks.take(seek);
      return isTaken;
    };
    const paired = await this.#pair(seek, pub, claim);
    // A player who has sat down, or cannot, must not have an open seek.
    if (paired.ok) this.unseek(pub);
    if (paired.ok || paired.code === 'away') this.unseek(seek.from.pub);
    else if (isTaken) await this.#offerAgain(seek);
    return paired;
  }

  /** The keeper of a match maintains its entry in the list. */
  moved(ledger: Ledger, isKept: boolean): void {
    for (const { pub } of ledger.header.players) this.unseek(pub);
    if (isKept) this.#later(() => this.#live.update(ledger));
  }

  ended(match: string): void {
    this.#later(async () => this.#live.remove(match));
  }

  attend(pub: string, online: boolean): void {
    if (!online) this.unseek(pub);
    this.#publisher.touch();
  }

  /** Resolves when the list shows everything that has happened so far. */
  idle(): Promise<void> {
    return this.#updates.idle();
  }

  /** Reopens a seek that was taken without a match, unless the seeker is the one who could not sit down. */
  async #offerAgain(seek: SeekView): Promise<void> {
    const mayPlay = (await this.#matchmaker.fault(seek.from.pub)) === null;
    if (mayPlay) await this.#seeks.putBack(seek);
  }

  #pair(seek: SeekView, pub: string, claim: () => Promise<boolean>): Promise<Result<string, SocketCode>> {
    const { from, ...terms } = seek;
    const seats = [
      { pub: from.pub, bot: false },
      { pub, bot: false },
    ] as const;
    return this.#matchmaker.pair({ terms, seats, askedBy: pub, claim });
  }

  /** Queues updates so that the list changes in the order of events. */
  #later(update: () => Promise<void>): void {
    this.#updates
      .run(update)
      .catch((err) => this.#log.error({ err }, 'could not update the list of live matches in the lobby'));
  }
}

function newest<T>(list: readonly T[]): T[] {
  return list.slice(-SHOWN).reverse();
}
