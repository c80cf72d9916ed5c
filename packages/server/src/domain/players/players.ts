import type { PlayerStore, StoredPlayer, World } from '../ports.ts';
import { cleanName, guestName } from './name.ts';
import { type Person, personOf } from './person.ts';
import { INITIAL_RATING } from './rating.ts';

/**
 * The players, by key. A key that has only been proved is not stored: it is a newcomer with the name that follows from the key. A name
 * that its holder chooses is stored, and so is the player with the first finished match.
 */
export class Players {
  readonly #store: PlayerStore;
  readonly #world: World;

  constructor(store: PlayerStore, world: World) {
    this.#store = store;
    this.#world = world;
  }

  /** A key has been proved, perhaps with a wish for a name. */
  async meet(pub: string, wished?: string): Promise<Person> {
    const player = (await this.#store.get(pub)) ?? newcomer(pub);
    const name = (wished === undefined ? null : cleanName(wished)) ?? player.name;
    return this.#shown(name === player.name ? player : await this.#store.see(pub, name, this.#world.now()));
  }

  /** A key that has been proved before, or sits in a header. */
  person(pub: string): Promise<Person> {
    return this.meet(pub);
  }

  #shown(player: StoredPlayer): Person {
    return personOf(player, this.#world.now());
  }
}

function newcomer(pub: string): StoredPlayer {
  return { pub, name: guestName(pub), rating: INITIAL_RATING, games: 0, wins: 0 };
}
