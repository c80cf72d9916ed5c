import type { BoundedPlayer, PlayerStore, RecordStore, StoredPlayer, StoredRow, World } from '../ports.ts';
import { compare, type Leader, leaderOf, rank, type Standing, standingAt } from './leaderboard.ts';

/** Matches on a player's card. */
const CARD_MATCHES = 25;
/** Players read at a time while a leaderboard is made. */
const PAGE = 250;
/** So few players with games enough are all read and put in order. */
const FEW = 500;

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

  /** The best players with so many games, all others being below them. */
  async leaderboard(minGames: number, limit: number): Promise<readonly Leader[]> {
    const { players } = this.#parts;
    const isFew = (await players.countWithGames(minGames, FEW + 1)) <= FEW;
    if (!isFew) return this.#walk(minGames, limit);
    const all = await players.withGames(minGames, FEW);
    return rank(this.#listed(all, this.#parts.world.now()), limit);
  }

  /**
   * Walks down by the stored bounds. A conservative rating only falls while its player is away, so the walk ends where every
   * player who follows stands below the last leader even without having fallen since. Then the bounds of the players who have
   * fallen out of the list are lowered, so that the next walks do not meet them. Each page is ranked against the leaders so far,
   * so the work is that of the pages read.
   */
  async #walk(minGames: number, limit: number): Promise<readonly Leader[]> {
    const { players, world } = this.#parts;
    const now = world.now();
    const met: BoundedPlayer[] = [];
    let leaders: readonly Leader[] = [];
    for (let last: BoundedPlayer | undefined; ; ) {
      const page = await players.byAtMost(minGames, PAGE, last);
      met.push(...page);
      // Another walk may have lowered a bound meanwhile, and then a player comes by twice.
      const known = new Set(leaders.map(({ pub }) => pub));
      const fresh = page.filter(({ pub }) => !known.has(pub));
      leaders = rank([...leaders, ...this.#listed(fresh, now)], limit);
      const lowest = leaders[limit - 1];
      last = page.at(-1);
      if (last && page.length === PAGE && !(lowest && compare(lowest, placeOf(last)) <= 0)) continue;
      if (lowest) await players.lower(fallenBelow(lowest.conservative, met, now));
      return leaders;
    }
  }

  #listed(players: readonly StoredPlayer[], now: number): readonly Leader[] {
    const { bots } = this.#parts;
    return players.filter(({ pub }) => !bots.has(pub)).map((player) => leaderOf(player, now));
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

/** Players who stand below this now although their bounds do not, with bounds that say so. */
function fallenBelow(lowest: number, players: readonly BoundedPlayer[], now: number): readonly BoundedPlayer[] {
  return players.flatMap((player) => {
    const atMost = standingAt(player.rating, now).conservative;
    return atMost < lowest && player.atMost >= lowest ? [{ ...player, atMost }] : [];
  });
}

/** The highest place that the player can have. */
function placeOf({ atMost, rating, games, pub }: BoundedPlayer) {
  return { conservative: atMost, rating: rating.rating, games, pub };
}
