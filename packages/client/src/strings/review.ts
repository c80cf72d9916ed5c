import type { LossTag } from '@anchor/wire';
import { inLanguage } from './chosen.ts';
import { number, percent, plural, signed } from './forms.ts';
import { ordinal } from './ordinal.ts';

const marks: Readonly<Record<LossTag, string>> = { inaccuracy: 'Inaccuracy', error: 'Error', blunder: 'Blunder' };

/** Names of the engines’ cube verdicts. */
const cubeActions: Readonly<Record<string, string>> = {
  'no-double': 'no double',
  'double-take': 'double, take',
  'double-pass': 'double, pass',
  'double-beaver': 'double, beaver',
  'no-double-beaver': 'no double (the answer would be a beaver)',
  'too-good': 'too good to double',
};

/** Texts of the review. */
export const review = {
  title: 'Review',
  titleOf: (one: string, other: string) => `Review · ${one} – ${other}`,
  loading: 'Loading and verifying the match…',
  offline: 'No connection. The match will load when you’re back online.',
  busy: 'Too many requests from your address. Wait a minute and try again.',
  noVerifier: 'The verifier couldn’t be loaded, and unverified matches aren’t shown. Try again.',
  again: 'Try again',
  missing: 'Match not found',
  missingText: 'No finished match has this ID. It may have been cancelled, or the address mistyped.',
  noFile: 'This file is no longer available',
  noFileText: 'It was your own file, and this browser hasn’t kept it. Open it again to review it.',
  openFile: 'Open a record',
  unfinished: 'This match is still being played',
  unfinishedText: 'You can review it when it’s over, and watch it until then. This page updates automatically.',
  watch: 'Watch it',
  home: 'Go to the home page',
  refused: 'This record failed verification, so it isn’t shown',
  refusedText: 'Something in the file failed verification, so its contents can’t be trusted.',
  refusedAt: (event: number | null, message: string) =>
    event === null ? `In the record as a whole: ${message}.` : `Event ${event}: ${message}.`,
  refusedKept: 'The file is saved on this device as evidence. You can find it on the Verify page.',
  toVerify: 'See what failed',
  code: (code: string) => `Code: ${code}`,
  otherKey:
    'This record is signed by a different server key from the one your browser knows. It’s consistent with that key.',

  verified: (rolls: number) =>
    `Verified in this browser: all signatures are valid, and ${plural(rolls, { one: 'the one roll follows', other: 'all # rolls follow' })} from what all three keys had committed to.`,
  verifiedLink: 'How?',
  won: (name: string) => `${name} won the match`,
  wonPoints: (name: string, count: number) => `${name} won ${plural(count, { one: '# point', other: '# points' })}`,
  reasons: {
    points: '',
    resign: ' by resignation',
    time: ' on time',
    abandonment: ': the opponent left',
  },
  score: (one: number, other: number) => `${one}–${other}`,
  at: (score: string) => ` at ${score}`,
  money: (game: number) => `Money game ${game}`,
  match: (length: number) => (length === 1 ? '1-point match' : `Match to ${length}`),

  imported: {
    title: 'Review a match from a file',
    lead: 'Review a match from GNU Backgammon, eXtreme Gammon, Backgammon Galaxy or OpenGammon. It stays on your device.',
    unverified:
      'Not verified: nothing in this file proves the dice, the players or the result. It stays on this device.',
    games: (count: number) => `Money session · ${plural(count, { one: '# game', other: '# games' })}`,
    unfinished: 'The file ends before the match does.',
    close: 'Close this file',
    notKept: 'Your browser isn’t saving data for this site, so reloading closes the file.',
  },

  moment: (at: number, of: number) => `Move ${at} of ${of}`,
  spokenMoment: (at: number, of: number, game: number, one: number, other: number) =>
    `Move ${at} of ${of}. Game ${game}, score ${one} to ${other}.`,
  slider: 'Position in the match',
  steps: 'Steps through the match',
  first: 'To the start',
  earlier: 'Previous move',
  later: 'Next move',
  last: 'To the end',
  earlierMistake: 'Previous mistake',
  laterMistake: 'Next mistake',
  mistake: 'Mistake',
  keys: '← and → step, Home and End jump, Shift+arrow finds the next mistake. On a phone, swipe over the board.',
  boardInWords: 'The board in words',

  list: 'Moves',
  noneListed: 'No decisions fit these filters.',
  game: (game: number) => `Game ${game}`,
  gameScore: (one: number, other: number, crawford: boolean) => `${one}–${other}${crawford ? ', Crawford' : ''}`,
  rank: (rank: number, of: number) => `${rank} of ${of}`,
  spokenRank: (rank: number, of: number) => `${ordinal(rank)} of ${of}.`,
  forced: 'forced',
  spokenForced: 'The only play.',
  loss: (loss: number) => (loss === 0 ? '' : number(-loss, 3)),
  spokenLoss: (loss: number) => `It loses ${number(loss, 3)}.`,
  marks,
  spokenMark: (mark: LossTag) => `${marks[mark]}.`,

  filters: 'Filters',
  who: 'Player',
  everyone: 'Both',
  mine: 'Mine',
  kind: 'Show',
  kinds: { all: 'All', mistakes: 'All mistakes', errors: 'Errors and blunders', cube: 'Cube' },

  plays: 'Best plays',
  playsFast: 'Heuristic ranking',
  play: 'Play',
  equity: 'Equity',
  mwc: 'Win match',
  difference: 'Diff.',
  win: 'Win',
  made: 'played',
  percent: (share: number) => percent(share, 1),
  mwcOf: (share: number) => percent(share, 2),
  equityOf: (value: number) => signed(value, 3),
  best: 'best play',
  rankedOf: (rank: number, of: number) => `${ordinal(rank)} of ${of}`,
  onlyPlay: 'The only legal play, so it doesn’t count.',
  noPlay: 'No legal move.',
  before: 'Before the move',
  back: 'Back to the play made',
  noJudgement: 'No analysis for this decision.',
  noReport: 'No analysis yet.',
  comment: 'Comment in the file:',
  stated: {
    column: 'In the file',
    /** The program follows, if the file names it. */
    inFile: 'In the file',
    right: 'the best decision.',
    loses: (loss: number) => `it loses ${number(loss, 3)}.`,
    best: 'Best:',
  },

  cube: {
    title: 'The cube',
    noDouble: 'No double',
    doubleTake: 'Double, take',
    doublePass: 'Double, pass',
    action: (action: string) => cubeActions[action] ?? action.replaceAll('-', ' '),
    engine: (action: string) => `Best: ${cubeActions[action] ?? action.replaceAll('-', ' ')}`,
    right: 'The action taken was correct.',
    wrong: (cost: number) => `The action taken was a mistake: it loses ${number(cost, 3)}.`,
    wrongs: {
      roll: (cost: number) => `A missed double: not doubling loses ${number(cost, 3)}.`,
      double: (cost: number) => `A wrong double: it loses ${number(cost, 3)}.`,
      take: (cost: number) => `A wrong take: it loses ${number(cost, 3)}.`,
      pass: (cost: number) => `A wrong pass: it loses ${number(cost, 3)}.`,
    },
    missedDouble: 'Missed double',
    unjudged: 'The engine hasn’t evaluated the action taken.',
    none: 'The built-in ranking doesn’t cover the cube. Quick and deep analysis do.',
    seenBy: (name: string) => `In points at the cube value before the double, for ${name}.`,
    apart: 'The PR of a deep analysis doesn’t include cube actions.',
    by: (engine: string, ply: number) => `Evaluated by ${engine}, ${ply}-ply.`,
    nothing: 'Nothing to evaluate here.',
  },

  chart: {
    title: 'The match at a glance',
    kinds: { mwc: 'Chances', equity: 'Equity', pips: 'Race' },
    mwc: (name: string) => `${name}: chance of winning the match, move by move`,
    equity: (name: string) => `${name}: equity in points at the cube value, move by move`,
    pips: (name: string) => `${name}: lead in the race, in pips`,
    pipsNote: 'Run a quick or deep analysis to see the chances.',
    label: (what: string, low: string, high: string, mistakes: string) =>
      `${what}: between ${low} and ${high}. ${mistakes}`,
    mistakes: (counts: Readonly<Record<LossTag, number>>) =>
      `${plural(counts.blunder, { one: '# blunder', other: '# blunders' })}, ${plural(counts.error, { one: '# error', other: '# errors' })} and ${plural(counts.inaccuracy, { one: '# inaccuracy', other: '# inaccuracies' })} are marked.`,
    none: 'No mistakes are marked.',
    value: { mwc: (v: number) => percent(v), equity: (v: number) => signed(v, 2), pips: (v: number) => signed(v) },
    inWords: 'The chart as a table',
    column: { game: 'Game', score: 'Score at its start', end: 'At its end', low: 'Lowest', high: 'Highest' },
    gameMark: (game: number) => `G${game}`,
    what: 'Show in the chart',
  },

  summary: {
    title: 'Performance',
    whole: 'Whole match',
    what: 'Totals for',
    pr: 'PR',
    prLong: 'Performance rating: average loss per decision × 500. Lower is better.',
    decisions: 'Decisions',
    forced: 'Forced',
    loss: 'Loss',
    first: 'Heuristic’s first choice',
    luck: 'Luck',
    firstOf: (first: number, of: number) => (of === 0 ? '–' : `${first} of ${of}`),
    number: (count: number) => number(count),
    prOf: (pr: number | null) => (pr === null ? '–' : number(pr, 2)),
    lossOf: (loss: number) => number(loss, 3),
    luckOf: (luck: number) => signed(luck, 3),
    luckBy: (engine: string) =>
      `Luck is the value of each roll after its best play, minus the mean of all rolls, with the cube; by ${engine}, 0-ply.`,
    explained: {
      equity: 'Losses are differences in cubeless equity, in points.',
      'mwc-per-point': 'Losses are differences in match-winning chances, in points at the stake of that moment.',
      'move-order': '',
    },
    engine: (engine: string, ply: number) => `${engine}, ${ply}-ply`,
    cubeLoss: 'Cube loss',
    cubeDecisions: 'Cube decisions',
    wrong: { missed: 'Missed doubles', doubles: 'Wrong doubles', takes: 'Wrong takes', passes: 'Wrong passes' },
    cubeBy: (engine: string, ply: number) =>
      `The cube figures are an estimate by ${engine}, ${ply}-ply: the deep analysis judges only cubes that were turned.`,
    figures: { inaccuracy: 'Inaccuracies', error: 'Errors', blunder: 'Blunders' },
  },

  instant: {
    start: 'Quick analysis',
    startText: 'Our engine, in your browser. It loads about 130 kB once and takes a few seconds.',
    starting: 'Loading the engine…',
    progress: (done: number, wanted: number) =>
      `${number(done)} of ${plural(wanted, { one: '# decision', other: '# decisions' })} analysed`,
    stop: 'Cancel',
    done: (engine: string) => `Estimate by ${engine}`,
    doneText: 'Made in your browser. For a PR you can compare, request a deep analysis.',
    doneFile: 'Made in your browser.',
    file: 'This is your own file. Analyse it in your browser.',
    notLoaded: 'The engine couldn’t be loaded. It needs a connection the first time.',
    failed: 'The engine couldn’t analyse this match.',
    tooLong: 'The engine can’t judge a match in which a player needs more than 25 points.',
    pr: 'Estimated PR',
    prPlays: 'Plays',
    prCube: 'Cube',
    prCubeAlone: 'Estimated PR of the cube',
    prOf: (pr: number | null) => (pr === null ? '–' : `≈ ${number(pr, 1)}`),
    estimate: (engine: string) =>
      `An estimate by ${engine}, which looks two rolls ahead. Plays are compared without the cube, cube decisions with it. A turn without a double counts if doubling would have lost less than 0.16. It can’t be compared with the PR of a deep analysis.`,
  },

  tier: {
    title: 'Analysis',
    fast: 'Not analysed yet',
    fastText:
      'For now, plays are ranked by a simple heuristic. A quick analysis shows what each play costs: it loads about 130 kB once and takes a few seconds.',
    deep: 'Deep analysis',
    start: 'Deep analysis',
    startText: 'A strong engine on volunteers’ computers: what each play costs, the cube, and both players’ PR.',
    asking: 'Requesting the deep analysis…',
    progress: (done: number, wanted: number) =>
      `${number(done)} of ${plural(wanted, { one: '# position', other: '# positions' })} analysed`,
    noneYet: 'The positions are queued. No volunteer has answered yet.',
    busy: 'Too many requests from your address. The analysis continues automatically in a moment.',
    waits: 'Waiting for a volunteer’s computer. You can close this page: the server remembers your request for a day.',
    limited:
      'Too many deep analyses are waiting already, so the server hasn’t kept this request. While this page is open, it asks again.',
    volunteers: 'How volunteers help',
    unreachable: 'No connection. The analysis continues when you’re back online.',
    failed: 'The server sent an answer this page doesn’t understand.',
    goOn: 'Continue',
    stop: 'Stop waiting',
    done: (engine: string, ply: number) => `Deep analysis by ${engine}, ${ply}-ply`,
    /** `confirmed` of `judgements`: two volunteers with different door keys agree on them. */
    confirmed: (confirmed: number, judgements: number) =>
      confirmed === 0
        ? 'Not independently confirmed.'
        : confirmed === judgements
          ? 'Independently confirmed: two volunteers agree on each judgement.'
          : `Independently confirmed: ${number(confirmed)} of ${number(judgements)} judgements.`,
    loadingFast: 'Ranking the plays…',
    fastFailed: 'The plays couldn’t be ranked.',
  },

  tools: {
    title: 'Share and export',
    link: 'Copy link to this moment',
    xgid: 'Copy XGID',
    gnu: 'Copy GNU ID',
    study: 'Study this position',
    copied: { link: 'Link copied.', xgid: 'XGID copied.', gnu: 'GNU IDs copied.' },
    files: { json: 'Record', mat: '.mat', sgf: 'SGF', ogxm: 'OGXM' },
    filesLong: {
      json: 'Download the signed record',
      mat: 'Download as .mat, for XG and GNU Backgammon',
      sgf: 'Download as SGF',
      ogxm: 'Download as OGXM, for OpenGammon and HedgeHog',
    },
    judgements: 'Report with signatures',
    verify: 'Verify',
    ids: 'Position and match as text',
    position: 'GNU position ID',
    match: 'GNU match ID',
  },
} as const;

/** Texts of the review. */
export const reviewTexts = inLanguage('review', review);
