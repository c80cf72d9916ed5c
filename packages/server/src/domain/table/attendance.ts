import type { ServerMessageOf } from '@anchor/wire';
import type { Ledger } from 'bg-record';
import type { Player } from 'bg-rules';
import { type Absence, abandonAt } from './deadline.ts';

export type PresenceMessage = ServerMessageOf<'presence'>;

/** Tracks since when each player of a match is away, and which presence was announced last. */
export class Attendance {
  #away: Absence;
  #announced: readonly PresenceMessage[];

  /** `away`: for each seat the time since when its player is away, or null. */
  constructor(ledger: Ledger, away: Absence) {
    this.#away = away;
    this.#announced = this.now(ledger);
  }

  get away(): Absence {
    return this.#away;
  }

  /** A seat's player came or left at `at`. */
  change(seat: Player, online: boolean, at: number): void {
    const since = online ? null : (this.#away[seat] ?? at);
    this.#away = seat === 0 ? [since, this.#away[1]] : [this.#away[0], since];
  }

  now(ledger: Ledger): [PresenceMessage, PresenceMessage] {
    return [this.#of(ledger, 0), this.#of(ledger, 1)];
  }

  /** Marks everything as not announced, for example after another process kept the match. */
  announceAll(): void {
    this.#announced = [];
  }

  /** Presence messages that have changed since the last call. */
  takeChanges(ledger: Ledger): PresenceMessage[] {
    const before = this.#announced;
    this.#announced = this.now(ledger);
    return this.#announced.filter((now, seat) => {
      const told = before[seat];
      return !told || told.online !== now.online || told.abandonAt !== now.abandonAt;
    });
  }

  #of(ledger: Ledger, seat: Player): PresenceMessage {
    const at = abandonAt(ledger, seat, this.#away);
    const online = this.#away[seat] === null;
    const presence = { type: 'presence', match: ledger.header.id, seat, online } as const;
    return at === null ? presence : { ...presence, abandonAt: at };
  }
}
