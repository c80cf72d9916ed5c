import type { Leases } from '../leases/leases.ts';
import type { LobbyFront, LobbyNews, LobbyRequest, ServedLobby } from '../rooms/lobby-messages.ts';
import { LobbyRoom, type LobbyRoomParts } from './lobby-room.ts';

interface OwnedLobbyParts extends LobbyRoomParts {
  readonly leases: Leases;
}

/** The lobby, while this process owns it. */
export class OwnedLobby implements ServedLobby {
  readonly #parts: OwnedLobbyParts;
  #room: LobbyRoom | null = null;
  #opened = 0;

  constructor(parts: OwnedLobbyParts) {
    this.#parts = parts;
  }

  /** The lobby. Null if this process does not own it, or may not act for it now. */
  get room(): LobbyRoom | null {
    if (this.#room && !this.#parts.leases.holds('lobby')) this.close();
    return this.#room;
  }

  /** This process has acquired the lobby. `others`: the processes that will announce what they have. */
  open(others: readonly string[]): LobbyRoom {
    this.#room ??= new LobbyRoom(this.#parts, `lobby-${++this.#opened}`, others);
    return this.#room;
  }

  close(): void {
    const room = this.#room;
    this.#room = null;
    room?.close();
  }

  /** Answers a request of a process. Resolves to null if this process does not own the lobby. */
  async handle(front: LobbyFront, request: LobbyRequest): Promise<{ readonly answer: unknown } | null> {
    const { room } = this;
    const answer = await room?.handle(front, request);
    // It may have been closed meanwhile, and the next owner knows nothing of the request.
    return answer === undefined || this.room !== room ? null : { answer };
  }

  take(front: LobbyFront, news: LobbyNews): void {
    this.room?.take(front, news);
  }

  /** The link to a process is lost. */
  lose(front: LobbyFront): void {
    this.#room?.lose(front);
  }
}
