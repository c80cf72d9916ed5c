import { number, plural } from '../forms.ts';

/** Texts of the leaderboard. */
export const leaderboard = {
  title: 'Leaderboard',
  lead: 'The strongest players, ranked by their rated matches. Bots are not listed.',
  caption: 'Players by conservative rating',
  rank: 'Rank',
  player: 'Player',
  rating: 'Rating',
  conservative: 'Conservative',
  games: 'Rated matches',
  wins: 'Won',
  ratingIs: (rating: number) => number(rating),
  spread: (rd: number) => `± ${number(2 * rd)}`,
  share: (wins: number, games: number) => (games === 0 ? '–' : `${number((100 * wins) / games)} %`),
  gamesPlayed: (count: number) => plural(count, { one: '# rated match', other: '# rated matches' }),
  spreadHint: 'Twice the rating deviation: with 95 % confidence the true strength is within this range.',
  provisional: 'provisional',
  provisionalHint:
    'Few matches, a long pause, or fewer than five opponents who are known themselves: the rating may still change a lot.',
  you: 'you',
  explained:
    'Players are ranked by conservative rating: the rating minus twice its deviation. The true strength is very likely higher. The conservative rating rises with wins and with certainty, and falls while a player stays away. Rating system: Glicko-2, adjusted to the length of the match. Matches and wins count rated matches only.',
  minGames: 'At least',
  matchesAtLeast: (count: number) => plural(count, { one: '# rated match', other: '# rated matches' }),
  more: 'Show more players',
  shown: (count: number) => plural(count, { one: '# player', other: '# players' }),
  most: (count: number) => `These are the top ${number(count)}. The list ends here.`,
  empty: (count: number) =>
    plural(count, {
      one: 'No player has finished a rated match yet.',
      other: 'No player has finished # rated matches yet.',
    }),
  emptyText: 'Find an opponent and play a rated match to be first on this list.',
  play: 'Play a match',
  yours: (rank: number) => `You are number ${number(rank)}.`,
  notListed: 'You are not on this list. You need enough finished rated matches, and a rank among the players shown.',
  yourPage: 'Your page',
} as const;
