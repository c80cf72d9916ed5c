import type { HeaderPlayer } from 'bg-record';
import { INITIAL_RATING, meetingOf, type PlayerRating, vouchedAfter } from 'bg-record/ratings';
import type { FinishedMatch, RatingChange } from '../domain/ports/matches.ts';
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
  const [ratedGames, ratedWins] = record.header.rated ? [1, wins] : [0, 0];
  const first = { ...playerColumns(INITIAL_RATING), created: BigInt(at), games: 1, wins, ratedGames, ratedWins };
  const row = await transaction.player.upsert({
    where: { pub },
    create: { pub, name, ...first },
    update: {
      games: { increment: 1 },
      wins: { increment: wins },
      ratedGames: { increment: ratedGames },
      ratedWins: { increment: ratedWins },
    },
  });
  return toPlayerRating(row);
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
