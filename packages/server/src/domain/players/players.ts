import type { PlayerStore, StoredPlayer, World } from '../ports.ts';
import { cleanName, guestName } from './name.ts';
import { type Person, personOf } from './person.ts';

/** Who plays here, by key. */
export class Players {
  readonly #store: PlayerStore;
  readonly #world: World;

  constructor(store: PlayerStore, world: World) {
    this.#store = store;
    this.#world = world;
  }

  /** A key has been proved, perhaps with a wish for a name; a newcomer without one gets one. */
  async meet(pub: string, wished?: string): Promise<Person> {
    const known = await this.#store.get(pub);
    const name = (wished === undefined ? null : cleanName(wished)) ?? (known ? null : guestName(pub));
    return this.#shown(await this.#store.see(pub, name, this.#world.now()));
  }

  /** A key that has been proved before, or sits in a header. */
  async person(pub: string): Promise<Person> {
    const known = await this.#store.get(pub);
    return known ? this.#shown(known) : this.meet(pub);
  }

  #shown(player: StoredPlayer): Person {
    return personOf(player, this.#world.now());
  }
}
