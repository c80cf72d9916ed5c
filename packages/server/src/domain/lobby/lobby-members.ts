import type { PlayerMessage } from '../player-message.ts';
import type { Attendee } from '../players/presence.ts';
import type { LobbyFront, LobbyLine, Seek } from '../rooms/lobby-messages.ts';
import { partsOf } from '../rooms/lobby-messages.ts';

/** Earlier announcements of a process that the present one has not repeated yet. */
export interface Unannounced {
  /** Keys with the numbers of their connections. */
  readonly connections: Map<string, number>;
  /** Keys with a seek that the process keeps. */
  readonly seeks: Set<string>;
  readonly matches: Set<string>;
}

/** A process that has announced something. */
export interface Member {
  front: LobbyFront;
  /** Null when its announcement is complete. */
  unannounced: Unannounced | null;
  /** True if its seeks are known here: later announcements do not bring back those that ended here. */
  isKnown: boolean;
  /** When its link was lost, by the monotonic clock. Null while there is one. */
  lostAtMs: number | null;
}

/**
 * The processes that announce to the lobby, and the connections of players to them. The lobby, its pairings and its offers send messages through
 * it.
 */
export class LobbyMembers {
  readonly #members = new Map<string, Member>();
  /** By key. */
  readonly #connections = new Map<string, Attendee>();
  /** By key with a seek: the process that will announce the seek to the next owner of the lobby. */
  readonly #keptAt = new Map<string, string>();
  #isClosed = false;

  /** Number of keys connected. */
  get online(): number {
    return this.#connections.size;
  }

  isOnline(pub: string): boolean {
    return this.#connections.has(pub);
  }

  connectionOf(pub: string): Attendee | undefined {
    return this.#connections.get(pub);
  }

  connectionsOf(process: string): Attendee[] {
    return [...this.#connections.values()].filter((one) => one.process === process);
  }

  /** The connection replaces the one that the key had before. */
  connect(pub: string, attendee: Attendee): void {
    this.#connections.set(pub, attendee);
  }

  /** Returns false if the key had no connection. */
  disconnect(pub: string): boolean {
    return this.#connections.delete(pub);
  }

  /** Returns the member of a process, which is new if it has announced nothing yet. */
  at(front: LobbyFront): Member {
    const known = this.#members.get(front.process);
    if (known) return known;
    const member: Member = { front, unannounced: null, isKnown: false, lostAtMs: null };
    this.#members.set(front.process, member);
    return member;
  }

  find(process: string): Member | undefined {
    return this.#members.get(process);
  }

  get all(): readonly Member[] {
    return [...this.#members.values()];
  }

  remove(process: string): void {
    this.#members.delete(process);
  }

  /** Sends a message to a player who is connected. */
  send(pub: string, message: PlayerMessage): void {
    const connection = this.#connections.get(pub);
    if (connection) this.sendTo(connection.process, { type: 'to', pub, message });
  }

  /** Sends a line to a process, unless the lobby is closed or the process unknown. */
  sendTo(process: string, line: LobbyLine): void {
    if (!this.#isClosed) this.#members.get(process)?.front.send(line);
  }

  /** Sends a line to each process that has a link. */
  broadcast(line: LobbyLine): void {
    for (const { front, lostAtMs } of this.#members.values()) if (lostAtMs === null) front.send(line);
  }

  sendRoster(front: LobbyFront): void {
    const parts = partsOf([...this.#connections.values()]);
    for (const [place, attendees] of parts.entries())
      front.send({ type: 'roster', attendees, isFirst: place === 0, isLast: place === parts.length - 1 });
  }

  /** The process that has the player's connection keeps the seek for the next owner of the lobby. Null: there is none any more. */
  note(pub: string, seek: Seek | null): void {
    if (this.#isClosed) return;
    const before = this.#keptAt.get(pub);
    const process = this.#connections.get(pub)?.process ?? before;
    if (before !== undefined && (seek === null || before !== process))
      this.sendTo(before, { type: 'seek', pub, seek: null });
    if (seek === null || process === undefined) this.#keptAt.delete(pub);
    else {
      this.#keptAt.set(pub, process);
      this.sendTo(process, { type: 'seek', pub, seek });
    }
  }

  /** A process has announced that it keeps the seek of a player. */
  keep(pub: string, process: string): void {
    this.#keptAt.set(pub, process);
  }

  /** Returns the process that keeps the seek of a player. */
  keeperOf(pub: string): string | undefined {
    return this.#keptAt.get(pub);
  }

  /** Returns the players whose seeks a process keeps. */
  keptBy(process: string): string[] {
    return [...this.#keptAt].filter(([, at]) => at === process).map(([pub]) => pub);
  }

  /** Ends, because this process does not own the lobby any more. */
  close(): void {
    this.broadcast({ type: 'closed' });
    this.#isClosed = true;
  }
}
