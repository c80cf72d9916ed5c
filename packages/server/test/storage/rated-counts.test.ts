import { expect } from 'vitest';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { finished, header } from './fixtures.ts';
import { describeUpgrade, type OldDatabase } from './upgrade.ts';

const [ANN, BOB] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];

/** Two players after a rated match that Ann won, a rated one that Bob won, and an unrated one. */
const OLD_MATCHES = [
  [0, ANN, BOB, true, 0],
  [1, BOB, ANN, true, 0],
  [2, BOB, ANN, false, 1],
] as const;

async function check({ run, open }: OldDatabase): Promise<void> {
  for (const [pub, wins] of [
    [ANN, 2],
    [BOB, 1],
  ])
    await run(`INSERT INTO players (pub, name, rating, rd, volatility, games, wins, created)
      VALUES ('${pub}', 'Name', 1500, 350, 0.06, 3, ${wins}, 1)`);
  for (const [n, p0, p1, rated, winner] of OLD_MATCHES)
    await run(`INSERT INTO matches (id, header, finished, p0, p1, rated, winner, score0, score1, reason, final_hash)
      VALUES ('match-${n}', '{}', ${n}, '${p0}', '${p1}', ${rated}, ${winner}, 5, 0, 'points', 'f')`);
  const counts = async (change: (store: OpenStore) => Promise<unknown>) => {
    const store = await open();
    await change(store);
    const players = await Promise.all([ANN, BOB].map((pub) => store.players.get(pub)));
    await store.close();
    return players.map((player) => [player?.games, player?.ratedGames, player?.ratedWins]);
  };
  const play = (rated: boolean) => async (store: OpenStore) => {
    const one = header({ pubs: [ANN, BOB], rated });
    await store.matches.create(one);
    await store.matches.finish(finished(one, 1_790_000_100_000, 1));
  };
  expect(await counts(async () => {})).toEqual([
    [3, 2, 1],
    [3, 2, 1],
  ]);
  expect(await counts(play(true))).toEqual([
    [4, 3, 1],
    [4, 3, 2],
  ]);
  expect(await counts(play(false))).toEqual([
    [5, 3, 1],
    [5, 3, 2],
  ]);
  // A process of an earlier version finishes a rated match and does not know the columns.
  await run(`INSERT INTO matches (id, header, finished, p0, p1, rated, winner, score0, score1, reason, final_hash)
    VALUES ('match-old', '{}', 9, '${ANN}', '${BOB}', true, 0, 5, 0, 'points', 'f')`);
  await run('UPDATE players SET games = games + 1');
  expect(await counts(async () => {})).toEqual([
    [6, 3, 1],
    [6, 3, 2],
  ]);
  expect(await counts(play(true))).toEqual([
    [7, 5, 2],
    [7, 5, 3],
  ]);
}

describeUpgrade(
  'the counts of rated matches are those of the index, after an update and after matches of an earlier version',
  '_rated_counts',
  check,
);
