import type { ServerMessageOf } from '@anchor/wire';
import { type HeaderPlayer, type Ledger, mayBeAway } from 'bg-record';
import type { Player } from 'bg-rules';
import { type Absence, abandonAt } from './deadline.ts';

export type PresenceMessage = ServerMessageOf<'presence'>;

/** A player whose connection was lost with a process or a link is waited for this long before that counts as an absence. */
export const LOST_MS = 15_000;
/** The players of a new match, or of one that has just changed its owner, have this long to enter before they count as away. */
const ENTER_MS = 2_000;

/** The place of a seat's player. Times are in milliseconds since the epoch. */
type Place =
  | { readonly is: 'here' }
  | { readonly is: 'away'; readonly since: number }
  /** Expected back until then. `lostSince`: since when a fault of the service keeps the player out, null if none does. */
  | { readonly is: 'awaited'; readonly until: number; readonly lostSince: number | null };

const here: Place = { is: 'here' };

/** Tracks whether the players of a match are connected, and which presence was announced last. */
export class Attendance {
  readonly #places: [Place, Place];
  #announced: readonly PresenceMessage[];

  constructor(ledger: Ledger, places: readonly [Place, Place]) {
    this.#places = [...places];
    this.#announced = this.now(ledger);
  }

  /** For each seat the time since when its player is away, null while the player is here or awaited. */
  get away(): Absence {
    return [this.#awaySince(0), this.#awaySince(1)];
  }

  /** Since when a fault of the service keeps this player out. Null if none does. */
  lostSince(seat: Player): number | null {
    const place = this.#places[seat];
    return place.is === 'awaited' ? place.lostSince : null;
  }

  /** The earliest time at which a player who is awaited counts as away. Null if none is awaited. */
  get awaitedUntil(): number | null {
    const untils = this.#places.flatMap((place) => (place.is === 'awaited' ? [place.until] : []));
    return untils.length > 0 ? Math.min(...untils) : null;
  }

  isHere(seat: Player): boolean {
    return this.#places[seat].is === 'here';
  }

  /** The player of this seat is connected. */
  enter(seat: Player): void {
    this.#places[seat] = here;
  }

  /** The player of this seat has gone at `at`. */
  leave(seat: Player, at: number): void {
    if (this.#places[seat].is !== 'away') this.#places[seat] = { is: 'away', since: at };
  }

  /** The connection of this player was lost at `at` with the link or process that has it. */
  lose(seat: Player, at: number): void {
    if (this.#places[seat].is === 'here') this.#places[seat] = { is: 'awaited', until: at + LOST_MS, lostSince: at };
  }

  /** The players who were awaited in vain until `at` are away from now on. Returns their seats. */
  giveUp(at: number): readonly Player[] {
    return ([0, 1] as const).filter((seat) => {
      const place = this.#places[seat];
      const isOver = place.is === 'awaited' && place.until <= at;
      if (isOver) this.#places[seat] = { is: 'away', since: at };
      return isOver;
    });
  }

  now(ledger: Ledger): [PresenceMessage, PresenceMessage] {
    return [this.#of(ledger, 0), this.#of(ledger, 1)];
  }

  /** Marks everything as not announced, for example after another process owned the match. */
  announceAll(): void {
    this.#announced = [];
  }

  /** Presence messages that have changed since the last call. */
  takeChanges(ledger: Ledger): PresenceMessage[] {
    const before = this.#announced;
    this.#announced = this.now(ledger);
    return this.#announced.filter((now, seat) => {
      const announced = before[seat];
      return !announced || announced.online !== now.online || announced.abandonAt !== now.abandonAt;
    });
  }

  #awaySince(seat: Player): number | null {
    const place = this.#places[seat];
    return place.is === 'away' ? place.since : null;
  }

  #of(ledger: Ledger, seat: Player): PresenceMessage {
    const { away } = this;
    const at = abandonAt(ledger, seat, away);
    const presence = { type: 'presence', match: ledger.header.id, seat, online: away[seat] === null } as const;
    return at === null ? presence : { ...presence, abandonAt: at };
  }
}

/**
 * The places of the players in a match that this process has just acquired, because its owner was lost or for another reason. Bots are always here.
 *
 * @param isOnline tells if a player of a correspondence match is connected to the service
 */
export function placesAtStart(
  { header }: Ledger,
  now: number,
  wasLost: boolean,
  isOnline: (pub: string) => boolean,
): readonly [Place, Place] {
  const awaited: Place = {
    is: 'awaited',
    until: now + (wasLost ? LOST_MS : ENTER_MS),
    lostSince: wasLost ? now : null,
  };
  const placeOf = ({ pub, bot }: HeaderPlayer): Place => {
    if (bot) return here;
    if (!mayBeAway(header)) return awaited;
    return isOnline(pub) ? here : { is: 'away', since: now };
  };
  return [placeOf(header.players[0]), placeOf(header.players[1])];
}
