import type { HeaderPlayer } from 'bg-record';
import { INITIAL_RATING, meetingOf, type PlayerRating, vouchedAfter } from 'bg-record/ratings';
import type { FinishedMatch, RatingChange } from '../domain/ports/matches.ts';
import type { Player } from '../generated/sqlite/client.ts';
import type { Transaction } from './db.ts';
import { playerColumns, toPlayerRating } from './rows.ts';

/** Counts the match for both players and updates their ratings if it is rated. Returns the changes. */
export async function countAndRate(
  transaction: Transaction,
  finished: FinishedMatch,
): Promise<readonly [RatingChange, RatingChange] | null> {
  const { header, result } = finished.record;
  const before = new Map<string, PlayerRating>();
  // Lock in a fixed order, so that two matches of the same players cannot deadlock.
  for (const player of [...header.players].sort((a, b) => (a.pub < b.pub ? -1 : 1))) {
    const won = header.players[result.winner] === player;
    before.set(player.pub, await countMatch(transaction, player, won, finished));
  }
  if (!header.rated) return null;
  return changeRatings(transaction, finished, [
    ratingOf(before, header.players[0]),
    ratingOf(before, header.players[1]),
  ]);
}

/** Locks the player's row for the rest of the transaction, so that the returned rating can be changed safely. */
async function countMatch(transaction: Transaction, player: HeaderPlayer, won: boolean, finished: FinishedMatch) {
  const { pub, name } = player;
  const { finishedAt: at, record } = finished;
  const wins = won ? 1 : 0;
  const rated = record.header.rated ? { games: 1, wins } : { games: 0, wins: 0 };
  const row = await transaction.player.upsert({
    where: { pub },
    create: {
      pub,
      name,
      ...playerColumns(INITIAL_RATING),
      created: BigInt(at),
      games: 1,
      wins,
      ...ratedColumns(rated, 1),
    },
    update: {
      games: { increment: 1 },
      wins: { increment: wins },
      ratedGames: { increment: rated.games },
      ratedWins: { increment: rated.wins },
      counted: { increment: 1 },
    },
  });
  if (row.counted !== row.games) await countAnew(transaction, row, rated);
  return toPlayerRating(row);
}

interface Tally {
  readonly games: number;
  readonly wins: number;
}

function ratedColumns({ games, wins }: Tally, counted: number) {
  return { ratedGames: games, ratedWins: wins, counted };
}

/** Counts the rated matches of a player in the index, to which the one that is being finished does not belong yet. */
async function countAnew(transaction: Transaction, { pub, games }: Player, present: Tally): Promise<void> {
  const { match } = transaction;
  const asFirst = { p0: pub, rated: true };
  const asSecond = { p1: pub, rated: true };
  const all = (await match.count({ where: asFirst })) + (await match.count({ where: asSecond }));
  const won =
    (await match.count({ where: { ...asFirst, winner: 0 } })) +
    (await match.count({ where: { ...asSecond, winner: 1 } }));
  const data = ratedColumns({ games: all + present.games, wins: won + present.wins }, games);
  await transaction.player.update({ where: { pub }, data });
}

function ratingOf(ratings: ReadonlyMap<string, PlayerRating>, { pub }: HeaderPlayer): PlayerRating {
  const rating = ratings.get(pub);
  if (!rating) throw new Error(`no rating of player ${pub}`);
  return rating;
}

/** Needs both players' rows locked, which also protects the row of the pair. */
async function changeRatings(
  transaction: Transaction,
  finished: FinishedMatch,
  before: readonly [PlayerRating, PlayerRating],
) {
  const [first, second] = finished.record.header.players;
  const isSwapped = first.pub > second.pub;
  const [low, high] = isSwapped ? [second.pub, first.pub] : [first.pub, second.pub];
  const pair = await transaction.ratedPair.findUnique({ where: { low_high: { low, high } } });
  const meeting = meetingOf(pair && [pair.lowVouched, pair.highVouched], isSwapped);
  const after = finished.rate(before, meeting);
  const [lowVouched, highVouched] = vouchedAfter(meeting, before, after, isSwapped);
  if (!pair) await transaction.ratedPair.create({ data: { low, high, lowVouched, highVouched } });
  else if (lowVouched !== pair.lowVouched || highVouched !== pair.highVouched)
    await transaction.ratedPair.update({ where: { low_high: { low, high } }, data: { lowVouched, highVouched } });
  await transaction.player.update({ where: { pub: first.pub }, data: playerColumns(after[0]) });
  await transaction.player.update({ where: { pub: second.pub }, data: playerColumns(after[1]) });
  return [
    { before: before[0], after: after[0] },
    { before: before[1], after: after[1] },
  ] as const;
}
