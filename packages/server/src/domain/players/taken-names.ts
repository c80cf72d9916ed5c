import type { AccountStore } from '../ports/accounts.ts';
import { foldName, guestName, isMarked, markedName } from './name.ts';

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
 * The names of bots and accounts, and that of the service. Another player cannot choose one that looks like them, and one who had it before is shown with the start
 * of the key. Every name that others see has passed `shown`.
 */
export class TakenNames {
  readonly #accounts: TakenNamesParts['accounts'];
  readonly #bots: TakenNamesParts['bots'];
  /** The folded names of the service and of its bots without their level, such as "Anchor" and "Anchor bot". */
  readonly #ofService: readonly [exactly: ReadonlySet<string>, atTheStart: readonly string[]];

  constructor({ accounts, bots }: TakenNamesParts) {
    this.#accounts = accounts;
    this.#bots = bots;
    const kinds = [...bots.values()].map((name) => name.split(',')[0] ?? name);
    this.#ofService = [new Set(kinds.map((kind) => foldName(kind.split(' ')[0] ?? kind))), kinds.map(foldName)];
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
    // The name of a guest is the start of the key, and a name with the mark of its own key says whose it is.
    const isClear = ({ pub, name }: Named) => name === guestName(pub) || isMarked(name, pub) || this.#bots.has(pub);
    const chosen = players.filter((player) => !isClear(player));
    const folded = chosen.map(({ pub, name }) => ({ pub, fold: foldName(name) }));
    if (folded.length === 0) return new Set();
    const owners = await this.#accounts.ownersOf([...new Set(folded.map(({ fold }) => fold))]);
    const isTaken = ({ pub, fold }: (typeof folded)[number]) =>
      this.#isOfService(fold) || (owners.get(fold) ?? pub) !== pub;
    return new Set(folded.filter(isTaken).map(({ pub }) => pub));
  }

  #isOfService(fold: string): boolean {
    const [exactly, atTheStart] = this.#ofService;
    return exactly.has(fold) || atTheStart.some((start) => fold.startsWith(start));
  }
}
