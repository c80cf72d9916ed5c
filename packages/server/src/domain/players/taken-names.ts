import type { AccountStore } from '../ports/accounts.ts';
import { foldName, guestName, markedName } from './name.ts';

interface TakenNamesParts {
  readonly accounts: Pick<AccountStore, 'ownersOf'>;
  /** The names of the service's bots, by key. */
  readonly bots: ReadonlyMap<string, string>;
}

interface Named {
  readonly pub: string;
  readonly name: string;
}

/**
 * The names of bots and accounts. Another player cannot choose one that looks like them, and one who had it before is shown with the start
 * of the key. Every name that others see has passed `shown`.
 */
export class TakenNames {
  readonly #accounts: TakenNamesParts['accounts'];
  readonly #bots: TakenNamesParts['bots'];
  readonly #ofBots: ReadonlySet<string>;

  constructor({ accounts, bots }: TakenNamesParts) {
    this.#accounts = accounts;
    this.#bots = bots;
    this.#ofBots = new Set([...bots.values()].map(foldName));
  }

  /** True if neither a bot nor the account of another key has a name that looks like this one. */
  async isFree({ pub, name }: Named): Promise<boolean> {
    return !(await this.#marked([{ pub, name }])).has(pub);
  }

  /** These players with their names as others see them. One indexed lookup. */
  async shown<Player extends Named>(players: readonly Player[]): Promise<readonly Player[]> {
    const marked = await this.#marked(players);
    return players.map((player) =>
      marked.has(player.pub) ? { ...player, name: markedName(player.name, player.pub) } : player,
    );
  }

  /** The keys of those players who have the name of a bot or of another key's account. */
  async #marked(players: readonly Named[]): Promise<ReadonlySet<string>> {
    // The name of a guest is the start of the key.
    const chosen = players.filter(({ pub, name }) => name !== guestName(pub) && !this.#bots.has(pub));
    const folded = chosen.map(({ pub, name }) => ({ pub, fold: foldName(name) }));
    if (folded.length === 0) return new Set();
    const owners = await this.#accounts.ownersOf([...new Set(folded.map(({ fold }) => fold))]);
    const isTaken = ({ pub, fold }: (typeof folded)[number]) =>
      this.#ofBots.has(fold) || (owners.get(fold) ?? pub) !== pub;
    return new Set(folded.filter(isTaken).map(({ pub }) => pub));
  }
}
