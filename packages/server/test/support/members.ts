import type { Header } from 'bg-record';
import type { Service } from '../../src/compose/service.ts';

/** Does for connected keys what a connection does: enters their live matches, and leaves them when it ends. */
export class Members {
  readonly #service: Service;
  /** By key and match: leaves the match. */
  readonly #leaves = new Map<string, Map<string, () => void>>();
  #work: Promise<unknown> = Promise.resolve();

  constructor(service: Service) {
    this.#service = service;
    const { rooms, lobby } = service;
    const [enter, leave] = [lobby.enter.bind(lobby), lobby.leave.bind(lobby)];
    lobby.enter = (connection, peer) => this.#changing(connection.pub, () => enter(connection, peer));
    lobby.leave = (pub, peer) => this.#changing(pub, () => leave(pub, peer));
    const create = rooms.create.bind(rooms);
    rooms.create = async (header, options) => {
      const made = await create(header, options);
      if (made === 'created') await this.#seat(header);
      return made;
    };
  }

  async idle(): Promise<void> {
    for (let before: unknown = null; before !== this.#work; ) {
      before = this.#work;
      await before;
    }
  }

  #changing<T>(pub: string, change: () => T): T {
    const { presence } = this.#service;
    const before = presence.isOnline(pub);
    const changed = change();
    if (presence.isOnline(pub) !== before) this.#attend(pub, !before);
    return changed;
  }

  #attend(pub: string, online: boolean): void {
    if (!online) {
      for (const leave of this.#leaves.get(pub)?.values() ?? []) leave();
      this.#leaves.delete(pub);
      return;
    }
    this.#later(async () => {
      const match = await this.#service.rooms.liveOf(pub);
      if (match !== null) await this.#enter(pub, match);
    });
  }

  async #seat({ id, players }: Header): Promise<void> {
    for (const { pub, bot } of players) if (!bot && this.#service.presence.isHere(pub)) await this.#enter(pub, id);
  }

  async #enter(pub: string, match: string): Promise<void> {
    const matches = this.#leaves.get(pub) ?? new Map<string, () => void>();
    if (matches.has(match)) return;
    this.#leaves.set(
      pub,
      matches.set(match, () => undefined),
    );
    const { leave } = await this.#service.rooms.enter(match, pub);
    if (this.#service.presence.isHere(pub)) matches.set(match, leave);
    else leave();
  }

  #later(task: () => Promise<void>): void {
    this.#work = this.#work.then(task);
  }
}
