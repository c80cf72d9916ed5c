import type { PlayerStore, RecordStore, StoredRow, World } from '../ports.ts';
import { type Leader, leaderOf, rank, type Standing, standingAt } from './leaderboard.ts';
import { conservative } from './rating.ts';

/** Matches on a player's card. */
const CARD_MATCHES = 25;
/** Players read at a time while a leaderboard is made. */
const PAGE = 250;

export interface PlayerCard extends Standing {
  readonly name: string;
  readonly games: number;
  readonly wins: number;
  /** Newest first. */
  readonly matches: readonly StoredRow[];
}

export interface StandingsParts {
  readonly players: PlayerStore;
  readonly records: Pick<RecordStore, 'recentRows'>;
  readonly world: World;
  /** Keys that are never listed. */
  readonly bots: ReadonlySet<string>;
}

/** How players stand, for everybody to read. */
export class Standings {
  readonly #parts: StandingsParts;

  constructor(parts: StandingsParts) {
    this.#parts = parts;
  }

  /**
   * The best players with so many games. A conservative rating only falls while its player is away: read in the order in which they were
   * last changed, the search is over where these fall below what the last on the list has now.
   */
  async leaderboard(minGames: number, limit: number): Promise<readonly Leader[]> {
    const { players, bots, world } = this.#parts;
    const now = world.now();
    let leaders: readonly Leader[] = [];
    for (let from = 0; ; from += PAGE) {
      const page = await players.byConservative(minGames, from, PAGE);
      const people = page.filter(({ pub }) => !bots.has(pub)).map((player) => leaderOf(player, now));
      leaders = rank([...leaders, ...people], limit);
      const next = page.at(-1);
      const best = next ? conservative(next.rating) : Number.NEGATIVE_INFINITY;
      const last = leaders[limit - 1];
      if (page.length < PAGE || (last && best < last.conservative)) return leaders;
    }
  }

  /** A player with the most recent matches; null when nobody has proved this key. */
  async card(pub: string): Promise<PlayerCard | null> {
    const { players, records, world } = this.#parts;
    const player = await players.get(pub);
    if (!player) return null;
    const { name, games, wins, rating } = player;
    const matches = await records.recentRows(CARD_MATCHES, pub);
    return { ...standingAt(rating, world.now()), name, games, wins, matches };
  }

  /** Matches of a player that finished before the match `before`, `count` at most; null when nobody has proved this key. */
  async matches(pub: string, count: number, before?: string): Promise<readonly StoredRow[] | null> {
    const { players, records } = this.#parts;
    return (await players.get(pub)) && records.recentRows(count, pub, before);
  }

  /** The one key that begins with these digits; null when there are none or several. */
  async keyOf(start: string): Promise<{ readonly pub: string; readonly bot: boolean } | null> {
    const { players, bots } = this.#parts;
    const [found, another] = await players.startingWith(start, 2);
    return found && !another ? { pub: found.pub, bot: bots.has(found.pub) } : null;
  }
}
