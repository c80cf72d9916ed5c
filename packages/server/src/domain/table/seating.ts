import type { Player } from 'bg-rules';
import type { Front, Member } from './table-parts.ts';

/** The connections of the two seats of a match, and those of its watchers. */
export class Seating {
  readonly #seats: readonly [Map<string, Member>, Map<string, Member>] = [new Map(), new Map()];
  /** For each seat without a connection: when its last one was lost with a link. Null if it has left by itself. */
  readonly #lostAt: [number | null, number | null] = [null, null];
  /** By id: the process that has the watcher's connection, null if it is here. */
  readonly #watchers = new Map<string, Front | null>();

  enter(seat: Player, member: Member): void {
    this.#seats[seat].set(member.id, member);
  }

  /** A connection follows the match without a seat. */
  watch({ id, front }: Member): void {
    this.#watchers.set(id, front);
  }

  /** Number of connections without a seat. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** A connection has gone. */
  leave(id: string): void {
    this.#watchers.delete(id);
    for (const seat of [0, 1] as const) if (this.#seats[seat].delete(id)) this.#lostAt[seat] = null;
  }

  /** The link to a process is lost. Returns true if a player was there. */
  lose(front: Front): boolean {
    for (const [id, at] of [...this.#watchers]) if (at === front) this.#watchers.delete(id);
    const seats = ([0, 1] as const).filter((seat) => {
      const gone = [...this.#seats[seat].values()].filter((member) => member.front === front);
      for (const { id } of gone) this.#seats[seat].delete(id);
      if (gone.length > 0) this.#lostAt[seat] = front.confirmedAt;
      return gone.length > 0;
    });
    return seats.length > 0;
  }

  /** Null for a seat with a connection. `lostAt`: when its last one was lost with a link, null if it has left by itself. */
  goneOf(seat: Player): { readonly lostAt: number | null } | null {
    return this.#seats[seat].size > 0 ? null : { lostAt: this.#lostAt[seat] };
  }

  /** True if all connections of the player are at other processes. */
  isElsewhere(seat: Player): boolean {
    const members = [...this.#seats[seat].values()].filter(({ front }) => !front?.isOver);
    return members.length > 0 && members.every(({ front }) => front !== null);
  }

  /** False if all connections of the player are at other processes, which may not have received what was sent until `at`. */
  isReached(seat: Player, at: number): boolean {
    return !this.isElsewhere(seat) || [...this.#seats[seat].values()].some(({ front }) => front?.confirms(at));
  }

  /** The process that has all connections of these seats. Null if there is none, or one of the seats is here or not connected. */
  frontOf(seats: readonly Player[]): Front | null {
    const fronts = seats.flatMap((seat) => {
      const own = [...this.#seats[seat].values()].map(({ front }) => front);
      return own.length > 0 ? own : [null];
    });
    return fronts.every((front) => front === fronts[0]) ? (fronts[0] ?? null) : null;
  }
}
