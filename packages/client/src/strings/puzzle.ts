import { inLanguage } from './chosen.ts';
import { plural } from './forms.ts';
import { ordinal } from './ordinal.ts';

/** Texts of the daily puzzle. */
export const puzzle = {
  today: 'Today’s puzzle',
  titleOf: (date: string) => `Puzzle for ${date}`,
  task: (a: number, b: number) => `You rolled ${a}-${b}. Find the best play.`,
  help: 'Move the checkers, then confirm. You have one try.',
  closed: 'This puzzle is closed: you can only answer today’s.',
  goToToday: 'Today’s puzzle',
  choices: (count: number) => plural(count, { one: '# legal play', other: '# legal plays' }),
  money: 'Money game with the Jacoby rule and beavers',
  match: (length: number, own: number, other: number) => `Match to ${length} · you ${own}, opponent ${other}`,
  crawford: 'Crawford game',
  cube: (value: number, owner: 'you' | 'opponent' | null) =>
    owner === null
      ? `Cube at ${value}, in the middle`
      : `Cube at ${value}, ${owner === 'you' ? 'yours' : 'the opponent’s'}`,
  loading: 'Loading the puzzle…',
  offline: 'No connection. The puzzle will load when you’re back online.',
  missing: 'No puzzle',
  missingText: 'There’s no puzzle for this day.',
  failed: 'The puzzle couldn’t be loaded',
  again: 'Try again',
  checking: 'Checking your answer…',
  solved: 'Solved: the best play!',
  ranked: (rank: number, choices: number) => `Your play is ${ordinal(rank)} best of ${choices}.`,
  lost: (loss: string) => `It loses ${loss} points.`,
  explained: 'Evaluated by an engine at 2-ply. Equity is in points at the current cube value.',
  before: 'Show the position',
  stats: (tries: number, solved: number) =>
    tries === 0
      ? 'Nobody with a finished match has tried it yet.'
      : `Players with a finished match: ${tries} tried it, ${solved} solved it.`,
  streak: (days: number) => plural(days, { one: '# day in a row', other: '# days in a row' }),
  calendar: {
    title: 'Past puzzles',
    earlier: 'Earlier month',
    later: 'Later month',
    none: 'No puzzles this month.',
    unreachable: 'No connection. The calendar will load when you’re back online.',
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
    `Anchor puzzle ${date}: ${ordinal(rank)} best of ${choices}`,
  shareStreak: (days: number) => plural(days, { one: '# day in a row', other: '# days in a row' }),
} as const;

/** Texts of the daily puzzle. */
export const puzzleTexts = inLanguage('puzzle', puzzle);
