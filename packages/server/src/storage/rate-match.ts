import type { HeaderPlayer } from 'bg-record';
import { INITIAL_RATING, type Rating } from '../domain/players/rating.ts';
import type { FinishedMatch, RatingChange } from '../domain/ports.ts';
import type { Transaction } from './db.ts';
import { playerColumns, toRating } from './rows.ts';

/** Counts the match for both players and, when it is rated, changes their ratings; returns the changes. */
export async function countAndRate(
  transaction: Transaction,
  finished: FinishedMatch,
): Promise<readonly [RatingChange, RatingChange] | null> {
  const { header, result } = finished.record;
  const before = new Map<string, Rating>();
  // Always in the same order, or two matches of the same players could each wait for the other.
  for (const player of [...header.players].sort((a, b) => (a.pub < b.pub ? -1 : 1))) {
    const won = header.players[result.winner] === player;
    before.set(player.pub, await countMatch(transaction, player, won, finished.finishedAt));
  }
  if (!header.rated) return null;
  return changeRatings(transaction, finished, [
    ratingOf(before, header.players[0]),
    ratingOf(before, header.players[1]),
  ]);
}

/** Locks the player's row for the rest of the transaction, which makes the rating that it returns safe to change. */
async function countMatch(transaction: Transaction, player: HeaderPlayer, won: boolean, at: number) {
  const { pub, name } = player;
  const wins = won ? 1 : 0;
  const row = await transaction.player.upsert({
    where: { pub },
    create: { pub, name, ...playerColumns(INITIAL_RATING), created: BigInt(at), games: 1, wins },
    update: { games: { increment: 1 }, wins: { increment: wins } },
  });
  return toRating(row);
}

function ratingOf(ratings: ReadonlyMap<string, Rating>, { pub }: HeaderPlayer): Rating {
  const rating = ratings.get(pub);
  if (!rating) throw new Error(`no rating of ${pub}`);
  return rating;
}

async function changeRatings(transaction: Transaction, finished: FinishedMatch, before: readonly [Rating, Rating]) {
  const [first, second] = finished.record.header.players;
  const after = finished.rate(before);
  await transaction.player.update({ where: { pub: first.pub }, data: playerColumns(after[0]) });
  await transaction.player.update({ where: { pub: second.pub }, data: playerColumns(after[1]) });
  return [
    { before: before[0], after: after[0] },
    { before: before[1], after: after[1] },
  ] as const;
}
