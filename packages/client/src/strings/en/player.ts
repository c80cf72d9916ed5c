import { axisTime, dayOf, momentOf, number, percent, plural, signed } from '../forms.ts';

const matches = { one: '# match', other: '# matches' };

/** The words of a player's page. */
export const player = {
  title: 'Player',
  missing: 'No such player',
  missingText: 'Nobody has ever played here with this key. It may have been mistyped, or belong to another server.',
  toLeaderboard: 'To the leaderboard',
  you: 'you',
  bot: 'bot',
  botText: 'The house’s own player. Its matches are never rated, so it has no rating.',
  key: 'Public key',
  copyKey: 'Copy the key',
  copied: 'The key is copied.',
  rating: 'Rating',
  spread: (rd: number) => `± ${number(2 * rd)}`,
  ratingValue: (rating: number) => number(rating),
  ratingText: (rating: number, rd: number) =>
    `Between ${number(rating - 2 * rd)} and ${number(rating + 2 * rd)}, nineteen times out of twenty.`,
  provisional: 'provisional',
  provisionalHint: 'Few or long past matches: the rating may still change a lot.',
  unrated: 'No rated match yet',
  conservative: 'The leaderboard takes the floor:',
  games: 'Matches',
  wins: 'Won',
  count: (count: number) => number(count),
  share: (share: number) => percent(share),

  graph: 'Rating over time',
  graphLabel: (points: number, from: number, to: number, rating: number, rd: number) =>
    `${plural(points, { one: 'After one rated match', other: `Over # rated matches, between ${number(from)} and ${number(to)}` })}; now ${number(rating)}, give or take ${number(2 * rd)}.`,
  graphNone: 'A line begins here with the first rated match.',
  graphSample: (shown: number, loaded: number, all: number) =>
    loaded >= all
      ? `${plural(shown, { one: 'The # rated match', other: 'All # rated matches' })} of this player.`
      : `${plural(shown, { one: '# rated match', other: '# rated matches' })} among the last ${number(loaded)}. Older ones can be fetched below the list.`,
  graphHint: 'Point at the line to read it.',
  legendRating: 'rating',
  legendSpread: 'twice the deviation to either side',
  legendDots: 'open dot: won, full dot: lost',
  axisRating: (rating: number) => number(rating),
  axisTime,
  pointText: (atMs: number, rating: number, rd: number, change: number) =>
    `${momentOf(atMs)}: ${number(rating)} ± ${number(2 * rd)} (${signed(change)})`,
  against: 'against',
  now: (rating: number, rd: number) => `Now: ${number(rating)} ± ${number(2 * rd)}`,
  figures: 'The same in figures',
  when: 'When',
  after: 'Rating',
  change: 'Change',
  moment: momentOf,
  signed: (value: number) => signed(value),

  matches: 'Matches so far',
  matchesShown: (shown: number, loaded: number, all: number) => {
    const known = loaded >= all ? plural(all, matches) : `the last ${number(loaded)} of ${plural(all, matches)}`;
    return shown === loaded ? `Showing ${known}.` : `Showing ${number(shown)} of ${known}.`;
  },
  matchesNone: 'No match finished yet.',
  matchesNoneFit: 'No match among these fits.',
  showAll: 'Show all',
  older: 'Fetch older matches',
  fetching: 'Fetching…',
  olderFailed: 'Older matches could not be fetched. Try again.',
  kind: 'Counting for the rating',
  kinds: { all: 'All', rated: 'Rated', unrated: 'Unrated' },
  outcome: 'Outcome',
  outcomes: { all: 'All', won: 'Won', lost: 'Lost' },
  opponent: 'Opponent',
  anybody: 'Anybody',
  opponentOption: (name: string, count: number) => `${name} (${number(count)})`,
  won: 'Won',
  lost: 'Lost',
  score: (own: number, other: number) => `${number(own)}–${number(other)}`,
  money: 'Money game',
  points: (length: number) => plural(length, { one: '#-point match', other: '#-point match' }),
  day: dayOf,
  reasons: { points: '', resign: 'by resignation', time: 'on time', abandonment: 'by abandonment' },
  gain: (gain: number) => signed(gain),
  noGain: 'unrated',
  review: 'Review',
  verify: 'Verify',
  replay: 'Board',
  linkOf: (what: string, opponent: string, day: string) => `${what}: against ${opponent}, ${day}`,

  rivals: 'Head to head',
  rivalsSample: (loaded: number, all: number) =>
    loaded >= all
      ? `From ${plural(all, { one: 'the # match', other: 'all # matches' })} of this player.`
      : `From the last ${number(loaded)} of ${number(all)} matches only.`,
  rivalScore: (won: number, lost: number) => `${number(won)}–${number(lost)}`,
  rivalLabel: (won: number, lost: number) =>
    `${plural(won, { one: '# match won', other: '# matches won' })}, ${number(lost)} lost`,
  rivalsMore: (count: number) => plural(count, { one: 'and # more opponent', other: 'and # more opponents' }),
  youAgainst: 'You against this player',

  dice: 'Dice of this player',
  diceText: (count: number) =>
    `Fetches the records of ${plural(count, { one: 'the latest match', other: 'the latest # matches' })}, verifies each in your browser, and counts what fell.`,
  diceStart: 'Count the dice',
  diceBusy: (done: number, all: number) => `Record ${number(done)} of ${number(all)}…`,
  diceSample: (rolls: number, verified: number) =>
    `${plural(rolls, { one: '# roll', other: '# rolls' })} in ${plural(verified, { one: '# verified match', other: '# verified matches' })}, opening rolls left out.`,
  diceSmall: 'That is a small sample: only something grossly wrong would show in it.',
  diceLarge: 'Enough to notice a clear bias, still too little for a slight one.',
  diceNone: 'There was no roll in these matches.',
  diceAbsent: (count: number) =>
    plural(count, { one: '# record could not be fetched.', other: '# records could not be fetched.' }),
  diceRefused: (count: number) =>
    plural(count, {
      one: 'One record did not verify, and was not counted:',
      other: '# records did not verify, and were not counted:',
    }),
  diceNoVerifier: 'The verifier could not be loaded from the server. Check your connection and try again.',
  again: 'Try again',
  pips: 'Pips a roll',
  pipsText: (seen: number, expected: number, sd: number) =>
    `${number(seen, 2)}; fair dice bring ${number(expected, 2)}, give or take ${number(2 * sd, 2)} over so many rolls.`,
  doubles: 'Doubles',
  doublesText: (seen: number, expected: number, sd: number) =>
    `${number(seen)}; fair dice bring ${number(expected, 1)}, give or take ${number(2 * sd, 1)}.`,
  within: 'ordinary',
  outside: 'unusual',
  outsideText: 'Unusual figures come up by chance as well: about one in twenty.',
} as const;
