import { COOL_DOWN, type SocketCode, TURNS_A_PERSON } from '@anchor/wire';
import type { FirstChain, Header, HeaderLog, HeaderPlayer, HeaderSession } from 'bg-record';
import type { Result } from 'bg-rules';
import type { Accounts } from '../accounts/accounts.ts';
import type { Bus } from '../bus.ts';
import type { Players } from '../players/players.ts';
import type { Knowledge } from '../players/presence.ts';
import type { Relations } from '../players/relations.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { StoredInvite } from '../ports/players.ts';
import type { World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lobbyAway } from '../rooms/lobby-messages.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { isCorrespondence, isUntimed, makeHeader, type Terms } from '../table/terms.ts';

const RATED_OF_A_PAIR = 10;
const RATED_COUNTED_MS = 24 * 3_600_000;
const ID_BYTES = 16;

interface MatchmakerParts {
  readonly store: MatchStore;
  readonly rooms: Pick<Rooms, 'create' | 'liveOf'>;
  readonly players: Players;
  readonly relations: Pick<Relations, 'mayMeet'>;
  /** Tells whose keys the service stores. */
  readonly accounts: Pick<Accounts, 'hasHeldKey'>;
  readonly bus: Bus;
  readonly world: World;
  /** The server's public key. */
  readonly serverPub: string;
  /** Time that a player announced as absent has to act, in milliseconds. */
  readonly absenceMs: number;
  readonly isOnline: (pub: string) => boolean;
  readonly isBanned: (pub: string) => boolean;
  /** The public log of the service, or null. */
  readonly log: HeaderLog | null;
  /** The optional parts of the format that the program of this key knows. */
  readonly knowledge: (pub: string) => Knowledge;
}

/** A match that its author has prepared. */
interface Prepared {
  /** Id of the match. */
  readonly match: string;
  readonly firstChain: FirstChain;
}

interface Pairing {
  readonly terms: Terms;
  /** By seat. */
  readonly seats: readonly [Entrant, Entrant];
  /** The key whose request made the match, if one did. Its connection learns of the match from the answer. */
  readonly askedBy: string | null;
  /** The session that a money game of these players continues, or null. Asked only if the programs of both players know sessions. */
  readonly continues?: (players: Header['players']) => Promise<HeaderSession | null>;
  /** Takes the offer exclusively. Resolves to false when another player was faster. */
  readonly claim?: () => Promise<boolean>;
  /** The invitation that the players have agreed on. It ends with the creation of the match. */
  readonly invite?: StoredInvite;
  /** The match for which player 1 has committed before player 0 was known. */
  readonly prepared?: Prepared | null;
  /** True if the lobby pairs the players: then the match is created only while this process owns the lobby. */
  readonly isOfLobby?: boolean;
}

export interface Entrant {
  readonly pub: string;
  readonly bot: boolean;
}

/** Creates a live match for two players who have agreed, if both may play. */
export class Matchmaker {
  readonly #parts: MatchmakerParts;
  /** Keys whose matches are being stored. */
  readonly #pairing = new Set<string>();

  constructor(parts: MatchmakerParts) {
    this.#parts = parts;
  }

  /**
   * The reason why this key may not begin a match with a person on these terms now (`bad-terms`, `busy`, `too-many`, `cool-down`). Returns null if
   * it may.
   */
  async fault(pub: string, terms: Pick<Terms, 'clock'>): Promise<Refusal | null> {
    if (isUntimed(terms)) return noClock();
    if (isCorrespondence(terms)) return this.#turnsFault(pub);
    if (this.#pairing.has(pub) || (await this.#parts.store.liveOf(pub)) !== null) return refuse('busy');
    return (await this.#coolsDown(pub)) ? refuse('cool-down') : null;
  }

  /** The reason why this key may not wait for an opponent. Unlike `fault`, it allows a live match against a bot meanwhile. */
  async waitingFault(pub: string, terms: Pick<Terms, 'clock'>): Promise<Refusal | null> {
    if (isUntimed(terms)) return noClock();
    if (isCorrespondence(terms)) return this.#turnsFault(pub);
    const live = await this.#parts.store.liveOf(pub);
    const header = live === null ? null : await this.#parts.store.header(live);
    if (header && !hasBot(header)) return refuse('busy');
    return (await this.#coolsDown(pub)) ? refuse('cool-down') : null;
  }

  /**
   * Returns the id of the new match. Refuses with `busy`, `cool-down` or `away` when one of the two may not play or is offline, and with
   * `shutting-down` when this process starts no more matches. A correspondence match needs neither player to be online. It is refused with
   * `too-many` or `not-free` when the asking player or the other one has too many. With `not-free` also when one of them blocks the other or
   * is banned, and with `bad-terms` when two people are to play without a clock.
   */
  async pair(pairing: Pairing): Promise<Result<string, SocketCode>> {
    const people = pairing.seats.filter(({ bot }) => !bot).map(({ pub }) => pub);
    if (people.some((pub) => this.#pairing.has(pub))) return refuse('busy');
    for (const pub of people) this.#pairing.add(pub);
    try {
      const fault = await this.#pairFault(people, pairing);
      if (fault) return fault;
      if (pairing.claim && !(await pairing.claim())) return refuse('not-found');
      return await this.#create(pairing);
    } finally {
      for (const pub of people) this.#pairing.delete(pub);
    }
  }

  /** A block comes first, so that the refusal does not show if the other player is here. */
  async #pairFault(people: readonly string[], { terms, askedBy, seats }: Pairing): Promise<Refusal | null> {
    const [first, second] = people;
    if (second !== undefined && isUntimed(terms)) return noClock();
    if (first !== undefined && second !== undefined && !(await this.#parts.relations.mayMeet(first, second)))
      return refuse('not-free');
    // An offer may outlive the connections of its author, which a ban closes.
    if (people.some((pub) => this.#parts.isBanned(pub))) return refuse('not-free');
    if (isCorrespondence(terms)) {
      for (const pub of people) {
        const fault = await this.#turnsFault(pub);
        if (fault) return pub === askedBy || fault.code !== 'too-many' ? fault : refuse('not-free');
      }
      return null;
    }
    const withBot = seats.some(({ bot }) => bot);
    for (const pub of people) {
      if (!this.#parts.isOnline(pub)) return refuse('away');
      const live = withBot ? await this.#parts.rooms.liveOf(pub) : await this.#parts.store.liveOf(pub);
      if (live !== null) return refuse('busy');
      if (await this.#coolsDown(pub)) return refuse('cool-down');
    }
    return null;
  }

  async #turnsFault(pub: string): Promise<Refusal | null> {
    if ((await this.#parts.store.countTurns(pub)) >= TURNS_A_PERSON) return refuse('too-many');
    return (await this.#coolsDown(pub)) ? refuse('cool-down') : null;
  }

  /** Refuses with `busy` or `too-many` when one of the two has sat down elsewhere in the meantime. */
  async #create(pairing: Pairing): Promise<Result<string, SocketCode>> {
    const { terms, seats, askedBy, continues, prepared, isOfLobby = false, invite = null } = pairing;
    const id = prepared?.match ?? makeMatchId(this.#parts.world);
    const players = [await this.#headerPlayer(seats[0]), await this.#headerPlayer(seats[1])] as const;
    const rated = terms.rated && (await this.#mayBeRated(seats));
    const agreed = { ...terms, rated };
    const known = seats.flatMap(({ pub, bot }) => (bot ? [] : [this.#parts.knowledge(pub)]));
    const session = known.every(({ sessions }) => sessions) ? ((await continues?.(players)) ?? null) : null;
    const header = makeHeader({
      id,
      created: this.#parts.world.now(),
      server: this.#parts.serverPub,
      players,
      terms: agreed,
      absenceMs: this.#parts.absenceMs,
      log: known.every(({ views }) => views) ? this.#parts.log : null,
      session,
      firstChain: prepared?.firstChain ?? null,
    });
    const made = await this.#parts.rooms.create(header, { isOfLobby, invite });
    if (made === 'full') return refuse('too-many');
    if (made === 'not-owner') return lobbyAway;
    if (made === 'not-open') return refuse('not-found');
    if (made !== 'created') return refuse(made);
    for (const { pub } of seats) if (pub !== askedBy) this.#parts.bus.send(pub, { type: 'seated', match: id });
    return { ok: true, value: id };
  }

  async #headerPlayer({ pub, bot }: Entrant): Promise<HeaderPlayer> {
    const { name } = await this.#parts.players.person(pub);
    const isKept = bot || (await this.#parts.accounts.hasHeldKey(pub));
    return { pub, name, bot, custody: isKept ? 'service' : 'own' };
  }

  /** Matches with a bot, and more than ten matches of a pair in a day, are unrated, so that two keys cannot inflate a rating. */
  async #mayBeRated([a, b]: Pairing['seats']): Promise<boolean> {
    if (a.bot || b.bot) return false;
    const since = this.#parts.world.now() - RATED_COUNTED_MS;
    return (await this.#parts.store.ratedSince([a.pub, b.pub], since)) < RATED_OF_A_PAIR;
  }

  async #coolsDown(pub: string): Promise<boolean> {
    if ((await this.#parts.store.abortsSince(pub, this.#parts.world.now() - COOL_DOWN.pauseMs)) === 0) return false;
    return (
      (await this.#parts.store.abortsSince(pub, this.#parts.world.now() - COOL_DOWN.countedMs)) >= COOL_DOWN.allowed
    );
  }
}

export function makeMatchId(world: Pick<World, 'randomBytes'>): string {
  return Buffer.from(world.randomBytes(ID_BYTES)).toString('base64url');
}

/** A person who stays connected could hold the seat of the other one in a live match without a clock. A bot waits, and its seats are not limited. */
function noClock(): Refusal {
  return refuse(
    'bad-terms',
    'Two people play with a clock or by correspondence: choose a clock, or days for each move.',
  );
}

/** True for a match against a bot of the service. */
export function hasBot({ players }: Header): boolean {
  return players.some(({ bot }) => bot);
}
