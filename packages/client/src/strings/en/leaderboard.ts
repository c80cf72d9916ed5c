import { number, plural } from '../forms.ts';

/** The words of the leaderboard. */
export const leaderboard = {
  title: 'Leaderboard',
  lead: 'Who plays best, as far as the rated matches tell. Bots are not listed.',
  caption: 'Players by the floor of their ratings',
  rank: 'Rank',
  player: 'Player',
  rating: 'Rating',
  conservative: 'Floor',
  games: 'Matches',
  wins: 'Won',
  ratingIs: (rating: number) => number(rating),
  spread: (rd: number) => `± ${number(2 * rd)}`,
  share: (wins: number, games: number) => (games === 0 ? '–' : `${number((100 * wins) / games)} %`),
  gamesPlayed: (count: number) => plural(count, { one: '# match', other: '# matches' }),
  spreadHint: 'Twice the rating deviation: nineteen times out of twenty the true strength lies within.',
  provisional: 'provisional',
  provisionalHint: 'Few or long past matches: the rating may still change a lot.',
  you: 'you',
  explained:
    'The order is by the floor: the rating less twice its deviation, below which the true strength very likely is not. It rises with wins and with certainty, and sinks while somebody stays away. Rating system: Glicko-2, adjusted to the length of the match.',
  minGames: 'At least',
  matchesAtLeast: (count: number) =>
    count === 0 ? 'Everybody' : plural(count, { one: '# match', other: '# matches' }),
  more: 'Show more players',
  shown: (count: number) => plural(count, { one: '# player', other: '# players' }),
  most: (count: number) => `These are the best ${number(count)}. The list ends here.`,
  empty: (count: number) =>
    count === 0
      ? 'Nobody has played here yet.'
      : plural(count, {
          one: 'Nobody has finished a match yet.',
          other: 'Nobody has finished # matches yet.',
        }),
  emptyText: 'Find an opponent, play a rated match, and the first line is yours.',
  play: 'Play a match',
  yours: (rank: number) => `You are number ${number(rank)}.`,
  notListed: 'You are not on this list: it takes enough finished matches, and a place among those shown.',
  yourPage: 'Your page',
} as const;
