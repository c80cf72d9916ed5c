import { expect } from 'vitest';
import type { Person } from './browser.ts';
import type { SocketPlayer } from './socket-player.ts';

/** The people and friends of one test. */
export class Participants {
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

  /** Closes all people and friends. Fails if a page has reported an error that `expected` does not match. */
  async leave(expected?: RegExp): Promise<void> {
    for (const friend of this.#friends.splice(0)) friend.leave();
    const people = this.#people.splice(0);
    for (const person of people) await person.leave();
    const errors = people.flatMap((person) => person.errors);
    expect(errors.filter((error) => !expected?.test(error))).toEqual([]);
  }
}
