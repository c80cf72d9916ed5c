import { inLanguage } from './chosen.ts';
import { axisTime, dayOf, momentOf, number, percent, plural, signed } from './forms.ts';

const matches = { one: '# match', other: '# matches' };

/** Texts of a player's page. */
export const player = {
  title: 'Player',
  missing: 'Player not found',
  missingText: 'Nobody has played here with this key. Check it for typos, or try another server.',
  toLeaderboard: 'To the leaderboard',
  you: 'you',
  bot: 'bot',
  botText: 'Our own bot. Matches against it are unrated.',
  key: 'Public key',
  copyKey: 'Copy the key',
  copied: 'The key is copied.',
  rating: 'Rating',
  spread: (rd: number) => `± ${number(2 * rd)}`,
  ratingValue: (rating: number) => number(rating),
  ratingText: (rating: number, rd: number) => `95% between ${number(rating - 2 * rd)} and ${number(rating + 2 * rd)}.`,
  provisional: 'provisional',
  provisionalHint:
    'Few matches, a long pause, or fewer than five opponents who are known themselves: the rating may still change a lot.',
  unrated: 'No rated match yet',
  conservative: 'Conservative rating for the leaderboard:',
  games: 'Matches',
  wins: 'Won',
  streak: 'Puzzle streak',
  longestStreak: (days: number) => `longest ${number(days)}`,
  streakDays: (days: number) => plural(days, { one: '# day', other: '# days' }),
  count: (count: number) => number(count),
  share: (share: number) => percent(share),

  graph: 'Rating over time',
  graphLabel: (points: number, from: number, to: number, rating: number, rd: number) =>
    `${plural(points, { one: 'After one rated match', other: `Over # rated matches, between ${number(from)} and ${number(to)}` })}; now ${number(rating)}, plus or minus ${number(2 * rd)}.`,
  graphNone: 'No rated matches yet.',
  graphSample: (shown: number, loaded: number, all: number) =>
    loaded >= all
      ? `${plural(shown, { one: 'The only rated match', other: 'All # rated matches' })} of this player.`
      : `${plural(shown, { one: '# rated match', other: '# rated matches' })} among the last ${number(loaded)}. You can load older ones below the list.`,
  graphHint: 'Point at the line to see its values.',
  legendRating: 'rating',
  legendSpread: '± twice the deviation',
  legendDots: 'open dot: won, full dot: lost',
  axisRating: (rating: number) => number(rating),
  axisTime,
  pointText: (atMs: number, rating: number, rd: number, change: number) =>
    `${momentOf(atMs)}: ${number(rating)} ± ${number(2 * rd)} (${signed(change)})`,
  against: 'against',
  now: (rating: number, rd: number) => `Now: ${number(rating)} ± ${number(2 * rd)}`,
  figures: 'The graph as a table',
  when: 'When',
  after: 'Rating',
  change: 'Change',
  moment: momentOf,
  signed: (value: number) => signed(value),

  pr: 'PR over time',
  prText: {
    deep: (engine: string, ply: number) =>
      `PR is 500 × loss per decision, of checker plays only, by ${engine}, ${number(ply)}-ply. Lower is better.`,
    estimate: (engine: string, ply: number) =>
      `Estimated in this browser at the end of each match: 500 × loss per decision, of checker plays and cube, by ${engine}, ${number(ply)}-ply. Lower is better. Only you see it.`,
  },
  prNone: 'No deep analysis yet.',
  prHow:
    'This graph needs deep analyses, which volunteers’ computers run. You can request one in the review of a match. The review also estimates the PR in your browser right away.',
  prHowOwn:
    'At the end of each match your browser estimates your PR and lists it here, for you alone. Everyone sees the PR of deep analyses, which volunteers’ computers run: you can request one in the review of a match.',
  prForget: 'Delete the estimates',
  prForgetText: 'The estimates in this browser are deleted. The review of a match computes its estimate again.',
  prNotForgotten: 'That didn’t work: your browser couldn’t delete them.',
  prReview: 'Open the review of the latest match',
  prEngine: 'Analysed by',
  prEngineOption: {
    deep: (engine: string, ply: number) => `${engine}, ${number(ply)}-ply`,
    estimate: (engine: string, ply: number) => `your browser (${engine}, ${number(ply)}-ply)`,
  },
  prEngineHint: 'Figures from different engines can’t be compared.',
  prMean: (matches: number) => plural(matches, { one: 'Last match', other: `Last # matches` }),
  prAll: (matches: number) => plural(matches, { one: 'Only match shown', other: 'All # matches shown' }),
  prValue: (pr: number) => number(pr, 2),
  prDecisions: (decisions: number) => plural(decisions, { one: '# decision', other: '# decisions' }),
  prSample: {
    deep: (most: number) =>
      `Averages are weighted by decisions, over the latest ${number(most)} matches with a deep analysis at most.`,
    estimate: (most: number) =>
      `Averages are weighted by decisions, over the latest ${number(most)} matches with an estimate at most.`,
  },
  prUncounted: (matches: number) =>
    plural(matches, {
      one: '# analysed match had no decision by this player.',
      other: '# analysed matches had no decision by this player.',
    }),
  prLabel: (matches: number, best: number, worst: number, mean: number) =>
    plural(matches, {
      one: `PR ${number(mean, 2)} in one analysed match.`,
      other: `PR in # analysed matches, between ${number(best, 2)} and ${number(worst, 2)}; weighted average ${number(mean, 2)}.`,
    }),
  prHint: 'Point at a dot to see its values.',
  legendPr: 'a match: open dot won, full dot lost',
  legendMean: (matches: number) => `average of up to ${number(matches)} matches`,
  axisPr: (pr: number) => number(pr),
  prPoint: (atMs: number, pr: number, decisions: number) =>
    `${dayOf(atMs)}: PR ${number(pr, 2)} in ${plural(decisions, { one: '# decision', other: '# decisions' })}`,
  decisions: 'Decisions',
  prColumn: 'PR',
  prOther: 'Opponent’s PR',
  noPr: '–',

  matches: 'Matches so far',
  matchesShown: (shown: number, loaded: number, all: number) => {
    const known = loaded >= all ? plural(all, matches) : `the last ${number(loaded)} of ${plural(all, matches)}`;
    return shown === loaded ? `Showing ${known}.` : `Showing ${number(shown)} of ${known}.`;
  },
  matchesNone: 'No finished matches yet.',
  matchesNoneFit: 'No matches fit these filters.',
  showAll: 'Show all',
  older: 'Load older matches',
  fetching: 'Loading…',
  olderFailed: 'Older matches couldn’t be loaded. Try again.',
  kind: 'Rated or unrated',
  kinds: { all: 'All', rated: 'Rated', unrated: 'Unrated' },
  outcome: 'Result',
  outcomes: { all: 'All', won: 'Won', lost: 'Lost' },
  opponent: 'Opponent',
  anybody: 'Anyone',
  opponentOption: (name: string, count: number) => `${name} (${number(count)})`,
  won: 'Won',
  lost: 'Lost',
  score: (own: number, other: number) => `${number(own)}–${number(other)}`,
  money: (game: number | null) => (game === null ? 'Money game' : `Money game ${number(game)}`),
  moneyScore: (points: number) => signed(points),
  before: 'Previous game',
  points: (length: number) => plural(length, { one: '#-point match', other: '#-point match' }),
  day: dayOf,
  reasons: {
    won: { points: '', resign: 'opponent resigned', time: 'opponent ran out of time', abandonment: 'opponent left' },
    lost: { points: '', resign: 'resigned', time: 'ran out of time', abandonment: 'left the match' },
  },
  endedAt: (reason: string, score: string) => `${reason} at ${score}`,
  gain: (gain: number) => signed(gain),
  noGain: 'unrated',
  review: 'Review',
  verify: 'Verify',
  replay: 'Board',
  linkOf: (what: string, opponent: string, day: string) => `${what}: against ${opponent}, ${day}`,

  rivals: 'Head to head',
  rivalsSample: (loaded: number, all: number) =>
    loaded >= all
      ? `From ${plural(all, { one: 'the only match', other: 'all # matches' })} of this player.`
      : `From the last ${number(loaded)} of ${number(all)} matches only.`,
  rivalScore: (won: number, lost: number) => `${number(won)}–${number(lost)}`,
  rivalLabel: (won: number, lost: number) =>
    `${plural(won, { one: '# match won', other: '# matches won' })}, ${number(lost)} lost`,
  rivalsMore: (count: number) => plural(count, { one: 'and # more opponent', other: 'and # more opponents' }),
  youAgainst: 'You against this player',

  bots: 'Against the bot',
  botLevel: 'Level',
  botBeaten: 'Beaten',
  botNext: 'Next',
  botRule: (wins: number, of: number) =>
    `You beat a level by winning ${number(wins)} of your last ${number(of)} matches against it. These matches are unrated, and only you see this table. The PR is that of deep analyses, or without any that of this browser’s estimates.`,
  botTop: 'You have beaten the strongest level.',
  botPlay: 'Play the next level',

  dice: 'Dice of this player',
  diceText: (count: number) =>
    `Downloads the ${plural(count, { one: 'record of the latest match', other: 'records of the latest # matches' })}, verifies them in your browser and counts the dice.`,
  diceStart: 'Count the dice',
  diceBusy: (done: number, all: number) => `Record ${number(done)} of ${number(all)}…`,
  diceSample: (rolls: number, verified: number) =>
    `${plural(rolls, { one: '# roll', other: '# rolls' })} in ${plural(verified, { one: '# verified match', other: '# verified matches' })}, opening rolls left out.`,
  diceSmall: 'This is a small sample: it would only show an extreme bias.',
  diceLarge: 'This is enough to show a clear bias, but not a slight one.',
  diceNone: 'There were no rolls in these matches.',
  diceAbsent: (count: number) =>
    plural(count, { one: '# record couldn’t be loaded.', other: '# records couldn’t be loaded.' }),
  diceRefused: (count: number) =>
    plural(count, {
      one: 'One record failed verification and wasn’t counted:',
      other: '# records failed verification and weren’t counted:',
    }),
  diceNoVerifier: 'The verifier couldn’t be loaded. Check your connection and try again.',
  again: 'Try again',
  pips: 'Pips per roll',
  pipsText: (seen: number, expected: number, sd: number) =>
    `${number(seen, 2)}; fair dice average ${number(expected, 2)} ± ${number(2 * sd, 2)} over this many rolls.`,
  doubles: 'Doubles',
  doublesText: (seen: number, expected: number, sd: number) =>
    `${number(seen)}; fair dice give ${number(expected, 1)} ± ${number(2 * sd, 1)}.`,
  within: 'normal',
  outside: 'unusual',
  outsideText: 'About one in twenty is unusual by chance alone.',
} as const;

/** Texts of a player's page. */
export const playerTexts = inLanguage('player', player);
