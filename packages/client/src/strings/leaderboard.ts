import { inLanguage } from './chosen.ts';
import { number, percent, plural } from './forms.ts';

/** Texts of the leaderboard. */
export const leaderboard = {
  title: 'Leaderboard',
  lead: 'The strongest players, ranked by rated matches.',
  caption: 'Players by conservative rating',
  rank: 'Rank',
  player: 'Player',
  rating: 'Rating',
  conservative: 'Conservative',
  games: 'Rated matches',
  wins: 'Won',
  ratingIs: (rating: number) => number(rating),
  spread: (rd: number) => `± ${number(2 * rd)}`,
  share: (wins: number, games: number) => (games === 0 ? '–' : percent(wins / games)),
  gamesPlayed: (count: number) => plural(count, { one: '# rated match', other: '# rated matches' }),
  spreadHint: 'Twice the rating deviation: the true strength is within this range with 95% confidence.',
  provisional: 'provisional',
  provisionalHint:
    'Few matches, a long pause, or fewer than five opponents who are known themselves: the rating may still change a lot.',
  you: 'you',
  explained:
    'Players are ranked by conservative rating: the rating minus twice its deviation. It rises as you win and as your rating becomes more certain, and falls while you’re away. Rating system: Glicko-2, adjusted for match length. Only rated matches between people count.',
  minGames: 'At least',
  matchesAtLeast: (count: number) => plural(count, { one: '# rated match', other: '# rated matches' }),
  more: 'Show more players',
  shown: (count: number) => plural(count, { one: '# player', other: '# players' }),
  most: (count: number) => `These are the top ${number(count)}.`,
  empty: (count: number) =>
    plural(count, {
      one: 'Nobody has finished a rated match yet.',
      other: 'Nobody has finished # rated matches yet.',
    }),
  emptyText: 'Play a rated match to be the first.',
  play: 'Play a match',
  yours: (rank: number) => `You’re number ${number(rank)}.`,
  notListed: 'You’re not on this list yet. You need more rated matches, or a higher rating.',
  yourPage: 'Your page',
} as const;

/** Texts of the leaderboard. */
export const leaderboardTexts = inLanguage('leaderboard', leaderboard);
