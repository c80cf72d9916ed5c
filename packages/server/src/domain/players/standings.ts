import { conservative, INITIAL_RATING, isProvisional, type PlayerRating, shownRating } from 'bg-record/ratings';
import { Queue } from '../../shared/queue.ts';
import type { AnalysedMatch, ReportFigureStore } from '../ports/analysis.ts';
import type { StoredRow } from '../ports/matches.ts';
import type { BoundedPlayer, PlayerStore, StoredPlayer } from '../ports/players.ts';
import type { RecordStore } from '../ports/records.ts';
import type { World } from '../ports/world.ts';
import type { TakenNames } from './taken-names.ts';

/** Matches on a player's card. */
const CARD_MATCHES = 25;
/** Players read per query while a leaderboard is computed. */
const PAGE = 250;
/** Pages of one walk. If more players than that have bounds above the last leader, later walks complete the list. */
const MOST_PAGES = 20;
/** A walk that ends at its last page lowers the bounds that exceed the ratings by this much, so that the next walk gets further. */
const LOWERED_BY = 1;
/** Up to this number of players, all are read and sorted. */
const FEW = 500;

export interface PlayerCard extends Standing {
  readonly name: string;
  readonly games: number;
  readonly wins: number;
  /** Newest first. */
  readonly matches: readonly StoredRow[];
}

interface StandingsParts {
  readonly players: PlayerStore;
  readonly figures: Pick<ReportFigureStore, 'ofPlayer'>;
  readonly records: Pick<RecordStore, 'recentRows'>;
  readonly world: World;
  /** Keys that are left out of leaderboards. */
  readonly bots: ReadonlySet<string>;
  readonly takenNames: TakenNames;
}

/** Leaderboard and player cards. */
export class Standings {
  readonly #parts: StandingsParts;
  /** One walk at a time, so that many leaderboards take turns with everything else. */
  readonly #walks = new Queue();

  constructor(parts: StandingsParts) {
    this.#parts = parts;
  }

  /** The best players with at least `wanted` rated matches, at most `limit`. A player without one has no place. */
  async leaderboard(wanted: number, limit: number): Promise<readonly Leader[]> {
    return this.#parts.takenNames.shown(await this.#leaders(Math.max(1, wanted), limit));
  }

  async #leaders(minGames: number, limit: number): Promise<readonly Leader[]> {
    const isFew = (await this.#parts.players.countWithGames(minGames, FEW + 1)) <= FEW;
    if (!isFew) return this.#walks.run(() => this.#walk(minGames, limit));
    const all = await this.#parts.players.withGames(minGames, FEW);
    return rank(this.#listed(all, this.#parts.world.now()), limit);
  }

  /**
   * Reads players in the order of their stored upper bounds. A conservative rating only falls while its player is away, so the walk may
   * stop where the bounds of all remaining players are below the last leader. Then it lowers the bounds of players that have fallen out
   * of the list, so that later walks skip them. Each page is ranked with the leaders so far, so the work is proportional to the pages
   * read.
   */
  async #walk(minGames: number, limit: number): Promise<readonly Leader[]> {
    const now = this.#parts.world.now();
    const met: BoundedPlayer[] = [];
    let leaders: readonly Leader[] = [];
    let last: BoundedPlayer | undefined;
    for (let pages = 1; ; pages++) {
      const page = await this.#parts.players.byAtMost(minGames, PAGE, last);
      met.push(...page);
      // Another walk may have lowered a bound in the meantime. Then a player appears twice.
      const known = new Set(leaders.map(({ pub }) => pub));
      const fresh = page.filter(({ pub }) => !known.has(pub));
      leaders = rank([...leaders, ...this.#listed(fresh, now)], limit);
      const lowest = leaders[limit - 1];
      last = page.at(-1);
      const isOver = page.length < PAGE || !last || (lowest && compare(lowest, placeOf(last)) <= 0);
      if (!isOver && pages < MOST_PAGES) continue;
      if (lowest)
        await this.#parts.players.lower(isOver ? fallenBelow(lowest.conservative, met, now) : fallenFar(met, now));
      return leaders;
    }
  }

  #listed(players: readonly StoredPlayer[], now: number): readonly Leader[] {
    return players.filter(({ pub }) => !this.#parts.bots.has(pub)).map((player) => leaderOf(player, now));
  }

  /** A player with the most recent matches. Returns null when the player is not stored. */
  async card(pub: string): Promise<PlayerCard | null> {
    const player = await this.#parts.players.get(pub);
    if (!player) return null;
    const { games, wins, rating } = player;
    const [{ name } = player] = await this.#parts.takenNames.shown([player]);
    const matches = await this.#parts.records.recentRows(CARD_MATCHES, pub);
    return { ...standingAt(rating, this.#parts.world.now()), name, games, wins, matches };
  }

  /** The present rating of a key. A key that is not stored has the rating of a new player. */
  async standing(pub: string): Promise<Standing> {
    const player = await this.#parts.players.get(pub);
    return standingAt(player?.rating ?? INITIAL_RATING, this.#parts.world.now());
  }

  /**
   * At most `count` matches of a player, only those finished before the match `before` if given. Returns null when the player is not
   * stored.
   */
  async matches(pub: string, count: number, before?: string): Promise<readonly StoredRow[] | null> {
    return (await this.#parts.players.get(pub)) && this.#parts.records.recentRows(count, pub, before);
  }

  /** At most `count` deep reports on matches of a player, the newest match first. Returns null when the player is not stored. */
  analysed(pub: string, count: number): Promise<readonly AnalysedMatch[] | null> {
    return this.#parts.figures.ofPlayer(pub, count);
  }

  /** The only stored key that begins with these digits. Returns null when there are none or several. */
  async keyOf(start: string): Promise<{ readonly pub: string; readonly bot: boolean } | null> {
    const [found, another] = await this.#parts.players.startingWith(start, 2);
    return found && !another ? { pub: found.pub, bot: this.#parts.bots.has(found.pub) } : null;
  }
}

/** Players whose present rating is below `lowest` although their bound is not, with corrected bounds. */
function fallenBelow(lowest: number, players: readonly BoundedPlayer[], now: number): readonly BoundedPlayer[] {
  return players.flatMap((player) => {
    const atMost = standingAt(player.rating, now).conservative;
    return atMost < lowest && player.atMost >= lowest ? [{ ...player, atMost }] : [];
  });
}

/** The best rank that the player can have. */
function placeOf({ atMost, rating, ratedGames, pub }: BoundedPlayer) {
  return { conservative: atMost, rating: rating.rating, games: ratedGames, pub };
}

/** Players whose ratings have fallen far below their bounds, with new bounds. */
function fallenFar(players: readonly BoundedPlayer[], now: number): readonly BoundedPlayer[] {
  return players.flatMap((player) => {
    const atMost = standingAt(player.rating, now).conservative;
    return player.atMost - atMost >= LOWERED_BY ? [{ ...player, atMost }] : [];
  });
}

/** A player's rating as shown at a moment. */
interface Standing {
  readonly rating: number;
  /** Rating deviation. It grows with the time since the last rated match. */
  readonly rd: number;
  readonly provisional: boolean;
  /** The lowest rating that the player very likely has: rating − 2 rd. */
  readonly conservative: number;
}

export interface Leader extends Standing {
  readonly pub: string;
  readonly name: string;
  /** Rated matches only, as everything on the leaderboard. */
  readonly games: number;
  readonly wins: number;
  /** The country that the player shows. */
  readonly country: string | null;
}

function standingAt(rating: PlayerRating, now: number): Standing {
  const shown = shownRating(rating, now);
  return {
    rating: shown.rating,
    rd: shown.rd,
    provisional: isProvisional(shown),
    conservative: conservative(shown),
  };
}

export function leaderOf({ pub, name, ratedGames, ratedWins, rating, country }: StoredPlayer, now: number): Leader {
  return { pub, name, games: ratedGames, wins: ratedWins, ...standingAt(rating, now), country };
}

/** Sorted best first. Ties are broken by rating, games and key, so that the order is stable. */
function rank(leaders: readonly Leader[], limit: number): readonly Leader[] {
  return leaders.toSorted(compare).slice(0, limit);
}

/** Negative when `a` ranks before `b`. */
export function compare(a: Placed, b: Placed): number {
  return b.conservative - a.conservative || b.rating - a.rating || b.games - a.games || (a.pub < b.pub ? -1 : 1);
}

/** The fields that decide the order of the leaderboard. */
type Placed = Pick<Leader, 'conservative' | 'rating' | 'games' | 'pub'>;
