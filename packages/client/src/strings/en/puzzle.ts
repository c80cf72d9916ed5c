import { plural } from '../forms.ts';

/** Texts of the daily puzzle. */
export const puzzle = {
  today: 'Today’s puzzle',
  titleOf: (date: string) => `Puzzle for ${date}`,
  task: (a: number, b: number) => `You have rolled ${a}-${b}. Find the best play.`,
  help: 'Move the checkers, then confirm. You have one try.',
  closed: 'This puzzle is closed: only today’s puzzle can be answered.',
  goToToday: 'Today’s puzzle',
  choices: (count: number) => plural(count, { one: '# possible play', other: '# different plays' }),
  money: 'Money game with the Jacoby rule and beavers',
  match: (length: number, own: number, other: number) => `Match to ${length} · you ${own}, opponent ${other}`,
  crawford: 'Crawford game',
  cube: (value: number, owner: 'you' | 'opponent' | null) =>
    owner === null
      ? `Cube at ${value}, in the middle`
      : `Cube at ${value}, ${owner === 'you' ? 'yours' : 'the opponent’s'}`,
  loading: 'Loading the puzzle…',
  offline: 'No connection. The puzzle will load when you are back online.',
  missing: 'No puzzle',
  missingText: 'There is no puzzle for this day. A past puzzle exists only if somebody opened it on its day.',
  failed: 'The puzzle could not be loaded',
  again: 'Try again',
  checking: 'Checking your answer…',
  solved: 'Solved: the best play!',
  ranked: (rank: number, choices: number) => `Your play is number ${rank} of ${choices}.`,
  lost: (loss: string) => `It loses ${loss} points.`,
  explained:
    'An engine evaluated every play at 2-ply. Equity is the value of a play, in points at the cube’s present value.',
  before: 'Show the position',
  stats: (tries: number, solved: number) =>
    tries === 0
      ? 'No player with a finished match has tried it yet.'
      : `Of the players with a finished match: tried by ${tries}, solved by ${solved}.`,
  streak: (days: number) => plural(days, { one: '# day in a row', other: '# days in a row' }),
  calendar: {
    title: 'Past puzzles',
    earlier: 'Earlier month',
    later: 'Later month',
    none: 'Nobody opened a puzzle in this month.',
    unreachable: 'No connection. The calendar will load when you are back online.',
    day: (date: string, state: string) => `${date}: ${state}`,
    states: { solved: 'solved', tried: 'another play', missed: 'not answered', open: 'open today', none: 'no puzzle' },
  },
  solver: 'You',
  opponent: 'The opponent',
  share: 'Share',
  study: 'Study this position',
  copied: 'Copied.',
  shareSolved: (date: string) => `Anchor puzzle ${date}: solved ✓`,
  shareTried: (date: string, rank: number, choices: number) =>
    `Anchor puzzle ${date}: my play is number ${rank} of ${choices}`,
  shareStreak: (days: number) => plural(days, { one: '# day in a row', other: '# days in a row' }),
} as const;
