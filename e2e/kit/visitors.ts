import { expect } from 'vitest';
import type { Person } from './browser.ts';
import type { SocketPlayer } from './socket-player.ts';

/** Who came during a test. */
export class Visitors {
  readonly #people: Person[] = [];
  readonly #friends: SocketPlayer[] = [];

  person(one: Person): Person {
    this.#people.push(one);
    return one;
  }

  friend(one: SocketPlayer): SocketPlayer {
    this.#friends.push(one);
    return one;
  }

  /** Everybody leaves; no page may have reported an error but those that `expected` knows. */
  async leave(expected?: RegExp): Promise<void> {
    for (const friend of this.#friends.splice(0)) friend.leave();
    for (const person of this.#people.splice(0)) {
      expect(person.errors.filter((error) => !expected?.test(error))).toEqual([]);
      await person.leave();
    }
  }
}
