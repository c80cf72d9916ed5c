import { COUNTRIES, type SocketCode } from '@anchor/wire';
import { INITIAL_RATING, isProvisional, shownRating } from 'bg-record/ratings';
import type { Result } from 'bg-rules';
import type { AccountStore } from '../ports/accounts.ts';
import type { PlayerStore, StoredPlayer } from '../ports/players.ts';
import type { World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import { cleanName, foldName, guestName } from './name.ts';
import type { TakenNames } from './taken-names.ts';

interface PlayersParts {
  readonly store: PlayerStore;
  readonly accounts: Pick<AccountStore, 'rename'>;
  readonly takenNames: TakenNames;
  readonly world: World;
}

/**
 * The players, by key. Proving a key stores nothing: a new key has the guest name derived from it. A player is stored when they choose
 * a name or finish a match.
 */
export class Players {
  readonly #store: PlayerStore;
  readonly #accounts: PlayersParts['accounts'];
  readonly #takenNames: TakenNames;
  readonly #world: World;

  constructor({ store, accounts, takenNames, world }: PlayersParts) {
    this.#store = store;
    this.#accounts = accounts;
    this.#takenNames = takenNames;
    this.#world = world;
  }

  /** Called when a key has been proved. Stores the wanted name if it is new and valid. Refuses with `name-taken`. */
  async meet(pub: string, wanted?: string): Promise<Result<Person, SocketCode>> {
    const player = (await this.#store.get(pub)) ?? newcomer(pub);
    const name = (wanted === undefined ? null : cleanName(wanted)) ?? player.name;
    if (name === player.name) return { ok: true, value: await this.#shown(player) };
    if (!(await this.#takenNames.isFree({ pub, name }))) return refuse('name-taken');
    // Does nothing for a key without an account.
    if (!(await this.#accounts.rename(pub, name, foldName(name)))) return refuse('name-taken');
    return { ok: true, value: await this.#shown(await this.#store.see(pub, name, this.#world.now())) };
  }

  /** The player of a key, stored or not. */
  async person(pub: string): Promise<Person> {
    return this.#shown((await this.#store.get(pub)) ?? newcomer(pub));
  }

  /** The players of these keys, stored or not, by key. */
  async people(pubs: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const distinct = [...new Set(pubs)];
    if (distinct.length === 0) return new Map();
    const stored = new Map((await this.#store.among(distinct)).map((player) => [player.pub, player]));
    const players = distinct.map((pub) => stored.get(pub) ?? newcomer(pub));
    const now = this.#world.now();
    const named = await this.#takenNames.shown(players);
    return new Map(named.map((player) => [player.pub, personOf(player, now)]));
  }

  /** Shows a country beside the name from now on, or none. */
  async showCountry(pub: string, country: string | null): Promise<Result<null, SocketCode>> {
    if (country !== null && !COUNTRIES.includes(country)) return refuse('bad-country');
    return (await this.#store.setCountry(pub, country)) ? { ok: true, value: null } : refuse('not-stored-yet');
  }

  /**
   * The countries of those of these players who show one. They are apart from the other facts of a player, because the pages and
   * processes of earlier versions refuse messages with members that they do not know.
   */
  async countries(pubs: readonly string[]): Promise<{ readonly pub: string; readonly country: string }[]> {
    const stored = await this.#store.among([...new Set(pubs)]);
    return stored.flatMap(({ pub, country }) => (country === null ? [] : [{ pub, country }]));
  }

  /** True if the key has finished a rated match. */
  async isKnown(pub: string): Promise<boolean> {
    return ((await this.#store.get(pub))?.ratedGames ?? 0) > 0;
  }

  async isStored(pub: string): Promise<boolean> {
    return (await this.#store.get(pub)) !== null;
  }

  async #shown(player: StoredPlayer): Promise<Person> {
    const [named = player] = await this.#takenNames.shown([player]);
    return personOf(named, this.#world.now());
  }
}

function newcomer(pub: string): StoredPlayer {
  const none = { games: 0, wins: 0, ratedGames: 0, ratedWins: 0 };
  return { pub, name: guestName(pub), rating: INITIAL_RATING, ...none, country: null };
}

/** A player as shown to others. */
export interface Person {
  readonly pub: string;
  readonly name: string;
  readonly rating: number;
  readonly rd: number;
  readonly provisional: boolean;
}

function personOf({ pub, name, rating }: StoredPlayer, now: number): Person {
  const shown = shownRating(rating, now);
  return { pub, name, rating: shown.rating, rd: shown.rd, provisional: isProvisional(shown) };
}
